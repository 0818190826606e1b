use crate::{Case, check, score, score_with, spans};
use texlens_metrics::{Settings, Side, SpanKind};

const TWO_SECTIONS: &str = "\\section{A}\n\
    We use $x$ here and this sentence is not plain at all. Too short. \
    This one is the first plain sentence with eight words.\n\
    \\subsection{B}\n\
    The second section has a plain sentence of its own.";

const LEADING: &str = "This plain sentence belongs to the page before this one.\n\n\
    \\section{A}\nThis plain sentence stands in a section with a heading.";

#[test]
fn values() {
    check(
        "ctp",
        &[
            Case {
                why: "both sentences are there",
                reference: TWO_SECTIONS,
                prediction: TWO_SECTIONS,
                value: Some(1.0),
            },
            Case {
                why: "one of two is found, wherever it stands",
                reference: TWO_SECTIONS,
                prediction: "The second section has a plain sentence of its own.",
                value: Some(0.5),
            },
            Case {
                why: "nothing is found in an empty prediction",
                reference: TWO_SECTIONS,
                prediction: "",
                value: Some(0.0),
            },
            Case {
                why: "case counts",
                reference: "All letters of this sentence are to be found exactly.",
                prediction: "all letters of this sentence are to be found exactly.",
                value: Some(0.0),
            },
            Case {
                why: "punctuation counts",
                reference: "All letters, of this sentence, are to be found exactly.",
                prediction: "All letters of this sentence are to be found exactly.",
                value: Some(0.0),
            },
            Case {
                why: "a line may be broken anywhere on either side",
                reference: "All words of this\nsentence are to  be found exactly.",
                prediction: "x All words of\tthis sentence\r\nare to be found exactly. y",
                value: Some(1.0),
            },
            Case {
                why: "a text without headings is one section",
                reference: "This plain sentence stands on a page without headings. So does this one.",
                prediction: "This plain sentence stands on a page without headings.",
                value: Some(1.0),
            },
            Case {
                why: "text before the first heading is no section when another gives a sentence",
                reference: LEADING,
                prediction: "This plain sentence stands in a section with a heading.",
                value: Some(1.0),
            },
            Case {
                why: "it is one when no other does",
                reference: "This plain sentence stands before the only heading here.\n\n\\section{References}",
                prediction: "",
                value: Some(0.0),
            },
            Case {
                why: "an empty reference has no sentence",
                reference: "",
                prediction: "Anything.",
                value: None,
            },
            Case {
                why: "seven words are too few",
                reference: "This sentence has only seven words exactly.",
                prediction: "This sentence has only seven words exactly.",
                value: None,
            },
            Case {
                why: "a title or a BibTeX entry is no running text",
                reference: "\\section{A title is not a sentence even if it is long.}\n\
                    @misc{a,\n note = {A note is not a sentence even if it is long.}\n}",
                prediction: "",
                value: None,
            },
        ],
    );
}

#[test]
fn settings_change_what_is_looked_for() {
    let with = |setting: (&str, &str), reference, prediction| {
        let mut settings = Settings::default();
        settings.set(setting.0, setting.1).unwrap();
        score_with(&settings, "ctp", reference, prediction).value()
    };
    let broken = (
        "All words of this sentence are to be found.",
        "All words of this\nsentence are to be found.",
    );
    assert_eq!(
        with(("ctp.collapse_whitespace", "false"), broken.0, broken.1),
        Some(0.0)
    );
    assert_eq!(with(("ctp.collapse_whitespace", "true"), broken.0, broken.1), Some(1.0));
    assert_eq!(with(("ctp.min_words", "2"), "Too short.", "Too short."), Some(1.0));
    let headed = "This plain sentence stands in a section with a heading.";
    assert_eq!(with(("ctp.leading_text", "true"), LEADING, headed), Some(0.5));
}

#[test]
fn spans_show_the_sentences_and_their_places() {
    let prediction = "é The second section has a\n plain sentence of its own. z";
    let score = score("ctp", TWO_SECTIONS, prediction);
    assert_eq!(
        spans(&score, TWO_SECTIONS, prediction),
        [
            (
                Side::Reference,
                SpanKind::Missing,
                "This one is the first plain sentence with eight words."
            ),
            (
                Side::Reference,
                SpanKind::Match,
                "The second section has a plain sentence of its own."
            ),
            (
                Side::Prediction,
                SpanKind::Match,
                "The second section has a\n plain sentence of its own."
            ),
        ]
    );
}

#[test]
fn the_strict_reading_keeps_line_breaks() {
    let broken = "All words of this\nsentence are to be found.";
    let joined = "All words of this sentence are to be found.";
    let value = |reference, prediction| score("ctp_strict", reference, prediction).value();
    assert_eq!(
        [value(joined, broken), value(broken, joined), value(broken, broken)],
        [Some(0.0), Some(0.0), Some(1.0)]
    );
}
