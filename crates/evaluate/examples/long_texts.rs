//! Measures the time to score texts of the largest permitted length that are designed to be slow: repetitive,
//! unrelated, or full of one construct. Each text is scored on both sides (two random texts), as the prediction, and as
//! the reference of an ordinary page. The example prints JSON lines
//! `{"text", "role", "seconds", "pairs", "spans", "slowest": [[metric, seconds], ...]}`. The seconds are CPU time, so
//! that other work on the machine does not count.
//!
//! Run `cargo run --release -p texlens-evaluate --example long_texts [-- NAME...]`; names select texts. With the
//! variable `WRITE=FOLDER`, nothing is timed. The pairs are written as files of the same names for other tools.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "whoever runs it reads what it says"
)]

use std::sync::Arc;

use texlens_evaluate::{Detail, ErrorInput, Kind, MAX_BYTES, Parsed, Scorer, Text, error_types, formula_pairs_of};
use texlens_metrics::texbleu::TexbleuModel;
use texlens_metrics::{Evidence, Settings, Side, registry};

/// A page as written by systems.
const PAGE: &str = r"\section{Rings} Let $R$ be a ring, see \cite{a} and Section~\ref{s}. Every ideal $I$ of it satisfies
\begin{equation} \int_0^1 f(x)\,dx = \sum_{i=1}^n a_i \end{equation}
\begin{tabular}{cc} 1 & 2 \\ 3 & 4 \end{tabular}
\begin{thebibliography}{9} \bibitem{a} A. Author. A title. 2020. \end{thebibliography}";

