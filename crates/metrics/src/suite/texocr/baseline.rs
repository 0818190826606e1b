//! Baseline validity check.
//!
//! # What it measures
//! Whether each predicted page is usable at all: gross failures of a generating model, not accuracy.
//!
//! # Formula
//! Valid pages / pages. A page is valid if it is not empty, contains a letter or digit, contains no Chinese or Japanese
//! character and no emoji, and does not end in a loop. A loop is a sequence of 1 to `baseline.max_ngram` characters
//! that is repeated more than `baseline.max_repeats` times at the very end, after runs of white space are collapsed.
//!
//! # Example
//! ```text
//! reference: The tide rises.
//! reference: It falls.
//! reference: It rises again.
//! prediction: The tide rises.
//! prediction:
//! prediction: 潮が満ちる
//! score: 0.333 = 1 / 3
//! ```
//!
//! The second of three pages is empty, the third is in Japanese.
//!
//! # Range and direction
//! 0 (no page is valid) to 1 (all are valid); higher is better.
//!
//! # Edge cases
//! A document without pages: undefined. A single text is one page. A page that equals the reference's page of the same
//! number, apart from white space, is valid (`baseline.equal_is_valid`): a blank page, or one in Chinese, may be right.
//! Otherwise, an empty page is not valid. Comments, and text that TeX skips, are not part of a page.
//!
//! # Deviations from the paper
//! The paper specifies neither the lengths and counts of a loop nor the characters. They are those of the baseline test
//! of olmOCR-bench: U+4E00–9FFF, U+3040–30FF, U+1F300–1F64F, U+1F680–1F6FF, U+1F1E0–1F1FF. So Hangul and other emoji
//! pass. That test ignores the reference, so a correct blank page fails.
//!
//! # Source
//! TexOCR-Bench, appendix A.5; olmOCR-bench, baseline test.

use std::ops::Range;

use texlens_vocabulary::{Kind, Score, Side, Span, SpanKind};

use crate::collapse::{Collapsed, collapse};
use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::page_faults;
use crate::settings::{Parameter, Settings};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &Baseline;

/// The longest sequence whose repetition is a loop.
pub const MAX_NGRAM: Parameter<usize> = Parameter {
    name: "baseline.max_ngram",
    default: 5,
    about: "Longest sequence of characters whose repetition at the end of a page is searched for.",
};

/// The largest number of repetitions that is not yet a loop.
pub const MAX_REPEATS: Parameter<usize> = Parameter {
    name: "baseline.max_repeats",
    default: 30,
    about: "Maximum number of times that a sequence may be repeated at the end of a page.",
};

/// Whether a page that equals its reference is valid whatever its content.
pub const EQUAL_IS_VALID: Parameter<bool> = Parameter {
    name: "baseline.equal_is_valid",
    default: true,
    about: "Whether a page that equals the reference's is valid whatever its content; otherwise a correct blank page is not.",
};

pub(super) static INFO: Info = Info {
    id: "baseline",
    name: "Baseline validity",
    about: "Whether the prediction is usable at all: neither empty, nor in a foreign script, nor caught in a loop.",
    group: Group::Usability,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "TexOCR-Bench, appendix A.5; olmOCR-bench, baseline test",
    limits: "",
    headline: None,
    parameters: &[&MAX_NGRAM, &MAX_REPEATS, &EQUAL_IS_VALID],
};

struct Baseline;

impl Metric for Baseline {
    fn info(&self) -> &'static Info {
        &INFO
    }

    /// Scores a sample, in time linear in the length of the prediction times `baseline.max_ngram`.
    fn score(&self, input: &Input<'_>) -> Score {
        if input.prediction_pages.is_empty() {
            return Score::undefined(INFO.id, "the prediction has no pages");
        }
        let prediction = input.prediction.uncommented();
        let mut spans = Vec::new();
        let mut valid = 0;
        for (index, range) in input.prediction_pages.iter().enumerate() {
            let mut faults = faults(&prediction, range, input.settings);
            if !faults.is_empty() && input.settings.get(&EQUAL_IS_VALID) && equals_reference(input, index) {
                faults.clear();
            }
            valid += u32::from(faults.is_empty());
            spans.extend(faults);
        }
        let pages = input.prediction_pages.len();
        let summary = match spans.first() {
            None => format!("{valid} of {pages} pages are usable"),
            Some(fault) => format!("{valid} of {pages} pages are usable; for example, {}", fault.note),
        };
        Score::rate(INFO.id, f64::from(valid), pages as f64, spans).saying(summary)
    }
}

/// Whether a page of the prediction has the words of the reference's page of the same number.
fn equals_reference(input: &Input<'_>, index: usize) -> bool {
    let words = |text: &str, pages: &[Range<usize>]| {
        let page = text.get(pages.get(index)?.clone())?;
        Some(collapse(page))
    };
    let reference = words(input.reference.source, input.reference_pages);
    reference.is_some() && reference == words(input.prediction.source, input.prediction_pages)
}

/// Returns the faults that make a page invalid, with their places.
fn faults(prediction: &str, range: &Range<usize>, settings: &Settings) -> Vec<Span> {
    let page = prediction.get(range.clone()).unwrap_or_default();
    let mut faults = Vec::new();
    if page.is_empty() {
        faults.push(Span::new(
            Side::Prediction,
            range.clone(),
            SpanKind::Extra,
            "the page is empty",
        ));
    } else if !page.contains(char::is_alphanumeric) {
        faults.push(Span::new(
            Side::Prediction,
            range.clone(),
            SpanKind::Extra,
            "the page has no letter or digit",
        ));
    }
    faults.extend(disallowed_characters(page, range.start));
    faults.extend(trailing_loop(page, range.start, settings));
    faults
}

/// Returns one span for each run of disallowed characters of the same kind.
fn disallowed_characters(page: &str, offset: usize) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for (at, c) in page.char_indices().filter(|(_, c)| !c.is_ascii()) {
        let Some(what) = page_faults::disallowed(c) else {
            continue;
        };
        let range = offset + at..offset + at + c.len_utf8();
        match spans
            .last_mut()
            .filter(|last| last.range.end == range.start && last.note == what)
        {
            Some(last) => last.range.end = range.end,
            None => spans.push(Span::new(Side::Prediction, range, SpanKind::Extra, what)),
        }
    }
    spans
}

/// Returns the loop at the end of the page with the shortest sequence.
fn trailing_loop(page: &str, offset: usize, settings: &Settings) -> Option<Span> {
    let collapsed = Collapsed::of(page);
    let characters: Vec<char> = collapsed.text.chars().collect();
    let max_repeats = settings.get(&MAX_REPEATS);
    let (length, repeats) = (1..=settings.get(&MAX_NGRAM).min(characters.len()))
        .map(|length| (length, page_faults::trailing_repeats(&characters, length)))
        .find(|(_, repeats)| *repeats > max_repeats)?;
    let looping: usize = characters
        .iter()
        .rev()
        .take(length * repeats)
        .map(|c| c.len_utf8())
        .sum();
    let end = collapsed.text.len();
    let place = collapsed.origin(end - looping..end);
    let note = format!("the last {length} characters stand {repeats} times in a row; {max_repeats} are allowed");
    Some(Span::new(
        Side::Prediction,
        offset + place.start..offset + place.end,
        SpanKind::Extra,
        note,
    ))
}
