//! Compares systems that were scored on the same samples.
//!
//! Means are over samples, as in TexOCR's tables. Intervals draw whole documents, since pages and formulas of one
//! document resemble each other. Differences are paired: each draw takes the scores of both systems.

mod breakdown;
mod column;
mod curve;
mod difference;
mod errors;
mod groups;
mod measure;
mod model;
mod pairs;
mod steps;
mod summary;

use texlens_stats::Bootstrap;

pub use breakdown::TagPart;
pub(crate) use breakdown::{breakdown, tag_parts};
pub(crate) use curve::curve;
pub use curve::{Change, Curve, FactorValue, Point};
pub(crate) use difference::Subject;
pub use measure::{Measure, Measured};
pub use model::{
    Breakdown, Comparison, Difference, ErrorSummary, GroupSummary, MAX_TAG_VALUES, MetricSummary, Problem, Reason,
    Resampling, SystemSummary, TagSummary,
};
pub use pairs::SystemPair;
pub use steps::{Comparing, MAX_PAIRED, StepResult};

impl From<&Bootstrap> for Resampling {
    fn from(bootstrap: &Bootstrap) -> Self {
        Self {
            resamples: bootstrap.resamples(),
            seed: bootstrap.seed(),
            level: bootstrap.confidence().level(),
        }
    }
}

#[cfg(test)]
mod tests;
