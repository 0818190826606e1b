//! Complex text preservation.
//!
//! # What it measures
//! Whether running text survives to the letter. One plain sentence of each section of the reference is searched for in
//! the whole prediction.
//!
//! # Formula
//! Found sentences / sentences. Each section gives its first sentence with at least `ctp.min_words` words and without
//! commands or mathematics, if it has one. A section is the text from a heading (`\section` to `\subsubsection`,
//! starred or not) to the next one of any level. A sentence is found if it is a substring of the prediction, with case
//! and punctuation. A word is a run of characters between white space that contains a letter or digit.
//!
//! # Example
//! ```text
//! reference:
//!   \section{Tides} The sea rises and falls twice on most days.
//!   \section{Winds} The wind blows from the west for most of the year.
//! prediction:
//!   \section{Tides} The sea rises and falls twice on most days.
//!   \section{Winds} The wind blows from the vest for most of the year.
//! score: 0.5 = 1 / 2
//! ```
//!
//! # Range and direction
//! 0 (no sentence found) to 1 (all found); higher is better.
//!
//! # Edge cases
//! A sentence in a comment, or in text that TeX skips, is not found. No section with such a sentence, as in an empty
//! reference: undefined. Text before the first heading is front matter or, on a page, the end of a section that began
//! earlier. It is a section only if no other section gives a sentence, as in a text without headings, or if
//! `ctp.leading_text` is set. A sentence that occurs in the prediction more than once is shown at its first place.
//!
//! # Deviations from the paper
//! The paper leaves open which sentence is used, what a section is, and what happens without one; the rules above are
//! those of texlens. White space is collapsed on both sides before matching, because a line may be broken anywhere in
//! LaTeX. `ctp.collapse_whitespace` set to false is the strict reading, as is `ctp_strict`.
//!
//! # Source
//! TexOCR-Bench, section 3.1 and appendix A.1.

use std::ops::Range;

use memchr::memmem;
use texlens_latex::{Outline, Section};
use texlens_vocabulary::{Kind, Score, Side, Span, SpanKind};

use crate::collapse::{Collapsed, collapse};
use crate::metric::{Direction, Group, Headline, Info, Input, Metric, Need};
use crate::settings::{Parameter, Settings};
use crate::summary::of_what;

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &ComplexTextPreservation;

/// The minimum number of words of a sentence.
pub const MIN_WORDS: Parameter<usize> = Parameter {
    name: "ctp.min_words",
    default: 8,
    about: "Minimum number of words of a sentence that is searched for.",
};

/// Whether runs of white space count as one space.
pub const COLLAPSE_WHITESPACE: Parameter<bool> = Parameter {
    name: "ctp.collapse_whitespace",
    default: true,
    about: "Whether every run of white space counts as one space, on both sides.",
};

/// Whether the text before the first heading is a section.
pub const LEADING_TEXT: Parameter<bool> = Parameter {
    name: "ctp.leading_text",
    default: false,
    about: "Whether the text before the first heading is a section even if others give a sentence.",
};

pub(super) static INFO: Info = Info {
    id: "ctp",
    name: "Complex text preservation",
    about: "The share of sections of which one plain sentence is in the prediction verbatim.",
    group: Group::Fidelity,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "TexOCR-Bench, appendix A.1",
    limits: "",
    headline: Some(Headline {
        label: "CTP",
        places: &[(Kind::Page, 2), (Kind::Document, 2)],
    }),
    parameters: &[&MIN_WORDS, &COLLAPSE_WHITESPACE, &LEADING_TEXT],
};

struct ComplexTextPreservation;

impl Metric for ComplexTextPreservation {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        preservation(INFO.id, input, input.settings.get(&COLLAPSE_WHITESPACE))
    }
}

/// Returns the share of sentences that are in the prediction. Each sentence takes one pass over the prediction.
pub(crate) fn preservation(metric: &'static str, input: &Input<'_>, collapse_whitespace: bool) -> Score {
    let sentences = representative_sentences(input.reference, input.settings);
    if sentences.is_empty() {
        let words = input.settings.get(&MIN_WORDS);
        let reason = format!("no section of the reference has a plain sentence of {words} words or more");
        return Score::undefined(metric, reason);
    }
    let prediction = input.prediction.uncommented();
    let haystack = Haystack::of(&prediction, collapse_whitespace);
    let mut found = 0_usize;
    let mut spans = Vec::new();
    for sentence in &sentences {
        let text = input.reference.source.get(sentence.clone()).unwrap_or_default();
        match haystack.find(text) {
            Some(place) => {
                found += 1;
                spans.push(Span::new(Side::Reference, sentence.clone(), SpanKind::Match, "found"));
                spans.push(Span::new(
                    Side::Prediction,
                    place,
                    SpanKind::Match,
                    "sentence of the reference",
                ));
            }
            None => {
                let note = "not found in the prediction";
                spans.push(Span::new(Side::Reference, sentence.clone(), SpanKind::Missing, note));
            }
        }
    }
    let summary = summary(input.reference.source, found, &spans);
    Score::rate(metric, found as f64, sentences.len() as f64, spans).saying(summary)
}

fn summary(reference: &str, found: usize, spans: &[Span]) -> String {
    let missing: Vec<&str> = spans
        .iter()
        .filter(|span| span.kind == SpanKind::Missing)
        .filter_map(|span| reference.get(span.range.clone()))
        .collect();
    of_what(
        found,
        found + missing.len(),
        "sentences stand in the prediction",
        "missing",
        &missing,
    )
}

/// Returns the sentence of each section that has one, as byte ranges of the reference.
fn representative_sentences(reference: &Outline<'_>, settings: &Settings) -> Vec<Range<usize>> {
    let min_words = settings.get(&MIN_WORDS);
    let is_long = |range: &Range<usize>| {
        reference
            .source
            .get(range.clone())
            .is_some_and(|s| words(s) >= min_words)
    };
    let sentence = |section: Section<'_>| reference.plain_sentences(section.body).into_iter().find(is_long);
    let (leading, headed): (Vec<_>, Vec<_>) = reference
        .sections()
        .into_iter()
        .partition(|section| section.heading.is_none());
    let of_headed: Vec<_> = headed.into_iter().filter_map(sentence).collect();
    if of_headed.is_empty() || settings.get(&LEADING_TEXT) {
        leading.into_iter().filter_map(sentence).chain(of_headed).collect()
    } else {
        of_headed
    }
}

fn words(sentence: &str) -> usize {
    sentence
        .split_whitespace()
        .filter(|word| word.contains(char::is_alphanumeric))
        .count()
}

/// The prediction, prepared for searching.
enum Haystack<'a> {
    AsGiven(&'a str),
    Collapsed(Collapsed),
}

impl<'a> Haystack<'a> {
    fn of(prediction: &'a str, collapse_whitespace: bool) -> Self {
        if collapse_whitespace {
            Self::Collapsed(Collapsed::of(prediction))
        } else {
            Self::AsGiven(prediction)
        }
    }

    /// Returns the byte range of the first occurrence of the sentence in the prediction as given.
    fn find(&self, sentence: &str) -> Option<Range<usize>> {
        match self {
            Self::AsGiven(text) => {
                let start = memmem::find(text.as_bytes(), sentence.as_bytes())?;
                Some(start..start + sentence.len())
            }
            Self::Collapsed(collapsed) => {
                let sentence = collapse(sentence);
                let start = memmem::find(collapsed.text.as_bytes(), sentence.as_bytes())?;
                Some(collapsed.origin(start..start + sentence.len()))
            }
        }
    }
}