/// A name and the pieces from which a text is drawn at random.
type Recipe = (&'static str, &'static [&'static str]);

const RECIPES: &[Recipe] = &[
    ("three words", &["a ", "b ", "c "]),
    ("three letters without spaces", &["a", "b", "c"]),
    (
        "words of many lengths",
        &["a ", "bb ", "ccc ", "dddddd ", "eeeeeeeee ", "ffffffffffff "],
    ),
    ("characters of three bytes", &["\u{6570}", "\u{5b66}", "\u{516c} "]),
    ("sentences", &["A b. ", "C d e f g. ", "H i j? "]),
    ("inline formulas", &["$x_{1}$ ", "$y^2$ ", "$z$ "]),
    ("the same formula", &["$x_{1}$ "]),
    (
        "displays",
        &[
            "\\[ x = 1 \\]\n",
            "\\begin{equation} y^2 \\end{equation}\n",
            "$$ z $$\n",
        ],
    ),
    ("one long formula", &["x_{1}+", "\\alpha ", "\\frac{a}{b}"]),
    ("dollars", &["$", "$$", "a"]),
    ("braces", &["{", "}", "a"]),
    ("open braces", &["{"]),
    ("brackets", &["[", "]", "\\[", "\\]"]),
    ("backslashes", &["\\", "\\\\", "\\a"]),
    ("environments", &["\\begin{a}", "\\end{a}", "\\begin{b}", "\\end{b}"]),
    (
        "open environments",
        &["\\begin{equation}", "\\begin{tabular}{c}", "\\begin{itemize}\\item "],
    ),
    (
        "tables",
        &[
            "\\begin{tabular}{cc} a & b \\\\ c & d \\end{tabular}\n",
            "\\begin{tabular}{c} a \\end{tabular}\n",
        ],
    ),
    ("cells", &["1 & ", "2 & ", "3 \\\\\n"]),
    (
        "headings",
        &["\\section{A}\n", "\\subsection{B}\n", "\\section{C d e}\n"],
    ),
    ("citations", &["\\cite{a} ", "\\cite{b,c} ", "\\bibitem{a} x "]),
    ("references", &["\\ref{a} ", "\\label{a} ", "\\eqref{b} "]),
    (
        "captions",
        &["\\begin{figure}\\caption{A b}\\end{figure}\n", "\\caption{C}\n"],
    ),
    (
        "definitions",
        &["\\newcommand{\\a}{b}", "\\def\\c#1{#1#1}", "\\a\\c{x} "],
    ),
    ("comments", &["% a\n", "b %\n", "%\n"]),
    ("lines", &["\n", "a\n", "\n\n"]),
    ("columns of a number", &["1 ", "2,000 ", "3.14 "]),
    ("Markdown", &["# a\n", "| a | b |\n", "**b** "]),
    (
        "HTML tables",
        &["<table><tr><td>a</td></tr></table>\n", "<td>", "</tr>"],
    ),
    ("scripts", &["x^", "x_", "{a}", "$"]),
    ("left and right", &["\\left(", "\\right)", "$", "\\bigl( "]),
];

/// Closes the construct that a text begins, so that the whole text is one construct.
fn wrapped(name: &str, body: String) -> String {
    match name {
        "one long formula" => format!("\\[{body}\\]"),
        "cells" => format!("\\begin{{tabular}}{{ccc}}{body}\\end{{tabular}}"),
        _ => body,
    }
}

fn text((name, pieces): &Recipe, seed: u32, bytes: usize) -> String {
    let mut state = seed;
    let mut body = String::with_capacity(bytes);
    loop {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let piece = pieces[(state >> 16) as usize % pieces.len()];
        if body.len() + piece.len() + 64 > bytes {
            return wrapped(name, body);
        }
        body.push_str(piece);
    }
}

fn main() {
    let picked: Vec<String> = std::env::args().skip(1).collect();
    let bytes = std::env::var("BYTES").map_or(MAX_BYTES, |bytes| bytes.parse().unwrap());
    let folder = std::env::var_os("WRITE").map(std::path::PathBuf::from);
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/texbleu.bin");
    let model = Arc::new(TexbleuModel::parse(&std::fs::read(model).unwrap()).unwrap());
    for recipe in RECIPES {
        if !picked.is_empty() && !picked.iter().any(|name| recipe.0.contains(name.as_str())) {
            continue;
        }
        let (one, other) = (text(recipe, 1, bytes), text(recipe, 2, bytes));
        if let Some(folder) = &folder {
            std::fs::write(folder.join(format!("{}.tex", recipe.0)), &one).unwrap();
            std::fs::write(folder.join(format!("{}.pred.tex", recipe.0)), &other).unwrap();
            continue;
        }
        for (role, kind, reference, prediction) in [
            ("both", Kind::Page, one.as_str(), other.as_str()),
            ("prediction", Kind::Page, PAGE, other.as_str()),
            ("reference", Kind::Page, one.as_str(), PAGE),
            ("both, formula", Kind::Formula, one.as_str(), other.as_str()),
        ] {
            time(recipe.0, role, kind, reference, prediction, &model);
        }
    }
}

/// Seconds above which a text is measured part by part.
const LONG: f64 = 2.0;

fn time(name: &str, role: &str, kind: Kind, reference: &str, prediction: &str, model: &Arc<TexbleuModel>) {
    let settings = Settings::default();
    let mut evidence = Evidence::default();
    evidence.texbleu = Some(Arc::clone(model));
    let (reference, prediction) = (Text::from(reference), Text::from(prediction));

    // Score everything, as the app and the command do.
    let start = computing();
    let parsed = Parsed::of(Side::Reference, &reference).unwrap();
    let scorer = Scorer::new(kind, &settings).with_evidence(evidence.clone());
    let scored = scorer.assess(&parsed, &prediction, None, Detail::Spans).unwrap();
    let all = computing() - start;
    let spans = scored.scores.iter().map(|score| score.spans.len()).sum::<usize>();

    // Measure each part of a slow text separately.
    let mut parts: Vec<(&str, f64)> = Vec::new();
    let mut part = |name: &'static str, since: f64| parts.push((name, computing() - since));
    if all > LONG {
        let since = computing();
        let formulas = formula_pairs_of(kind, &reference, &prediction).unwrap();
        part("formula pairs", since);
        let since = computing();
        let parsed_prediction = Parsed::of(Side::Prediction, &prediction).unwrap();
        part("outline", since);
        let since = computing();
        let input = ErrorInput {
            kind,
            reference: Some(&parsed),
            prediction: &parsed_prediction,
            formulas: &formulas,
            settings: &settings,
        };
        let _ = error_types(&input);
        part("error types", since);
        for metric in registry() {
            let info = metric.info();
            // Means of other scores would only repeat these measurements.
            if !info.kinds.contains(&kind) || info.needs.contains(&texlens_metrics::Need::Scores) {
                continue;
            }
            let since = computing();
            let scorer = Scorer::only(kind, &settings, &[info.id]).unwrap();
            let _ = scorer
                .with_evidence(evidence.clone())
                .score(&parsed, &parsed_prediction);
            part(info.id, since);
        }
    }
    parts.sort_by(|a, b| b.1.total_cmp(&a.1));
    parts.truncate(5);
    parts.retain(|(_, seconds)| *seconds > 0.1);
    let slowest: Vec<String> = parts
        .iter()
        .map(|(name, seconds)| format!("[\"{name}\", {seconds:.2}]"))
        .collect();
    println!(
        "{{\"text\": \"{name}\", \"role\": \"{role}\", \"seconds\": {all:.2}, \"pairs\": {}, \"spans\": {spans}, \"slowest\": [{}]}}",
        scored.formulas.len(),
        slowest.join(", ")
    );
}

/// Returns the CPU time of this thread in seconds. Linux reports it in nanoseconds.
fn computing() -> f64 {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    statistics.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}
