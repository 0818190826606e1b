//! TEDS and TEDS-S: the values of table-recognition-metric on tables in HTML, and the reading of LaTeX and Markdown.
//!
//! `tests/oracle/teds.py` makes the values. The environment variable `TEXLENS_ORACLE_TEDS` names a file with further
//! ones, which its option `--tables` writes.

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use serde_json::Value;
use texlens_latex::Outline;
use texlens_metrics::{CellState, Outcome, Settings, Side, SpanKind, TableComparison, compare_tables};

use crate::{case, check, defined, score, score_with, spans};

const IDS: [&str; 2] = ["teds", "teds_structure"];

fn with(setting: &str) -> Settings {
    let mut settings = Settings::default();
    settings.set(setting, "true").unwrap();
    settings
}

fn tabular(body: &str) -> String {
    format!("\\begin{{tabular}}{{lll}}\n{body}\n\\end{{tabular}}")
}

fn values(reference: &str, prediction: &str) -> [Option<f64>; 2] {
    IDS.map(|id| score(id, reference, prediction).value())
}

/// Compares with the values of both versions of the package.
#[expect(clippy::print_stdout, reason = "the largest difference is shown with `--nocapture`")]
fn check_oracle(path: &Path) {
    let oracle: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let pairs = oracle["pairs"].as_array().unwrap();
    let versions = [("0.0.4", Settings::default()), ("0.0.6", with("teds.tree_nodes"))];
    let mut largest: f64 = 0.0;
    for pair in pairs {
        let [reference, prediction] = ["reference", "prediction"].map(|side| {
            format!(
                "<html><body><table>{}</table></body></html>",
                pair[side].as_str().unwrap()
            )
        });
        for (version, settings) in &versions {
            for id in IDS {
                let Some(expected) = pair["scores"][version][id].as_f64() else {
                    continue;
                };
                let value = score_with(settings, id, &reference, &prediction).value().unwrap();
                // The package has values below 0.
                let difference = (value - expected.max(0.0)).abs();
                assert!(difference < 1e-6, "{id}, {version}: {value} for {expected}: {pair}");
                largest = largest.max(difference);
            }
        }
    }
    assert!(pairs.len() > 50, "{} has too few pairs", path.display());
    println!(
        "{}: {} pairs, largest difference {largest:e}",
        path.display(),
        pairs.len()
    );
}

