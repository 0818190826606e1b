//! Compares systems that were scored on the same samples.
//!
//! Means are over samples, as in TexOCR's tables. Intervals draw whole documents, since pages and formulas of one document
//! resemble each other; differences are paired: each draw takes the scores of both systems.

mod column;
mod difference;
mod errors;
mod groups;
mod model;
mod pairs;
mod summary;

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use texlens_metrics::Score;
use texlens_stats::Bootstrap;
use texlens_tex::Compilation;

pub use model::{
    Comparison, Difference, ErrorSummary, GroupSummary, MetricSummary, Problem, Reason, Resampling, SystemSummary,
};

pub use pairs::SystemPair;

use crate::error_types::ErrorFinding;
use crate::parallel;
use crate::scorer::{Counts, Scorer};
use column::Columns;

/// One sample with the scores of every system.
#[derive(Debug, Clone, PartialEq)]
pub struct SampleScores {
    /// Identifies the sample.
    pub id: String,
    /// The document it comes from; its own id where there is none.
    pub document: String,
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
    let columns = Columns::of(scorer, samples);
    let indices: Vec<usize> = (0..systems.len()).collect();
    let summaries = indices.iter().zip(systems);
    let summaries = summaries.map(|(&system, name)| SystemSummary {
        system: name.clone(),
        scored: columns.scored(system),
        missing: columns.missing(system),
        failed: samples.len() - columns.scored(system),
        metrics: parallel::map(scorer.metrics(), threads, |metric| {
            summary::summarise(&columns, system, *metric, bootstrap)
        }),
        groups: groups::summarise(&columns, system, bootstrap, threads),
        error_types: errors::summarise(samples, system, bootstrap.confidence()),
    });
    let summaries = summaries.collect();
    let mut tasks = Vec::new();
    for first in 0..systems.len() {
        for second in first + 1..systems.len() {
            tasks.extend(scorer.metrics().iter().map(|metric| (first, second, metric.info())));
        }
    }
    let differences = parallel::map(&tasks, threads, |&(first, second, info)| {
        difference::between(&columns, systems, [first, second], info, bootstrap)
    });
    let documents: BTreeSet<&str> = samples.iter().map(|sample| sample.document.as_str()).collect();
    Comparison {
        level: scorer.kind(),
        samples: samples.len(),
        documents: documents.len(),
        resampling: bootstrap.into(),
        systems: summaries,
        differences: differences.into_iter().flatten().collect(),
        problems: problems(systems, samples),
    }
}

/// The samples without scores.
fn problems(systems: &[String], samples: &[SampleScores]) -> Vec<Problem> {
    let of_sample = |sample: &SampleScores| {
        let failed = systems.iter().zip(&sample.systems);
        let failed = failed.filter_map(|(system, scores)| Some((system, scores.outcome.as_ref().err()?)));
        let problem = |(system, message): (&String, &String)| Problem {
            sample: sample.id.clone(),
            system: Some(system.clone()),
            message: message.clone(),
        };
        failed.map(problem).collect::<Vec<_>>()
    };
    samples.iter().flat_map(of_sample).collect()
}

#[cfg(test)]
mod tests;
