//! Scores: a value, or the reason why there is none, with the spans that explain it.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// The answer of one metric for one sample.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Metric id, for example `ctp` (see the registry).
    pub metric: String,
    /// The value, or the reason why it is undefined.
    pub outcome: Outcome,
    /// The value in one sentence for a person, for example "3 of 5 section titles recovered; missing: \"Results\"".
    /// Empty if there is no value, and in reports of versions that did not write it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// The spans that explain the value, in the order of the source; at most [`MAX_SPANS`].
    pub spans: Vec<Span>,
    /// Number of spans beyond those that are listed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unlisted: usize,
}

/// Maximum number of spans that a score lists: more than a person looks through. For texts at the length limit, each
/// metric finds some hundred thousand.
pub const MAX_SPANS: usize = 2000;

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Score {
    /// Creates the score of a rate: `numerator` divided by `denominator`, which is not 0.
    #[must_use]
    pub fn rate(metric: &'static str, numerator: f64, denominator: f64, spans: Vec<Span>) -> Self {
        let numerator = without_negative_zero(numerator);
        let ratio = Some(Ratio { numerator, denominator });
        Self {
            metric: metric.to_owned(),
            outcome: Outcome::Defined {
                value: numerator / denominator,
                ratio,
            },
            summary: String::new(),
            spans,
            unlisted: 0,
        }
    }

    /// Creates the score of a value that is not a rate.
    #[must_use]
    pub fn value_of(metric: &'static str, value: f64, spans: Vec<Span>) -> Self {
        Self {
            metric: metric.to_owned(),
            outcome: Outcome::Defined {
                value: without_negative_zero(value),
                ratio: None,
            },
            summary: String::new(),
            spans,
            unlisted: 0,
        }
    }

    /// Creates a score without a value, with the reason.
    #[must_use]
    pub fn undefined(metric: &'static str, reason: impl Into<String>) -> Self {
        Self {
            metric: metric.to_owned(),
            outcome: Outcome::Undefined { reason: reason.into() },
            summary: String::new(),
            spans: Vec::new(),
            unlisted: 0,
        }
    }

    /// Sets the summary, which states the value in one sentence.
    #[must_use]
    pub fn saying(self, summary: impl Into<String>) -> Self {
        Self {
            summary: summary.into(),
            ..self
        }
    }

    /// Returns the score with at most [`MAX_SPANS`] spans; [`unlisted`](Self::unlisted) counts the others.
    #[must_use]
    pub fn with_bounded_spans(mut self) -> Self {
        self.unlisted += self.spans.len().saturating_sub(MAX_SPANS);
        self.spans.truncate(MAX_SPANS);
        self.spans.shrink_to_fit();
        self
    }

    /// Returns the number of places that explain the value: the listed ones (see [`place_at`]), and the spans that are
    /// not listed.
    #[must_use]
    pub fn places(&self) -> usize {
        places(&self.spans).len() + self.unlisted
    }

    /// Returns the value, or `None` if the metric is undefined for this sample.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        match &self.outcome {
            Outcome::Defined { value, .. } => Some(*value),
            Outcome::Undefined { .. } => None,
        }
    }
}

/// Turns -0 into 0. The sum of no numbers is -0, which would be printed with its sign.
fn without_negative_zero(value: f64) -> f64 {
    value + 0.0
}

/// A value, or the reason why there is none. An undefined score is never reported as 0.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Outcome {
    /// The metric is defined.
    Defined {
        /// The value, in the metric's range.
        value: f64,
        /// Numerator and denominator, if the value is a rate.
        ratio: Option<Ratio>,
    },
    /// The metric is not defined for this sample.
    Undefined {
        /// The reason, in one sentence for a person.
        reason: String,
    },
}

/// Numerator and denominator of a rate.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Ratio {
    /// The amount that counts as right.
    pub numerator: f64,
    /// The total amount.
    pub denominator: f64,
}

/// The text into which a span points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The reference LaTeX.
    Reference,
    /// The system's LaTeX.
    Prediction,
}

/// The meaning of a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpanKind {
    /// Counts as right.
    Match,
    /// Is in the reference, but not in the prediction.
    Missing,
    /// Is in the prediction, but the reference does not call for it.
    Extra,
    /// Is on both sides, but different.
    Different,
    /// Was excluded from the comparison by a rule, which the note names.
    Ignored,
}

/// A place in one of the two texts and its contribution to the score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Span {
    /// The text into which the span points.
    pub side: Side,
    /// Byte range in that text as it was given, on character boundaries.
    pub range: Range<usize>,
    /// The contribution to the score.
    pub kind: SpanKind,
    /// One short sentence for a person; may be empty.
    pub note: String,
}

impl Span {
    #[must_use]
    /// Creates a span.
    pub fn new(side: Side, range: Range<usize>, kind: SpanKind, note: impl Into<String>) -> Self {
        Self {
            side,
            range,
            kind,
            note: note.into(),
        }
    }
}

/// Returns the spans of the place that a span belongs to. Text that is different on both sides is one place: a span of
/// the reference, and behind it one of the prediction.
#[must_use]
pub fn place_at(spans: &[Span], index: usize) -> &[Span] {
    let is_pair = |start: usize| match (spans.get(start), spans.get(start + 1)) {
        (Some(a), Some(b)) => {
            let is_different = a.kind == SpanKind::Different && b.kind == SpanKind::Different;
            is_different && (a.side, b.side) == (Side::Reference, Side::Prediction)
        }
        _ => false,
    };
    let place = match index.checked_sub(1).filter(|before| is_pair(*before)) {
        Some(before) => before..before + 2,
        None if is_pair(index) => index..index + 2,
        None => index..index + 1,
    };
    spans.get(place).unwrap_or_default()
}

/// Returns the index of the first span of each place (see [`place_at`]).
#[must_use]
pub fn places(spans: &[Span]) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut at = 0;
    while at < spans.len() {
        starts.push(at);
        at += place_at(spans, at).len().max(1);
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_of_a_replacement_are_one_place() {
        let span = |side, kind| Span::new(side, 0..1, kind, "");
        let (reference, prediction) = (Side::Reference, Side::Prediction);
        let spans = [
            span(reference, SpanKind::Different),
            span(prediction, SpanKind::Different),
            span(reference, SpanKind::Missing),
            span(prediction, SpanKind::Different),
            span(reference, SpanKind::Different),
            span(reference, SpanKind::Different),
            span(prediction, SpanKind::Different),
        ];
        assert_eq!(places(&spans), [0, 2, 3, 4, 5]);
        assert_eq!(place_at(&spans, 1), &spans[0..2]);
        assert_eq!(place_at(&spans, 3), &spans[3..4]);
        assert_eq!(place_at(&spans, 9), []);
        assert_eq!(Score::value_of("x", 1.0, spans.to_vec()).places(), 5);
    }

    #[test]
    fn nothing_has_no_sign() {
        let none: f64 = [].iter().sum();
        for score in [
            Score::rate("x", none, 2.0, Vec::new()),
            Score::value_of("x", none, Vec::new()),
        ] {
            assert!(score.value().unwrap().is_sign_positive());
        }
    }
}
