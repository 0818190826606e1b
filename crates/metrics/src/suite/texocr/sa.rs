//! Section accuracy.
//!
//! # What it measures
//! Whether the section titles of the prediction are those of the reference.
//!
//! # Formula
//! Precision: matched predicted titles / predicted titles, over `\section`, `\subsection` and `\subsubsection`, starred
//! or not. A numeric prefix ("3.2 ") is dropped and white space is collapsed. Two titles match if one contains the
//! other. Titles are matched one to one. Equal ones come first. Then each predicted title, in order, is matched with
//! the first remaining title of the reference that it contains or that contains it.
//!
//! # Example
//! ```text
//! reference: \section{Tides} \section{Winds} \section{Waves}
//! prediction: \section{Winds} \section{Ways}
//! score: 0.5 = 1 / 2
//! ```
//!
//! The prediction has two titles. One of them is a title of the reference.
//!
//! # Range and direction
//! 0 (no predicted title matches) to 1 (all match); higher is better. Missing titles do not lower it.
//!
//! # Edge cases
//! No headings on either side: undefined. Headings in the reference but none in the prediction: 0, so that omitting
//! every heading does not make the value undefined. An empty title matches only an empty one. A title that is only a
//! number keeps it.
//!
//! # Deviations from the paper
//! Section 3.1 asks that all titles and their levels be right. Appendix A.6, followed here, defines precision and
//! ignores the level; a differing level is noted in the span. Case counts. To bound the time on hostile input,
//! containment is searched for among the first 500 unmatched titles on each side.
//! # Source
//! TexOCR-Bench, section 3.1 and appendix A.6.

use std::collections::{HashMap, VecDeque};

use memchr::memmem;
use texlens_latex::{Heading, Level, Outline};
use texlens_vocabulary::{Kind, Score, Side, Span, SpanKind};

use crate::collapse::collapse;
use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::summary::{of_what, quoted};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &SectionAccuracy;

/// The number of titles on each side among which containment is searched for.
const MAX_COMPARED: usize = 500;

pub(super) static INFO: Info = Info {
    id: "sa",
    name: "Section accuracy",
    about: "The share of predicted section headings that are headings of the reference.",
    group: Group::Structural,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "TexOCR-Bench, appendix A.6",
    limits: "Missing headings and wrong levels cost nothing: one right heading alone scores 1. sa_f1 and sa_f1_levels count \
             them.",
    headline: None,
    parameters: &[],
};

struct SectionAccuracy;

impl Metric for SectionAccuracy {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let titles = Titles::compare(input, Levels::Ignored);
        if titles.reference.is_empty() && titles.predicted.is_empty() {
            return Score::undefined(INFO.id, NO_HEADINGS);
        }
        let (spans, summary) = (titles.spans(), titles.summary());
        if titles.predicted.is_empty() {
            return Score::value_of(INFO.id, 0.0, spans).saying(summary);
        }
        let matched = titles.matched();
        Score::rate(INFO.id, matched as f64, titles.predicted.len() as f64, spans).saying(summary)
    }
}

/// The reason for an undefined score without headings.
const NO_HEADINGS: &str = "neither side has a section heading";

/// Whether two titles must be on the same level to match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Levels {
    /// The levels may differ; a difference is noted.
    Ignored,
    /// The levels must be equal.
    Same,
}

/// The titles of both sides, matched.
struct Titles<'a> {
    reference: Vec<Title<'a>>,
    predicted: Vec<Title<'a>>,
    /// For each predicted title, the index of its reference title.
    matches: Vec<Option<usize>>,
}

/// Returns the harmonic mean of precision and recall over titles.
pub(crate) fn f1(metric: &'static str, input: &Input<'_>, levels: Levels) -> Score {
    let titles = Titles::compare(input, levels);
    let total = titles.reference.len() + titles.predicted.len();
    if total == 0 {
        return Score::undefined(metric, NO_HEADINGS);
    }
    let (spans, summary) = (titles.spans(), titles.summary());
    let matched = 2 * titles.matched();
    Score::rate(metric, matched as f64, total as f64, spans).saying(summary)
}

impl<'a> Titles<'a> {
    fn compare(input: &Input<'a>, levels: Levels) -> Self {
        let (reference, predicted) = (titles(input.reference), titles(input.prediction));
        let matches = match_titles(&reference, &predicted, levels);
        Self {
            reference,
            predicted,
            matches,
        }
    }

    fn matched(&self) -> usize {
        self.matches.iter().flatten().count()
    }

    fn summary(&self) -> String {
        summary(&self.reference, &self.predicted, &self.matches)
    }

    fn spans(&self) -> Vec<Span> {
        spans(&self.reference, &self.predicted, &self.matches)
    }
}

struct Title<'a> {
    heading: &'a Heading,
    /// The normalised text.
    text: String,
}

fn titles<'a>(outline: &'a Outline<'_>) -> Vec<Title<'a>> {
    let title = |heading: &'a Heading| {
        let text = outline.source.get(heading.title.clone()).unwrap_or_default();
        Title {
            heading,
            text: normalise(text),
        }
    };
    outline.headings().iter().map(title).collect()
}

