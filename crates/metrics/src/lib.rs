//! The metrics: each a pure function of reference, prediction and evidence.
//!
//! One metric is one file in a folder of `src/suite`, and [`registry`] lists them all: adding a file adds a metric. This crate
//! knows nothing of files, engines or networks: what a metric needs beyond the two texts arrives as [`Evidence`],
//! gathered by `texlens-evaluate`.

pub mod cdm;
mod collapse;
mod compare;
mod guide;
mod metric;
mod python;
mod registry;
mod score;
mod settings;
mod summary;

/// The metrics, one module each.
pub mod suite {
    include!(concat!(env!("OUT_DIR"), "/suite.rs"));
}

pub use guide::guide;
pub use metric::{Direction, Evidence, Group, Info, Input, Kind, Metric, Need, Pooled};
pub use registry::{metric, registry, score_all};
pub use score::{Outcome, Ratio, Score, Side, Span, SpanKind};
pub use settings::{AnyParameter, Choice, Parameter, SettingError, Settings, Value};
