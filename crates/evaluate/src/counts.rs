//! The counts that a sample adds to the metrics that are pooled over a corpus.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize};
use texlens_metrics::info;

/// The counts that one sample adds to the pooled value of a metric.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Counts {
    /// Id of the metric.
    #[serde(deserialize_with = "known_id")]
    pub metric: Cow<'static, str>,
    /// Numbers that are summed over the samples. Every sample has equally many.
    pub values: Vec<f64>,
}

/// Reads the id of a metric. The id allocates memory only if this version does not know the metric.
fn known_id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cow<'static, str>, D::Error> {
    let id = String::deserialize(deserializer)?;
    Ok(info(&id).map_or(Cow::Owned(id), |info| Cow::Borrowed(info.id)))
}
