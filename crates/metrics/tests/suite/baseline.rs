use crate::{score, score_with, spans};
use texlens_latex::Outline;
use texlens_metrics::{Evidence, Input, Settings, Side, SpanKind, metric};

/// Returns the texts of the spans of an invalid page; none for a valid one.
fn faults(page: &str) -> Vec<&str> {
    let score = score("baseline", "another page", page);
    let faults: Vec<_> = spans(&score, "another page", page)
        .into_iter()
        .map(|(_, _, text)| text)
        .collect();
    assert_eq!(score.value(), Some(if faults.is_empty() { 1.0 } else { 0.0 }));
    faults
}

#[test]
fn ordinary_pages_are_valid() {
    for page in ["Hello world.", "\\section{A} $x$ Ωμέγα", "7", "naïve – “quoted” ≤ ∑"] {
        assert!(faults(page).is_empty(), "{page}");
    }
}

#[test]
fn a_page_needs_a_letter_or_digit() {
    assert_eq!(faults(""), [""]);
    assert_eq!(faults("... --- !!!"), ["... --- !!!"]);
}

#[test]
fn foreign_characters_and_emoji_are_shown_by_run() {
    assert_eq!(faults("a 中文 b カ"), ["中文", "カ"]);
    assert_eq!(faults("ok 😀🇨"), ["😀🇨"]);
    assert!(faults("한글").is_empty(), "the source's ranges leave out Hangul");
}

#[test]
fn thirty_repeats_are_allowed_and_thirty_one_are_a_loop() {
    let looping = |unit: &str, times| format!("start {}", unit.repeat(times));
    assert!(faults(&looping("a", 30)).is_empty());
    assert_eq!(faults(&looping("a", 31)), ["a".repeat(31)]);
    assert_eq!(faults(&looping("abcde", 31)), ["abcde".repeat(31)]);
    assert!(
        faults(&looping("abcdef", 60)).is_empty(),
        "six characters are more than five"
    );
    assert!(
        faults(&format!("{}. end", looping("a", 60))).is_empty(),
        "only the end counts"
    );
}

#[test]
fn white_space_runs_are_one_character() {
    assert!(faults(&format!("text{}", "\n".repeat(100))).is_empty());
    let page = format!("text {}", "0 \n".repeat(31));
    assert_eq!(faults(&page).len(), 1);
}

#[test]
fn settings_move_the_limits() {
    let mut settings = Settings::default();
    settings.set("baseline.max_repeats", "3").unwrap();
    assert_eq!(score_with(&settings, "baseline", "", "x abababab").value(), Some(0.0));
    settings.set("baseline.max_ngram", "1").unwrap();
    assert_eq!(score_with(&settings, "baseline", "", "x abababab").value(), Some(1.0));
}

#[test]
fn a_document_is_the_share_of_its_valid_pages() {
    let prediction = "one\n中\nthree";
    let pages = [0..3, 4..7, 8..13];
    let score_pages = |prediction_pages| {
        metric("baseline").unwrap().score(&Input {
            reference: &Outline::of(""),
            prediction: &Outline::of(prediction),
            reference_pages: &[],
            prediction_pages,
            evidence: &Evidence::default(),
            settings: &Settings::default(),
            scores: &[],
            shared: &texlens_metrics::Shared::default(),
        })
    };
    let score = score_pages(&pages);
    assert_eq!(score.value(), Some(2.0 / 3.0));
    assert_eq!(
        spans(&score, "", prediction),
        [(Side::Prediction, SpanKind::Extra, "中")]
    );
    assert_eq!(score_pages(&[]).value(), None);
}

#[test]
fn a_page_that_equals_its_reference_is_valid() {
    for page in ["", "\u{4e2d}", "... --- !!!"] {
        assert_eq!(score("baseline", page, &format!("{page} \n")).value(), Some(1.0));
        assert_eq!(score("baseline", "another page", page).value(), Some(0.0));
        let mut settings = Settings::default();
        settings.set("baseline.equal_is_valid", "false").unwrap();
        assert_eq!(score_with(&settings, "baseline", page, page).value(), Some(0.0));
    }
}