#[test]
fn tables_in_html_have_the_values_of_the_package() {
    check_oracle(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracle/teds.json"));
    if let Some(path) = std::env::var_os("TEXLENS_ORACLE_TEDS") {
        check_oracle(&PathBuf::from(path));
    }
}

#[test]
fn pages() {
    let table = "\\begin{tabular}{ll} a & b \\\\ c & d \\end{tabular}";
    let other = "\\begin{tabular}{ll} x & y \\\\ z & w \\end{tabular}";
    let two: &'static str = Box::leak(format!("{table} text {other}").into_boxed_str());
    let swapped: &'static str = Box::leak(format!("{other}\n\n{table}").into_boxed_str());
    check(
        "teds",
        &[
            case("no table in the reference", "text", table, None),
            case("no table at all", "", "", None),
            defined("a missing table counts 0", table, "text", 0.0),
            defined("one of two is missing", two, table, 0.5),
            defined("an extra table does not count", table, two, 1.0),
            defined("the order does not count", two, swapped, 1.0),
            defined(
                "tables without common cells are paired in order",
                table,
                other,
                1.0 - 4.0 / 6.0,
            ),
        ],
    );
}

#[test]
fn latex_that_looks_the_same_is_the_same() {
    let reference = tabular("\\textbf{Model} & $x_2$ & caf\\'e \\\\ one & 50\\% & a -- b");
    for body in [
        "\\toprule {\\bf Model} & $ x _ {2} $ & café \\\\[2pt] \\midrule one & 50\\% & a – b \\\\ \\bottomrule",
        "\\hline\n\\textbf{Model} & \\(x_{2}\\) & caf\\'{e} \\tabularnewline\n% a comment\none&50\\%&a~--~b\\\\\\hline",
        "\\rowcolor{gray}\\textbf{ Model } & $x_2$ & caf\\'e \\\\ one & \\makecell{50\\%} & \\begin{tabular}[c]{@{}l@{}}a\\\\--\\\\b\\end{tabular}\\\\",
    ] {
        let prediction = tabular(body);
        assert_eq!(values(&reference, &prediction), [Some(1.0); 2], "{body}");
    }
    // A row that ends early is filled.
    let short = [tabular("a & b & c \\\\ d & & \\\\"), tabular("a & b & c \\\\ d")];
    assert_eq!(values(&short[0], &short[1]), [Some(1.0); 2]);
}

#[test]
fn spans_are_the_same_in_latex_and_html() {
    let latex = tabular(
        "\\multirow{2}{*}{Model} & \\multicolumn{2}{c}{Error} \\\\ \\cline{2-3} & train & test \\\\ \\hline small & 1 & 2",
    );
    let lowest =
        tabular("& \\multicolumn{2}{c}{Error} \\\\ \\multirow{-2}{*}{Model} & train & test \\\\ small & 1 & 2");
    let html = "<table><thead><tr><th rowspan=2>Model</th><th colspan=2>Error</th></tr><tr><th>train<th>test</tr></thead>\
                <tbody><tr><td> small <td>1<td>2</table>";
    for prediction in [lowest.as_str(), html] {
        assert_eq!(values(&latex, prediction), [Some(1.0); 2], "{prediction}");
        assert_eq!(values(prediction, &latex), [Some(1.0); 2], "{prediction}");
    }
    let without = tabular("Model & Error & \\\\ & train & test \\\\ small & 1 & 2");
    // Two cells have other spans, and two are inserted. The nodes are three rows and nine cells.
    assert_eq!(values(&latex, &without), [Some(1.0 - 4.0 / 12.0); 2]);
}

#[test]
fn all_formats_are_compared_with_each_other() {
    let latex = tabular("\\textbf{A} & $x^2$ \\\\ \\textit{c} & 1 < 2 \\\\");
    let markdown = "| **A** | $x^{2}$ |\n| --- | :-: |\n| *c* | 1 < 2 |";
    let html = "<table><tr><th><strong>A</strong></th><th>$ x^2 $</th></tr><tr><td><em>c</em><br></td><td>1\n&lt; 2</td></tr></table>";
    for reference in [latex.as_str(), markdown, html] {
        for prediction in [latex.as_str(), markdown, html] {
            assert_eq!(
                values(reference, prediction),
                [Some(1.0); 2],
                "{reference}\n{prediction}"
            );
        }
    }
}

#[test]
fn html_beside_html_is_plain_only_with_the_setting() {
    let reference = "<table><thead><tr><th>A</th></tr></thead><tr><td>1</td></tr></table>";
    let prediction = "<table><tr><td> B</td></tr><tr><td>1 </td></tr></table>";
    let plain = with("teds.plain_html");
    // One of two cells is another: of two rows and two cells.
    assert_eq!(score_with(&plain, "teds", reference, prediction).value(), Some(0.75));
    assert_eq!(
        score_with(&plain, "teds_structure", reference, prediction).value(),
        Some(1.0)
    );
    // The head and the tag of its cell, of five elements, and half of the other cell.
    let value = score("teds", reference, prediction).value().unwrap();
    assert!((value - (1.0 - 2.5 / 5.0)).abs() < 1e-12, "{value}");
    let headings = |text: &str| format!("<table><tr><th>{text}</th></tr></table>");
    assert_eq!(score("teds", &headings("a"), &headings("b")).value(), Some(1.0));
    assert_eq!(
        score_with(&plain, "teds", &headings("a"), &headings("b")).value(),
        Some(0.5)
    );
}

#[test]
fn cells_that_differ_are_passages() {
    let reference = tabular("a & b \\\\ \\textbf{c} & 1.50 \\\\ e & f");
    let prediction = tabular("a & b & x \\\\ c & 1.25 & \\\\");
    let score = score("teds", &reference, &prediction);
    assert_eq!(
        spans(&score, &reference, &prediction),
        [
            (Side::Reference, SpanKind::Different, "\\textbf{c}"),
            (Side::Prediction, SpanKind::Different, "c"),
            (Side::Reference, SpanKind::Different, "1.50"),
            (Side::Prediction, SpanKind::Different, "1.25"),
            (Side::Reference, SpanKind::Missing, "e"),
            (Side::Reference, SpanKind::Missing, "f"),
            (Side::Prediction, SpanKind::Extra, "x"),
        ]
    );
    assert_eq!(score.spans[0].note, "the prediction has other markup");
    assert_eq!(score.spans[2].note, "the prediction has “1.25”");
    assert_eq!(
        score.summary,
        "mean similarity 0.383 of 1 table; 2 cells different; 2 cells missing; 2 cells extra"
    );
}

#[test]
fn equal_tables_are_matches_and_missing_ones_are_named() {
    let table = tabular("a & b \\\\ c & d");
    let score = score(
        "teds_structure",
        &format!("{table} and {}", tabular("x & y \\\\ z & w")),
        &table,
    );
    let kinds: Vec<_> = score.spans.iter().map(|span| (span.side, span.kind)).collect();
    assert_eq!(
        kinds,
        [
            (Side::Reference, SpanKind::Match),
            (Side::Prediction, SpanKind::Match),
            (Side::Reference, SpanKind::Missing)
        ]
    );
    assert_eq!(score.summary, "mean similarity 0.500 of 2 tables; 1 table missing");
}

#[test]
fn tables_as_data_say_which_cells_differ() {
    let reference = tabular("\\multirow{2}{*}{a} & b \\\\ & d");
    let prediction = format!("{}\n{}", tabular("a & b \\\\ & e"), tabular("x & y \\\\ z & w"));
    let tables = compare_tables(
        &Outline::of(&reference),
        &Outline::of(&prediction),
        &Settings::default(),
    );
    let [
        TableComparison {
            reference: Some(sheet),
            prediction: Some(other),
            similarity: Some(similarity),
        },
        TableComparison {
            reference: None,
            prediction: Some(extra),
            similarity: None,
        },
    ] = tables.as_slice()
    else {
        panic!("{tables:?}");
    };
    assert_eq!(Some(*similarity), score("teds", &reference, &prediction).value());
    let cells = |sheet: &texlens_metrics::Sheet| -> Vec<Vec<_>> {
        let cell = |cell: &texlens_metrics::SheetCell| (cell.text.clone(), cell.rows, cell.state);
        sheet.rows.iter().map(|row| row.iter().map(cell).collect()).collect()
    };
    assert_eq!(
        cells(sheet),
        [
            vec![
                ("a".to_owned(), 2, CellState::Different),
                ("b".to_owned(), 1, CellState::Equal)
            ],
            vec![("d".to_owned(), 1, CellState::Different)],
        ]
    );
    assert_eq!(cells(other)[1].len(), 2);
    assert!(extra.rows.iter().flatten().all(|cell| cell.state == CellState::Alone));
    assert_eq!(&prediction[extra.range.clone()], tabular("x & y \\\\ z & w"));
}

#[test]
fn tables_beyond_the_limits_have_no_value_and_a_reason() {
    let large = tabular(&"a & b & c & d & e & f & g & h \\\\\n".repeat(20_000));
    let wide = tabular(&"\\multicolumn{1000}{c}{a} & b \\\\\n".repeat(1000));
    let spans = format!("<table>{}</table>", "<tr><td colspan=60000>a</td></tr>".repeat(5000));
    let deep = format!("<table><tr><th>{}a</table>", "<b>".repeat(100_000));
    for table in [&large, &wide, &spans] {
        let outcome = score("teds", table, &large).outcome;
        let Outcome::Undefined { reason } = outcome else {
            panic!("{outcome:?}");
        };
        assert_eq!(
            reason,
            "table 1 of the reference or its partner is too large to be compared"
        );
    }
    assert_eq!(score("teds", &deep, &deep).value(), Some(1.0));
    let tables = compare_tables(&Outline::of(&wide), &Outline::of(&wide), &Settings::default());
    assert!(tables[0].similarity.is_none() && tables[0].reference.as_ref().unwrap().rows.is_empty());
}

/// Pieces of tables in all formats.
const PIECES: [&str; 52] = [
    "\\begin{tabular}{ll}",
    "\\end{tabular}",
    "&",
    "\\\\",
    "\\hline",
    "\\multicolumn{2}{c}{",
    "}",
    "\\multirow{2}{*}{",
    "\\multirow{-2}{*}{",
    "\\multirow{3}",
    "{",
    "\\textbf{",
    "\\bf",
    "$x$",
    "$",
    "a",
    "b c",
    "1.5",
    "\\'",
    "\\'e",
    "%",
    "\n",
    "\n\n",
    "<table>",
    "</table>",
    "<tr>",
    "</tr>",
    "<td>",
    "</td>",
    "<td colspan=2 rowspan=3>",
    "<td rowspan=-1>",
    "<th>",
    "</th>",
    "<thead>",
    "</thead>",
    "<b>",
    "</b>",
    "<br>",
    "&amp;",
    "<!-- ",
    " -->",
    "| a | b |\n|---|---|\n",
    "| c | **d** |\n",
    "|",
    "---|---\n",
    "<td colspan=99999999999>",
    "é",
    "中",
    "\\begin{table}",
    "\\caption{",
    "<unk>",
    "\\begin{tabular}[c]{@{}l@{}}",
];

fn odd_texts() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&PIECES[..]), 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn no_text_fails_and_values_are_symmetric(a in odd_texts(), b in odd_texts()) {
        for id in IDS {
            let itself = score(id, &a, &a).value();
            prop_assert!(itself.is_none_or(|value| value == 1.0), "{id}: {itself:?}");
            let value = score(id, &a, &b).value();
            prop_assert!(value.is_none_or(|value| (0.0..=1.0).contains(&value)), "{id}: {value:?}");
        }
        let [a, b] = [Outline::of(&a), Outline::of(&b)];
        let tables = compare_tables(&a, &b, &Settings::default());
        let others = compare_tables(&b, &a, &Settings::default());
        // With several tables, ties of the matching may be resolved otherwise.
        if tables.len() == 1 {
            prop_assert_eq!(others.len(), 1);
            match (tables[0].similarity, others[0].similarity) {
                (Some(value), Some(other)) => prop_assert!((value - other).abs() < 1e-9),
                (value, other) => prop_assert_eq!(value, other),
            }
        }
    }
}
