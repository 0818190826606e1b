//! Citation coverage.
//!
//! # What it measures
//! Whether the citations in the text were recovered with keys that lead to the bibliography.
//!
//! # Formula
//! Valid citations of the prediction / citations of the reference, at most 1. Each key of a `\cite`-like command is one
//! citation. It is valid if it is the key of an entry in the bibliography of its side, or a number from 1 to the number
//! of these entries. Citations of the reference count if they are valid there; if it has no bibliography, all of them
//! count.
//!
//! # Example
//! ```text
//! reference: See \cite{a}, \cite{b}. @misc{a, title={A}} @misc{b, title={B}}
//! prediction: See \cite{a}, \cite{b}. @misc{a, title={A}}
//! score: 0.5 = 1 / 2
//! ```
//!
//! The second citation leads to no entry of the prediction.
//!
//! # Range and direction
//! 0 (no valid citation) to 1 (as many as the reference has, or more); higher is better.
//!
//! # Edge cases
//! No citation in the reference, or none that is valid there: undefined. No bibliography on either side, as on most
//! single pages: undefined, because there is nothing that a citation could lead to. With
//! `cc.undefined_without_bibliography` set to false, the value is then 0. This suits whole documents whose references
//! keep their entries in .bib files. Keys are compared with case and without white space around them.
//!
//! # Deviations from the paper
//! The paper's ratio can exceed 1, and is called precision although it is divided by the citations of the reference. It
//! counts all of these, so that no prediction is right on a page that cites an entry of another page
//! (`cc.every_citation`). Without a bibliography, it is 0 (`cc.undefined_without_bibliography`). In the paper, a key
//! “appears in the BibTeX content” (`cc.key_in_bibtex`); here it must be the key of an entry. Entries written as
//! `\bibitem` count here (`cc.bibitem`). The profile `texocr-letter` sets all four to the letter; the value can then
//! exceed 1, and a text can score below 1 against itself. Section 3.1 also asks for the right key in the right place,
//! for which appendix A.7 has no rule; see `cc_matched`.
//!
//! # Source
//! TexOCR-Bench, section 3.1 and appendix A.7.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use memchr::memmem;
use texlens_latex::{BibKind, Outline};
use texlens_vocabulary::{Kind, Score, Side, Span, SpanKind};

use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::settings::Parameter;
use crate::summary::quoted;

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &CitationCoverage;

/// Whether `\bibitem` creates an entry of the bibliography.
pub const BIBITEM: Parameter<bool> = Parameter {
    name: "cc.bibitem",
    default: true,
    about: "Whether \\bibitem creates an entry of the bibliography, like BibTeX.",
};

/// Whether the score is undefined if neither side has a bibliography.
pub const UNDEFINED_WITHOUT_BIBLIOGRAPHY: Parameter<bool> = Parameter {
    name: "cc.undefined_without_bibliography",
    default: true,
    about: "Whether the score is undefined if neither side has a bibliography; otherwise it is 0.",
};

/// Whether all citations of the reference count, without a limit of 1.
pub const EVERY_CITATION: Parameter<bool> = Parameter {
    name: "cc.every_citation",
    default: false,
    about: "Whether citations of the reference count even if its own bibliography does not list them, and values above 1 stay.",
};

/// Whether a key may occur anywhere in an entry.
pub const KEY_IN_BIBTEX: Parameter<bool> = Parameter {
    name: "cc.key_in_bibtex",
    default: false,
    about: "Whether a citation is valid if its key occurs anywhere in the bibliography; otherwise it must be an entry's key.",
};

pub(super) static INFO: Info = Info {
    id: "cc",
    name: "Citation coverage",
    about: "How many of the citations were recovered with a key that leads to the bibliography.",
    group: Group::Structural,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "TexOCR-Bench, appendix A.7",
    limits: "Only the number of valid citations counts, not which works are cited or where; cc_matched compares the keys.",
    headline: None,
    parameters: &[
        &BIBITEM,
        &UNDEFINED_WITHOUT_BIBLIOGRAPHY,
        &EVERY_CITATION,
        &KEY_IN_BIBTEX,
    ],
};

struct CitationCoverage;

impl Metric for CitationCoverage {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let reading = if input.settings.get(&EVERY_CITATION) {
            Reading::Letter
        } else {
            Reading::Capped
        };
        coverage(INFO.id, input, reading)
    }
}

/// How coverage is calculated from the numbers of valid citations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// The share of the citations that the reference's own bibliography lists, at most 1.
    Capped,
    /// The same without a limit; undefined if the bibliography does not list all citations of the reference.
    Uncapped,
    /// The letter of the paper: divided by all citations of the reference, without a limit.
    Letter,
}

