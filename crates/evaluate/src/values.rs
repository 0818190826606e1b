//! Scores as JSON, as `texlens score` and `texlens evaluate` write them for a sample.

use serde::{Serialize, Serializer};
use texlens_metrics::{Outcome, Score, Span};

/// The scores of a sample as one JSON object: metric ids, in the order of the scores, with their values.
#[derive(Debug, Clone, PartialEq)]
pub struct MetricValues {
    values: Vec<(String, MetricValue)>,
}

/// The result of one metric: a value, or null with the reason.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MetricValue {
    /// The value; `None` if the metric is undefined.
    pub value: Option<f64>,
    /// The reason why it is undefined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The amount that counts as right, if the value is a rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numerator: Option<f64>,
    /// The total amount, if the value is a rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub denominator: Option<f64>,
    /// The value in one sentence; empty if there is none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// The spans that explain the value, if requested; at most [`MAX_SPANS`](texlens_metrics::MAX_SPANS).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spans: Option<Vec<Span>>,
    /// Number of spans beyond those, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unlisted: Option<usize>,
}

impl MetricValues {
    /// Converts scores, with or without their spans.
    #[must_use]
    pub fn of(scores: &[Score], with_spans: bool) -> Self {
        let value = |score: &Score| (score.metric.clone(), MetricValue::of(score, with_spans));
        Self {
            values: scores.iter().map(value).collect(),
        }
    }

    /// Iterates over metric ids and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &MetricValue)> {
        self.values.iter().map(|(id, value)| (id.as_str(), value))
    }
}

impl Serialize for MetricValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl MetricValue {
    /// Converts a score, with or without its spans.
    #[must_use]
    pub fn of(score: &Score, with_spans: bool) -> Self {
        let (reason, ratio) = match &score.outcome {
            Outcome::Defined { ratio, .. } => (None, *ratio),
            Outcome::Undefined { reason } => (Some(reason.clone()), None),
        };
        Self {
            value: score.value(),
            reason,
            numerator: ratio.map(|ratio| ratio.numerator),
            denominator: ratio.map(|ratio| ratio.denominator),
            summary: score.summary.clone(),
            spans: with_spans.then(|| score.spans.clone()),
            unlisted: (with_spans && score.unlisted > 0).then_some(score.unlisted),
        }
    }
}
