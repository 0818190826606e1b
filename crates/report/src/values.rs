//! Scores as JSON: what `texlens score` writes for a sample, and `texlens evaluate` for each of them.

use serde::{Serialize, Serializer};
use texlens_metrics::{Outcome, Score, Span};

/// The scores of a sample as one JSON object: metric ids, in the order of the scores, with their values.
#[derive(Debug, Clone, PartialEq)]
pub struct MetricValues {
    values: Vec<(String, MetricValue)>,
}

/// What one metric said: a value, or null with the reason.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MetricValue {
    /// None where the metric is not defined.
    pub value: Option<f64>,
    /// Why it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What was counted as right, where the value is a rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numerator: Option<f64>,
    /// Out of how many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub denominator: Option<f64>,
    /// The value in one sentence; empty where there is none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// The places that explain it, if they were asked for; [`MAX_SPANS`](texlens_metrics::MAX_SPANS) at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spans: Option<Vec<Span>>,
    /// How many places there are beyond those, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unlisted: Option<usize>,
}

impl MetricValues {
    /// Of these scores; with their spans, or without.
    #[must_use]
    pub fn of(scores: &[Score], with_spans: bool) -> Self {
        let value = |score: &Score| (score.metric.clone(), MetricValue::of(score, with_spans));
        Self {
            values: scores.iter().map(value).collect(),
        }
    }

    /// Metric ids and values, in order.
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
    pub(crate) fn of(score: &Score, with_spans: bool) -> Self {
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
