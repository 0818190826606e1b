use crate::{check, defined, score, spans};
use texlens_metrics::{Side, SpanKind};

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
fn the_letter_of_the_paper_removes_bibtex_from_the_prediction_only() {
    check(
        "ds_generated_only",
        &[
            defined("a reference without entries", "ab", "ab@misc{x}", 0.2),
            defined("an entry on the generated side", "ab\n", "ab\n@misc{x}", 1.0),
            defined(
                "the reference's own entry is missed: 3 of 11 characters are left",
                "ab\n@misc{x}",
                "ab\n@misc{x}",
                3.0 / 11.0,
            ),
        ],
    );
}
