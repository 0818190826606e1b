//! The list of metrics.

use serde::Serialize;
use texlens_evaluate::Kind;
use texlens_metrics::{Direction, Info, registry};
use wasm_bindgen::prelude::*;

use crate::object::object;

#[wasm_bindgen]
extern "C" {
    /// See `TYPES`.
    #[wasm_bindgen(typescript_type = "MetricInfo[]")]
    pub type JsMetrics;
}

/// An [`Info`] in the form that `types.d.ts` describes.
#[derive(Serialize)]
struct MetricInfo {
    id: &'static str,
    name: &'static str,
    about: &'static str,
    group: &'static str,
    better: &'static str,
    range: Range,
    kinds: &'static [Kind],
    source: &'static str,
}

#[derive(Serialize)]
struct Range {
    least: f64,
    greatest: Option<f64>,
}

impl From<&'static Info> for MetricInfo {
    fn from(info: &'static Info) -> Self {
        let (least, greatest) = (*info.range.start(), *info.range.end());
        Self {
            id: info.id,
            name: info.name,
            about: info.about,
            group: info.group.name(),
            better: match info.direction {
                Direction::HigherIsBetter => "higher",
                Direction::LowerIsBetter => "lower",
            },
            range: Range {
                least,
                greatest: greatest.is_finite().then_some(greatest),
            },
            kinds: info.kinds,
            source: info.source,
        }
    }
}

/// Returns all metrics, in the order of the scores.
#[wasm_bindgen]
pub fn metrics() -> Result<JsMetrics, JsError> {
    let metrics: Vec<MetricInfo> = registry().iter().map(|metric| metric.info().into()).collect();
    object(&metrics)
}