fn normalise(title: &str) -> String {
    let title = collapse(title);
    match without_number(&title) {
        Some(rest) => rest.to_owned(),
        None => title,
    }
}

/// Returns the title after a prefix such as "3 ", "3.2 " or "3.2. "; `None` without such a prefix.
fn without_number(title: &str) -> Option<&str> {
    let (number, rest) = title.split_once(' ')?;
    let is_number =
        number.starts_with(|c: char| c.is_ascii_digit()) && number.chars().all(|c| c.is_ascii_digit() || c == '.');
    is_number.then_some(rest)
}

/// Returns, for each predicted title, the index of its reference title.
fn match_titles(reference: &[Title<'_>], predicted: &[Title<'_>], levels: Levels) -> Vec<Option<usize>> {
    let level = |title: &Title<'_>| (levels == Levels::Same).then_some(title.heading.level);
    let mut free: HashMap<(Option<Level>, &str), VecDeque<usize>> = HashMap::new();
    for (index, title) in reference.iter().enumerate() {
        free.entry((level(title), &title.text)).or_default().push_back(index);
    }
    let mut matches: Vec<Option<usize>> = predicted
        .iter()
        .map(|title| free.get_mut(&(level(title), title.text.as_str()))?.pop_front())
        .collect();

    let mut left: Vec<usize> = free.into_values().flatten().collect();
    left.retain(|index| !reference[*index].text.is_empty());
    left.sort_unstable();
    left.truncate(MAX_COMPARED);
    let unmatched = predicted
        .iter()
        .zip(&mut matches)
        .filter(|(title, m)| m.is_none() && !title.text.is_empty());
    for (title, matched) in unmatched.take(MAX_COMPARED) {
        let contained = |index: &usize| {
            let other = &reference[*index];
            level(other) == level(title) && one_contains_the_other(&other.text, &title.text)
        };
        *matched = left.iter().position(contained).map(|place| left.remove(place));
    }
    matches
}

fn one_contains_the_other(a: &str, b: &str) -> bool {
    let (part, whole) = if a.len() < b.len() { (a, b) } else { (b, a) };
    memmem::find(whole.as_bytes(), part.as_bytes()).is_some()
}

fn summary(reference: &[Title<'_>], predicted: &[Title<'_>], matches: &[Option<usize>]) -> String {
    let mut is_matched = vec![false; reference.len()];
    for index in matches.iter().flatten() {
        is_matched[*index] = true;
    }
    let unmatched = predicted.iter().zip(matches).filter(|(_, partner)| partner.is_none());
    let wrong: Vec<&str> = unmatched.map(|(title, _)| title.text.as_str()).collect();
    let right = match predicted.len() {
        0 => "no title is predicted".to_owned(),
        count => of_what(
            matches.iter().flatten().count(),
            count,
            "predicted titles are right",
            "not in the reference",
            &wrong,
        ),
    };
    let missed = reference
        .iter()
        .zip(&is_matched)
        .filter(|(_, is_matched)| !**is_matched);
    let missing: Vec<&str> = missed.map(|(title, _)| title.text.as_str()).collect();
    if missing.is_empty() {
        right
    } else {
        format!("{right}; missing: {}", quoted(&missing))
    }
}

fn spans(reference: &[Title<'_>], predicted: &[Title<'_>], matches: &[Option<usize>]) -> Vec<Span> {
    let mut partners = vec![None; reference.len()];
    for (predicted, reference) in matches.iter().enumerate() {
        if let Some(reference) = reference {
            partners[*reference] = Some(predicted);
        }
    }
    let mut spans = Vec::with_capacity(reference.len() + predicted.len());
    for (title, partner) in reference.iter().zip(&partners) {
        spans.push(span(Side::Reference, title, partner.map(|index| &predicted[index])));
    }
    for (title, partner) in predicted.iter().zip(matches) {
        spans.push(span(Side::Prediction, title, partner.map(|index| &reference[index])));
    }
    spans
}

fn span(side: Side, title: &Title<'_>, partner: Option<&Title<'_>>) -> Span {
    let (kind, note) = match (partner, side) {
        (Some(partner), _) => (SpanKind::Match, match_note(title, partner)),
        (None, Side::Reference) => (SpanKind::Missing, "no predicted title matches".to_owned()),
        (None, Side::Prediction) if title.text.is_empty() => (SpanKind::Extra, "empty title".to_owned()),
        (None, Side::Prediction) => (SpanKind::Extra, "no reference title is left that matches".to_owned()),
    };
    Span::new(side, title.heading.range.clone(), kind, note)
}

/// Describes the remaining differences between two titles that match.
fn match_note(title: &Title<'_>, partner: &Title<'_>) -> String {
    let mut notes = Vec::new();
    if title.text != partner.text {
        notes.push(format!("matches “{}”", partner.text));
    }
    if title.heading.level != partner.heading.level {
        notes.push(format!(
            "the level differs: {} on the other side",
            command(partner.heading.level)
        ));
    }
    notes.join("; ")
}

fn command(level: Level) -> &'static str {
    match level {
        Level::Section => "\\section",
        Level::Subsection => "\\subsection",
        Level::Subsubsection => "\\subsubsection",
    }
}
