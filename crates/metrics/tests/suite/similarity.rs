//! The summaries and spans of the similarity metrics, and their behaviour at their limits. `gold_text` compares their
//! values with those of the libraries.

use texlens_metrics::{Outcome, Settings, Side, SpanKind, normalise_omnidocbench_formula, partial_ratio};

use crate::{check, defined, score, score_with, spans};

const REFERENCE: &str = "the cat sat on the mat";
const PREDICTION: &str = "the cat sat the mat";

#[test]
fn summaries_say_what_was_counted() {
    let cases = [
        (
            "bleu",
            "5 of 5 tokens, 3 of 4 pairs, 1 of 3 triples and 0 of 2 runs of four are in the reference; brevity penalty 0.82",
        ),
        (
            "sacrebleu",
            "5 of 5 tokens, 3 of 4 pairs, 1 of 3 triples and 0 of 2 runs of four are in the reference; brevity penalty 0.82",
        ),
        (
            "rouge1",
            "5 words in common; precision 1.000 (of 5), recall 0.833 (of 6)",
        ),
        (
            "rouge2",
            "3 pairs of words in common; precision 0.750 (of 4), recall 0.600 (of 5)",
        ),
        (
            "rougel",
            "5 words in order in common; precision 1.000 (of 5), recall 0.833 (of 6)",
        ),
        ("cer", "3 character edits on 22 characters of the reference"),
        ("wer", "1 word edit on 6 words of the reference"),
        ("mer", "5 words right, 1 word edit"),
        ("wil", "5 words right, of 6 in the reference and 5 in the prediction"),
        ("indel_similarity", "38 of 41 characters of both texts are in common"),
        (
            "partial_ratio",
            "84 % of the prediction and its best window are in common",
        ),
        (
            "omnidocbench_edit",
            "2 character edits between formulas of up to 17 characters",
        ),
    ];
    for (id, summary) in cases {
        assert_eq!(score(id, REFERENCE, PREDICTION).summary, summary, "{id}");
    }
}

#[test]
fn error_rates_show_where_the_texts_differ() {
    let (reference, prediction) = (" one two\nthree four ", "one 2\nthree four five");
    let word_errors = score("wer", reference, prediction);
    assert_eq!(
        spans(&word_errors, reference, prediction),
        [
            (Side::Reference, SpanKind::Different, "two\nthree"),
            (Side::Prediction, SpanKind::Different, "2\nthree"),
            (Side::Prediction, SpanKind::Extra, "five"),
        ]
    );
    let character_errors = score("cer", reference, prediction);
    assert_eq!(
        spans(&character_errors, reference, prediction),
        [
            (Side::Reference, SpanKind::Different, "two"),
            (Side::Prediction, SpanKind::Different, "2"),
            (Side::Prediction, SpanKind::Extra, " five"),
        ]
    );
}

#[test]
fn error_rates_have_no_upper_bound() {
    check(
        "cer",
        &[
            defined("a looping tail", "ab", "abababab", 3.0),
            defined(
                "an empty reference has as many errors as the prediction characters",
                " ",
                "abc",
                3.0,
            ),
            defined("nothing for nothing is right", "\n", "", 0.0),
        ],
    );
    check("wer", &[defined("three words for one", "a", "b c d", 3.0)]);
}

#[test]
fn settings_choose_the_tokens() {
    let value = |name: &str, text: &str, id| {
        let mut settings = Settings::default();
        settings.set(name, text).unwrap();
        score_with(&settings, id, "\\frac{a}{b} + c", "\\frac{a}{b} + d")
            .value()
            .unwrap()
    };
    assert!(value("bleu.tokens", "characters", "bleu") > value("bleu.tokens", "whitespace", "bleu"));
    assert!(value("sacrebleu.tokenize", "13a", "sacrebleu") > value("sacrebleu.tokenize", "none", "sacrebleu"));
    let mut settings = Settings::default();
    assert!(settings.set("sacrebleu.tokenize", "zh").is_err());
}

#[test]
fn benchmarks_values_have_four_decimals() {
    let value = score("pdf_parse_bench_levenshtein", "$abc$", "abd").value();
    assert_eq!(value, Some(0.6667));
}

#[test]
fn the_window_is_found_wherever_it_is() {
    assert!((partial_ratio("fox", "the quick brown fox") - 1.0).abs() < 1e-12);
    assert!((partial_ratio("", "") - 1.0).abs() < 1e-12);
    assert!(partial_ratio("", "a").abs() < 1e-12);
}

#[test]
fn texts_too_long_for_a_search_are_undefined_with_the_reason() {
    let undefined = |id, reference: &str, prediction: &str| match score(id, reference, prediction).outcome {
        Outcome::Undefined { reason } => reason,
        Outcome::Defined { value, .. } => panic!("{id}: {value}"),
    };
    let long = "a".repeat(50_000);
    assert!(undefined("partial_ratio", &long, &long).contains("50000"));
    let lines: String = (0..5_000).map(|line| format!("w{line}\n")).collect();
    assert!(undefined("rougelsum", &lines, &lines).contains("lines"));
}

/// Long runs of pieces at which the metrics split or for which they search.
#[test]
fn hostile_texts_are_scored() {
    for piece in ["\\[", "\\tag{", "a ", "-\n", ".", "&amp;", "\\"] {
        let text = piece.repeat((1 << 14) / piece.len());
        assert!(normalise_omnidocbench_formula(&text).len() <= text.len());
        for id in [
            "bleu",
            "sacrebleu",
            "chrf_pp",
            "rouge1",
            "rougel",
            "rougelsum",
            "mer",
            "pdf_parse_bench_bleu",
        ] {
            let value = score(id, &text, &text[..text.len() / 2]).value();
            assert!(
                value.is_some_and(|value| (0.0..=1.0).contains(&value)),
                "{id} {piece:?}: {value:?}"
            );
        }
    }
}
