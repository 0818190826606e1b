use crate::{case, check, score, score_with, spans};
use texlens_metrics::{Settings, Side, SpanKind, TEXOCR_LETTER};

const TWO_ENTRIES: &str = "\\cite{a} and \\citep[p. 2]{b}\n@misc{a, title={A}}\n@misc{b}";

#[test]
fn values() {
    let capped = [
        case("the same", TWO_ENTRIES, TWO_ENTRIES, Some(1.0)),
        case("one of two", TWO_ENTRIES, "\\cite{a}\n@misc{a}", Some(0.5)),
        case(
            "keys are those of the prediction's entries",
            TWO_ENTRIES,
            "\\cite{x, y}\n@misc{x}\n@misc{y}",
            Some(1.0),
        ),
        case(
            "a key without an entry is not valid",
            TWO_ENTRIES,
            "\\cite{a,b}\n@misc{b}",
            Some(0.5),
        ),
        case(
            "numbers up to the number of entries are",
            TWO_ENTRIES,
            "\\cite{1}\\cite{2}\n@misc{x}\n@misc{y}",
            Some(1.0),
        ),
        case("no others", TWO_ENTRIES, "\\cite{0,3}\n@misc{x}\n@misc{y}", Some(0.0)),
        case("case counts", TWO_ENTRIES, "\\cite{A,B}\n@misc{a}\n@misc{b}", Some(0.0)),
        case(
            "a part of an entry is no key",
            TWO_ENTRIES,
            "\\cite{title}\n@misc{x, title={A}}",
            Some(0.0),
        ),
        case(
            "an entry of thebibliography",
            TWO_ENTRIES,
            "\\cite{x}\\cite{y}\\bibitem{x}X.\\bibitem{y}Y.",
            Some(1.0),
        ),
        case("a bibliography left out", TWO_ENTRIES, "\\cite{a}\\cite{b}", Some(0.0)),
        case("nothing predicted", TWO_ENTRIES, "", Some(0.0)),
        case("no citation to recover", "@misc{a}", "\\cite{a}\n@misc{a}", None),
        case("no bibliography anywhere", "\\cite{a}", "\\cite{a}", None),
        case(
            "entries of the reference may be elsewhere",
            "\\cite{a}\\cite{b}",
            "\\cite{a}\n@misc{a}",
            Some(0.5),
        ),
        case("Markdown cites nothing", TWO_ENTRIES, "[1] and [2]", Some(0.0)),
    ];
    check("cc", &capped);
    check("cc_uncapped", &capped);

    let thrice = "\\cite{a,a,a,a,a}\n@misc{a}";
    check("cc", &[case("capped", TWO_ENTRIES, thrice, Some(1.0))]);
    check("cc_uncapped", &[case("not capped", TWO_ENTRIES, thrice, Some(2.5))]);

    // This page cites three works and lists one of them, as the last page of a text may.
    let partial = "\\cite{7}\\cite{a,b}\n@misc{7}";
    check("cc", &[case("the reference's own keys", partial, partial, Some(1.0))]);
    check("cc_uncapped", &[case("not all can be found", partial, partial, None)]);
    check(
        "cc",
        &[case(
            "none is listed",
            "\\cite{a}\n@misc{b}",
            "\\cite{b}\n@misc{b}",
            None,
        )],
    );
}

#[test]
fn matched_keys_are_a_harmonic_mean() {
    check(
        "cc_matched",
        &[
            case(
                "the same keys, in any order",
                "\\cite{a}\\citet{b}",
                "\\cite{b,a}",
                Some(1.0),
            ),
            case(
                "one of two on both sides",
                "\\cite{a}\\cite{b}",
                "\\cite{a}\\cite{c}",
                Some(0.5),
            ),
            case(
                "as often as both have it: 2 * 1 / 4",
                "\\cite{a,a,a}",
                "\\cite{a}",
                Some(0.5),
            ),
            case("nothing predicted", "\\cite{a}", "", Some(0.0)),
            case("nothing to cite", "", "\\cite{a}", Some(0.0)),
            case("no citation on either side", "a", "b", None),
        ],
    );
    let (reference, prediction) = ("\\cite{a,b}", "\\cite{a,c}");
    let score = score("cc_matched", reference, prediction);
    assert_eq!(
        score.summary,
        "1 of 2 citations are in the prediction; missing: “b”; too many: “c”"
    );
    assert_eq!(
        spans(&score, reference, prediction),
        [
            (Side::Reference, SpanKind::Missing, reference),
            (Side::Prediction, SpanKind::Extra, prediction)
        ]
    );
}

#[test]
fn settings_change_what_is_an_entry_and_what_none_means() {
    let with = |name: &str, reference, prediction| {
        let mut settings = Settings::default();
        settings.set(name, "false").unwrap();
        score_with(&settings, "cc", reference, prediction).value()
    };
    let bibitem = "\\cite{x}\\bibitem{x}X.";
    assert_eq!(with("cc.bibitem", TWO_ENTRIES, bibitem), Some(0.0));
    assert_eq!(
        with("cc.undefined_without_bibliography", "\\cite{a}", "\\cite{a}"),
        Some(0.0)
    );
}

#[test]
fn the_sentence_and_the_spans_name_invalid_keys() {
    let prediction = "\\cite{a} \\cite{c}\n@misc{a}";
    let score = score("cc", TWO_ENTRIES, prediction);
    assert_eq!(
        score.summary,
        "valid citations: 1; the reference has 2; without an entry: “c”"
    );
    assert_eq!(
        spans(&score, TWO_ENTRIES, prediction),
        [
            (Side::Reference, SpanKind::Match, "\\cite{a}"),
            (Side::Reference, SpanKind::Missing, "\\citep[p. 2]{b}"),
            (Side::Prediction, SpanKind::Match, "\\cite{a}"),
            (Side::Prediction, SpanKind::Extra, "\\cite{c}"),
        ]
    );
}

#[test]
fn other_keys_are_no_fault_where_there_are_enough_citations() {
    let prediction = "\\cite{1,2}\n@misc{1}@misc{2}";
    let score = score("cc", TWO_ENTRIES, prediction);
    assert_eq!(score.value(), Some(1.0));
    assert!(
        score.spans.iter().all(|span| span.kind != SpanKind::Missing),
        "{score:?}"
    );
}

#[test]
fn the_letter_counts_every_citation_and_knows_no_bibliography() {
    let mut letter = Settings::default();
    letter.set("profile", TEXOCR_LETTER).unwrap();
    for (why, reference, prediction, expected) in [
        ("no bibliography", "\\cite{a}", "\\cite{a}", Some(0.0)),
        ("nothing to cite", "a", "\\cite{a}", None),
        (
            "one of three is listed",
            "\\cite{7}\\cite{a,b}\n@misc{7}",
            "\\cite{7}\n@misc{7}",
            Some(1.0 / 3.0),
        ),
        ("not capped", TWO_ENTRIES, "\\cite{a,a,a}\n@misc{a}", Some(1.5)),
        (
            "in a title",
            "\\cite{x}\n@misc{x}",
            "\\cite{Rust}\n@misc{k, title={On Rust}}",
            Some(1.0),
        ),
        (
            "\\bibitem is no BibTeX",
            "\\cite{x}\n@misc{x}",
            "\\cite{x}\\bibitem{x}X.",
            Some(0.0),
        ),
    ] {
        assert_eq!(
            score_with(&letter, "cc", reference, prediction).value(),
            expected,
            "{why}"
        );
    }
}
