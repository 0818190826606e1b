//! What a metric answers: a value or the reason why there is none, and the spans that explain it.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// The answer of one metric for one sample.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Metric id, for example `ctp` (see the registry).
    pub metric: String,
    /// The value, or why it is not defined.
    pub outcome: Outcome,
    /// The value in one sentence for a person, for example "3 of 5 section titles recovered; missing: \"Results\"".
    /// Empty where there is no value, and in reports of versions that did not write it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// The places that explain the value, in the order of the source; [`MAX_SPANS`] at most.
    pub spans: Vec<Span>,
    /// How many places there are beyond those that are listed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unlisted: usize,
}

/// Places that are listed for a score: more than a person looks through. Of texts at the limit of length there are some
/// hundred thousand for each metric.
pub const MAX_SPANS: usize = 2000;

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Score {
    /// A rate: `numerator` of `denominator`, which is not 0.
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

    /// A value that is not a rate.
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

    /// No value, and why.
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

    /// Says the value in one sentence.
    #[must_use]
    pub fn saying(self, summary: impl Into<String>) -> Self {
        Self {
            summary: summary.into(),
            ..self
        }
    }

    /// The same with at most [`MAX_SPANS`] places, the others counted.
    #[must_use]
    pub fn with_bounded_spans(mut self) -> Self {
        self.unlisted += self.spans.len().saturating_sub(MAX_SPANS);
        self.spans.truncate(MAX_SPANS);
        self.spans.shrink_to_fit();
        self
    }

    /// How many places explain the value, listed or not.
    #[must_use]
    pub fn places(&self) -> usize {
        self.spans.len() + self.unlisted
    }

    /// The value, or `None` when the metric is not defined for this sample.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        match &self.outcome {
            Outcome::Defined { value, .. } => Some(*value),
            Outcome::Undefined { .. } => None,
        }
    }
}

/// The sum of nothing is -0, which would be printed with its sign.
fn without_negative_zero(value: f64) -> f64 {
    value + 0.0
}

/// A value, or the reason why there is none. Undefined is never a silent 0.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Outcome {
    /// The metric is defined.
    Defined {
        /// The value, in the metric's range.
        value: f64,
        /// Numerator and denominator, where the value is a rate.
        ratio: Option<Ratio>,
    },
    /// The metric is not defined for this sample.
    Undefined {
        /// Why, in one sentence for a person.
        reason: String,
    },
}

/// Numerator and denominator of a rate.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Ratio {
    /// What was counted as right.
    pub numerator: f64,
    /// Out of how many.
    pub denominator: f64,
}

/// Which text a span points into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The reference LaTeX.
    Reference,
    /// The system's LaTeX.
    Prediction,
}

/// What a span says about the text it covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpanKind {
    /// Counted as right.
    Match,
    /// In the reference and not found in the prediction.
    Missing,
    /// In the prediction and not asked for by the reference.
    Extra,
    /// On both sides, but different.
    Different,
    /// Left out of the comparison by a rule, named in the note.
    Ignored,
}

/// A place in one of the two texts and what it contributed to the score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Span {
    /// The text it points into.
    pub side: Side,
    /// Byte range in that text as it was given, on character boundaries.
    pub range: Range<usize>,
    /// What it contributed.
    pub kind: SpanKind,
    /// One short sentence for a person; may be empty.
    pub note: String,
}

impl Span {
    #[must_use]
    /// A place with what it contributed and a note.
    pub fn new(side: Side, range: Range<usize>, kind: SpanKind, note: impl Into<String>) -> Self {
        Self {
            side,
            range,
            kind,
            note: note.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