/// Returns valid citations / citations of the reference. Time is linear; if a key may occur anywhere in the
/// bibliography, each citation takes one search through it.
pub(crate) fn coverage(metric: &'static str, input: &Input<'_>, reading: Reading) -> Score {
    let all = keys(input.reference).count();
    if all == 0 {
        return Score::undefined(metric, "the reference has no citation");
    }
    let [listed, entries] = [input.reference, input.prediction].map(|outline| Entries::of(outline, input));
    let undefined_without = reading == Reading::Uncapped || input.settings.get(&UNDEFINED_WITHOUT_BIBLIOGRAPHY);
    if listed.count == 0 && entries.count == 0 && undefined_without {
        return Score::undefined(metric, "neither side has a bibliography that a citation could lead to");
    }
    let explained = match listed.count {
        0 => all,
        _ => keys(input.reference).filter(|key| listed.has(key)).count(),
    };
    if reading == Reading::Uncapped && explained < all {
        let reason = format!(
            "{} of the reference's {all} citations do not lead to its own bibliography",
            all - explained
        );
        return Score::undefined(metric, reason);
    }
    let total = if reading == Reading::Letter { all } else { explained };
    if total == 0 {
        return Score::undefined(metric, "no citation of the reference leads to its bibliography");
    }
    let invalid: Vec<&str> = keys(input.prediction).filter(|key| !entries.has(key)).collect();
    let valid = keys(input.prediction).count() - invalid.len();
    let mut summary = format!("valid citations: {valid}; the reference has {total}");
    if !invalid.is_empty() {
        summary = format!("{summary}; without an entry: {}", quoted(&invalid));
    }
    let (_, mut spans) = unmatched(Side::Reference, input.reference, input.prediction);
    if valid >= total {
        spans.iter_mut().for_each(excuse);
    }
    spans.extend(prediction_spans(input.prediction, &entries));
    let counted = if reading == Reading::Capped {
        valid.min(total)
    } else {
        valid
    };
    Score::rate(metric, counted as f64, total as f64, spans).saying(summary)
}

/// If the prediction has enough valid citations, a citation whose key is missing there has not lowered the score.
fn excuse(span: &mut Span) {
    if span.kind == SpanKind::Missing {
        span.kind = SpanKind::Ignored;
        span.note = format!("{}; only the number of citations counts", span.note);
    }
}

/// Returns every cited key in order, as often as it is cited.
pub(crate) fn keys<'a>(outline: &'a Outline<'_>) -> impl Iterator<Item = &'a str> {
    let text = |range: &Range<usize>| outline.source.get(range.clone()).unwrap_or_default();
    outline.citations().iter().flat_map(|citation| &citation.keys).map(text)
}

/// The entries of a bibliography.
struct Entries<'a> {
    count: usize,
    keys: HashSet<&'a str>,
    /// The text of all entries, if a key may occur anywhere in it.
    content: Option<String>,
}

impl<'a> Entries<'a> {
    fn of(outline: &'a Outline<'_>, input: &Input<'_>) -> Self {
        let bibitem = input.settings.get(&BIBITEM);
        let entries = outline.bibliography().iter();
        let entries = entries.filter(|entry| entry.key.is_some() && (bibitem || entry.kind == BibKind::BibTeX));
        let keys = entries
            .clone()
            .filter_map(|entry| outline.source.get(entry.key.clone()?));
        let texts = entries
            .clone()
            .filter_map(|entry| outline.source.get(entry.range.clone()));
        Self {
            count: entries.count(),
            keys: keys.collect(),
            content: input.settings.get(&KEY_IN_BIBTEX).then(|| texts.collect()),
        }
    }

    fn has(&self, key: &str) -> bool {
        let stands = |content: &String| !key.is_empty() && memmem::find(content.as_bytes(), key.as_bytes()).is_some();
        self.keys.contains(key)
            || key.parse().is_ok_and(|number| (1..=self.count).contains(&number))
            || self.content.as_ref().is_some_and(stands)
    }
}

/// Returns the citations of a side that the other side lacks, and a span for each citation command. Citations are
/// matched by key, as often as both sides have them.
pub(crate) fn unmatched<'a>(side: Side, outline: &'a Outline<'_>, other: &Outline<'_>) -> (Vec<&'a str>, Vec<Span>) {
    let mut left: HashMap<&str, usize> = HashMap::new();
    for key in keys(other) {
        *left.entry(key).or_default() += 1;
    }
    let (mut unmatched, mut spans) = (Vec::new(), Vec::new());
    for citation in outline.citations() {
        let before = unmatched.len();
        for key in citation.keys.iter().filter_map(|key| outline.source.get(key.clone())) {
            match left.get_mut(key).filter(|left| **left > 0) {
                Some(left) => *left -= 1,
                None => unmatched.push(key),
            }
        }
        let alone = unmatched.get(before..).unwrap_or_default();
        let (kind, note) = match side {
            _ if alone.is_empty() => (SpanKind::Match, String::new()),
            Side::Reference => (
                SpanKind::Missing,
                format!("not cited in the prediction: {}", quoted(alone)),
            ),
            Side::Prediction => (
                SpanKind::Extra,
                format!("not cited in the reference: {}", quoted(alone)),
            ),
        };
        spans.push(Span::new(side, citation.range.clone(), kind, note));
    }
    (unmatched, spans)
}

/// Returns a span for each citation, with the keys that lead to no entry.
fn prediction_spans<'a>(prediction: &'a Outline<'_>, entries: &'a Entries<'_>) -> impl Iterator<Item = Span> + 'a {
    prediction.citations().iter().map(|citation| {
        let cited = citation
            .keys
            .iter()
            .filter_map(|key| prediction.source.get(key.clone()));
        let invalid: Vec<&str> = cited.filter(|key| !entries.has(key)).collect();
        let (kind, note) = if invalid.is_empty() {
            (SpanKind::Match, String::new())
        } else {
            (
                SpanKind::Extra,
                format!("no entry in the bibliography: {}", quoted(&invalid)),
            )
        };
        Span::new(Side::Prediction, citation.range.clone(), kind, note)
    })
}
