use texlens_metrics::{Evidence, Input, Settings, Side, SpanKind, metric};

use texlens_latex::Outline;

use crate::{case, check, score, score_with, spans};

/// A tabular with these cells.
macro_rules! table {
    ($cells:literal) => {
        concat!("\\begin{tabular}{ll}", $cells, "\\end{tabular}")
    };
}

#[test]
fn values() {
    check(
        "ta",
        &[
            case(
                "the same numbers",
                table!("1 & 2 \\\\ 3 & 4"),
                table!("1 & 2 \\\\ 3 & 4"),
                Some(1.0),
            ),
            case(
                "neither order nor words count",
                table!("A & 1 \\\\ B & 2"),
                table!("2 & 1"),
                Some(1.0),
            ),
            case(
                "nor numbers too many",
                table!("1 & 2"),
                table!("0 & 1 & 2 & 3 & 4"),
                Some(1.0),
            ),
            case(
                "4 of 5 are 0.8: enough",
                table!("1 & 1 & 2 & 2 & 2"),
                table!("1 & 1 & 2 & 2"),
                Some(1.0),
            ),
            case(
                "3 of 4 with 3 of 4 unique ones: 0.75 each is not enough",
                table!("1 & 2 & 3 & 4"),
                table!("1 & 2 & 3"),
                Some(0.0),
            ),
            case(
                "5 of 10, but all 4 unique ones: enough",
                table!("1 & 2 & 3 & 4 & 9 & 9 & 9 & 9 & 9 & 9"),
                table!("1 & 2 & 3 & 4 & 9"),
                Some(1.0),
            ),
            case(
                "4 of 10 is not, whatever the unique ones",
                table!("1 & 2 & 3 & 4 & 9 & 9 & 9 & 9 & 9 & 9"),
                table!("1 & 2 & 3 & 4"),
                Some(0.0),
            ),
            case(
                "2 of 4 without unique numbers is not",
                table!("1 & 1 & 2 & 2"),
                table!("1 & 2"),
                Some(0.0),
            ),
            case(
                "percent, plus, thousands, zeros",
                table!("85.20\\% & +3 & 1,234 & 0.5"),
                table!("85.2 & 3 & 1234 & .50"),
                Some(1.0),
            ),
            case("a sign does count", table!("$-1$"), table!("1"), Some(0.0)),
            case(
                "a predicted table is used once",
                concat!(table!("1"), table!("1")),
                table!("1"),
                Some(0.5),
            ),
            case(
                "the best overlap first, whatever the order",
                concat!(table!("1 & 2 & 3"), table!("1 & 2 & 4")),
                concat!(table!("1 & 2 & 4"), table!("1 & 2 & 3")),
                Some(1.0),
            ),
            case(
                "the longest tabular of a table",
                "\\begin{table}\\begin{tabular}{l}7\\end{tabular}\\begin{tabular}{l}1 & 2\\end{tabular}\\end{table}",
                table!("1 & 2"),
                Some(1.0),
            ),
            case(
                "a table without numbers is left out",
                concat!(table!("a & b"), table!("1")),
                table!("1"),
                Some(1.0),
            ),
            case("no table with numbers", table!("a & b"), table!("1"), None),
            case("no table", "1 & 2", table!("1"), None),
            case("nothing predicted", table!("1"), "", Some(0.0)),
            case("numbers in the text are none in a table", table!("1"), "1", Some(0.0)),
            case(
                "a table of Markdown is no table",
                table!("1 & 2"),
                "| 1 | 2 |\n|---|---|",
                Some(0.0),
            ),
            case(
                "a tabular that is never closed is one",
                table!("1 & 2"),
                "\\begin{tabular}{l} 1 & 2",
                Some(1.0),
            ),
            case(
                "layout is no number",
                table!("\\multicolumn{2}{c}{x} \\\\[3pt] \\cmidrule{4-5}"),
                "",
                None,
            ),
        ],
    );
    check(
        "ta_strict",
        &[
            case("the same", table!("1 & 2"), table!("1 & b & 2"), Some(1.0)),
            case("another order", table!("1 & 2"), table!("2 & 1"), Some(0.0)),
            case("one too many", table!("1 & 2"), table!("1 & 2 & 3"), Some(0.0)),
            case("other digits", table!("0.50"), table!("0.5"), Some(0.0)),
            case(
                "thousands and plus do not count",
                table!("+1,234"),
                table!("1234"),
                Some(1.0),
            ),
        ],
    );
}

