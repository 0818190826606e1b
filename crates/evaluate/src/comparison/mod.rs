//! Compares systems that were scored on the same samples.
//!
//! Means are over samples, as in TexOCR's tables. Intervals draw whole documents, since pages and formulas of one document
//! resemble each other; differences are paired: each draw takes the scores of both systems.

mod breakdown;
mod column;
mod difference;
mod errors;
mod groups;
mod measure;
mod model;
mod pairs;
mod steps;
mod summary;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use texlens_metrics::Score;
use texlens_stats::Bootstrap;
use texlens_tex::Compilation;

pub use breakdown::{Breakdown, MAX_TAG_VALUES, TagPart, TagSummary, breakdown, tag_parts};
pub use measure::{Measure, Measured};
pub use model::{
    Comparison, Difference, ErrorSummary, GroupSummary, MetricSummary, Problem, Reason, Resampling, SystemSummary,
};

pub use pairs::SystemPair;
pub use steps::{Comparing, StepResult};

use crate::error_types::ErrorFinding;
use crate::parallel;
use crate::scorer::{Counts, Scorer};

/// One sample with the scores of every system.
#[derive(Debug, Clone, PartialEq)]
pub struct SampleScores {
    /// Identifies the sample.
    pub id: String,
    /// The document it comes from; its own id where there is none.
    pub document: String,
    /// What else is known of it: names and values.
    pub tags: BTreeMap<String, String>,
    /// In the order of the systems.
    pub systems: Vec<SystemScores>,
}

/// What became of one system's prediction for a sample.
#[derive(Debug, Clone, PartialEq)]
pub struct SystemScores {
    /// Predictions that are not there and were scored as empty: at most one, or one for each page of a document.
    pub missing: usize,
    /// The scores, or why there are none.
    pub outcome: Result<Scored, String>,
}

/// The scores of a prediction.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scored {
    /// In the order of [`Scorer::metrics`].
    pub scores: Vec<Score>,
    /// For the metrics that are pooled over a corpus.
    pub counts: Vec<Counts>,
    /// What was found of each error type; empty where they were not looked for.
    pub error_types: Vec<ErrorFinding>,
    /// What the TeX engine says of the prediction; none where it was not asked.
    pub compilation: Option<Compilation>,
}

impl SystemScores {
    /// The score of a metric, if the sample could be scored.
    #[must_use]
    pub fn score(&self, metric: &str) -> Option<&Score> {
        let scored = self.outcome.as_ref().ok()?;
        scored.scores.iter().find(|score| score.metric == metric)
    }
}

impl From<&Bootstrap> for Resampling {
    fn from(bootstrap: &Bootstrap) -> Self {
        Self {
            resamples: bootstrap.resamples(),
            seed: bootstrap.seed(),
            level: bootstrap.confidence().level(),
        }
    }
}

/// Puts the scores of all samples together. `systems` are their names, in the order of each sample's scores; `scorer` is
/// the one that made them. The result does not depend on the number of threads.
#[must_use]
pub fn compare(
    scorer: &Scorer<'_>,
    systems: &[String],
    samples: &[SampleScores],
    bootstrap: &Bootstrap,
    threads: NonZeroUsize,
) -> Comparison {
    let comparing = Comparing::new(scorer, systems, samples, bootstrap).with_all_pairs();
    let steps: Vec<usize> = (0..comparing.steps()).collect();
    comparing.finish(parallel::map(&steps, threads, |step| comparing.step(*step)))
}

#[cfg(test)]
mod tests;
