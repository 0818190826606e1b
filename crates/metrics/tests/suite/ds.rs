use crate::{check, defined, score, score_with, spans};
use texlens_metrics::{Settings, Side, SpanKind};

#[test]
fn values() {
    check(
        "ds",
        &[
            defined("equal", "a b", "a b", 1.0),
            defined("one of four characters changed", "abcd", "abxd", 0.75),
            defined("the longer text is the measure", "ab", "abcd", 0.5),
            defined("nothing in common", "ab", "xy", 0.0),
            defined("characters are code points", "αβγδ", "αβγ", 0.75),
            defined("two empty texts are equal", "", "", 1.0),
            defined("one empty text", "", "a", 0.0),
            defined("white space counts", "a b", "a\nb", 2.0 / 3.0),
            defined("BibTeX does not count on the generated side", "ab", "ab@misc{x}", 0.2),
            defined(
                "nor on a side that carries it",
                "ab\n@misc{x, t={A}}\n@book{y}\ncd",
                "ab\ncd",
                1.0,
            ),
            defined("nothing but BibTeX is nothing", "@misc{x}", "@misc{y}\n", 1.0),
        ],
    );
}

#[test]
fn spans_show_the_differing_regions_and_what_was_left_out() {
    let (reference, prediction) = ("one two three\n@misc{x}", "one 2 three four");
    let score = score("ds", reference, prediction);
    assert_eq!(
        spans(&score, reference, prediction),
        [
            (Side::Reference, SpanKind::Ignored, "@misc{x}"),
            (Side::Reference, SpanKind::Different, "two"),
            (Side::Prediction, SpanKind::Different, "2"),
            (Side::Reference, SpanKind::Different, "\n"),
            (Side::Prediction, SpanKind::Different, " four"),
        ]
    );
}

#[test]
fn bibtex_of_the_reference_counts_if_it_should() {
    let mut settings = Settings::default();
    settings.set("ds.keep_reference_bibtex", "true").unwrap();
    for (reference, prediction, expected) in [
        ("ab", "ab@misc{x}", 0.2),
        ("ab\n", "ab\n@misc{x}", 1.0),
        // 3 of 11 characters of the prediction remain.
        ("ab\n@misc{x}", "ab\n@misc{x}", 3.0 / 11.0),
    ] {
        let value = score_with(&settings, "ds", reference, prediction).value().unwrap();
        assert!((value - expected).abs() < 1e-12, "{reference}: {value}");
    }
}