#[test]
fn thresholds_are_settings() {
    let with = |name: &str, value: &str| {
        let mut settings = Settings::default();
        settings.set(name, value).unwrap();
        score_with(&settings, "ta", table!("1 & 2 & 3 & 4"), table!("1 & 2 & 3")).value()
    };
    assert_eq!(with("ta.high_overlap", "0.75"), Some(1.0));
    assert_eq!(with("ta.unique_hit_rate", "0.75"), Some(1.0));
    assert_eq!(with("ta.moderate_overlap", "0.7"), Some(0.0));
}

/// Scores a document of two pages on each side.
fn of_pages(settings: &Settings, reference: [&str; 2], prediction: [&str; 2]) -> (Option<f64>, Vec<(usize, usize)>) {
    let [reference, prediction] = [reference, prediction].map(|pages| (pages.concat(), pages[0].len()));
    let pages = |(text, first): &(String, usize)| [0..*first, *first..text.len()];
    let score = metric("ta").unwrap().score(&Input {
        reference: &Outline::of(&reference.0),
        prediction: &Outline::of(&prediction.0),
        reference_pages: &pages(&reference),
        prediction_pages: &pages(&prediction),
        evidence: &Evidence::default(),
        settings,
        scores: &[],
        shared: &texlens_metrics::Shared::default(),
    });
    let matched = score.spans.iter().filter(|span| span.kind == SpanKind::Match);
    let places = matched.map(|span| (usize::from(span.side == Side::Prediction), span.range.start));
    (score.value(), places.collect())
}

#[test]
fn a_table_on_the_same_page_comes_first_and_one_elsewhere_next() {
    let table = table!("1 & 2 & 3 & 4 & 5");
    let similar = table!("1 & 2 & 3 & 4 & 6");
    // The table on the same page has 4 of 5 numbers, the one on the other page all of them.
    assert_eq!(
        of_pages(&Settings::default(), [table, "x"], [similar, table]),
        (Some(1.0), vec![(0, 0), (1, 0)])
    );
    // A table floated to the next page.
    assert_eq!(
        of_pages(&Settings::default(), [table, "x"], ["x", table]),
        (Some(1.0), vec![(0, 0), (1, 1)])
    );
    let mut same_page = Settings::default();
    same_page.set("ta.same_page", "true").unwrap();
    assert_eq!(of_pages(&same_page, [table, "x"], ["x", table]).0, Some(0.0));
    assert_eq!(of_pages(&same_page, [table, "x"], [table, "x"]).0, Some(1.0));
    // Each of two equal tables is matched on its page.
    assert_eq!(
        of_pages(&Settings::default(), ["x", table], [table, table]).1,
        [(0, 1), (1, table.len())]
    );
}

#[test]
fn the_sentence_and_the_spans_say_what_was_recovered() {
    let (reference, prediction) = (
        concat!(table!("1 & 2 & 3 & 3"), table!("5")),
        concat!(table!("1"), table!("7")),
    );
    let score = score("ta", reference, prediction);
    assert_eq!(score.summary, "0 of 2 tables are right; 1 of their 5 numbers recovered");
    assert_eq!(
        spans(&score, reference, prediction),
        [
            (Side::Reference, SpanKind::Different, table!("1 & 2 & 3 & 3")),
            (Side::Prediction, SpanKind::Different, table!("1")),
            (Side::Reference, SpanKind::Missing, table!("5")),
            (Side::Prediction, SpanKind::Extra, table!("7")),
        ]
    );
    assert_eq!(
        score.spans[0].note,
        "1 of 4 numbers recovered, 1 of the 2 that stand there once"
    );
}
