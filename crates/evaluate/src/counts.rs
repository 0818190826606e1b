//! What a sample adds to the metrics that are pooled over a corpus.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize};
use texlens_metrics::metric;

/// What one sample adds to the pooled values of a corpus.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Counts {
    /// Metric id.
    #[serde(deserialize_with = "known_id")]
    pub metric: Cow<'static, str>,
    /// Numbers that are added up over the samples; as many for every sample.
    pub values: Vec<f64>,
}

/// The id of a metric, which takes no memory of its own unless it is one of another version.
fn known_id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cow<'static, str>, D::Error> {
    let id = String::deserialize(deserializer)?;
    Ok(metric(&id).map_or(Cow::Owned(id), |metric| Cow::Borrowed(metric.info().id)))
}
