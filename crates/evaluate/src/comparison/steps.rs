//! A comparison in steps, for callers that cannot wait for the whole, such as a worker that listens between two steps.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};
use texlens_stats::Bootstrap;

use super::column::Columns;
use super::{
    Comparison, Difference, ErrorSummary, GroupSummary, MetricSummary, Problem, SystemSummary, difference, errors,
    groups, summary,
};
use crate::board::SampleScores;
use crate::scorer::Scorer;

/// A comparison that is computed step by step. The steps do not depend on each other. In any order they give the result
/// of [`Board::compare`](crate::Board::compare).
///
/// ```
/// # use texlens_evaluate::{Board, Bootstrap, Comparing, Kind, Scorer};
/// # let settings = texlens_metrics::Settings::default();
/// # let scorer = Scorer::new(Kind::Page, &settings);
/// # let (board, bootstrap) = (Board { systems: vec!["A".to_owned()], ..Board::default() }, Bootstrap::default());
/// let comparing = board.comparing(&scorer, &bootstrap).with_all_pairs();
/// let steps = (0..comparing.steps()).map(|step| comparing.step(step)).collect();
/// let comparison = comparing.finish(steps);
/// # assert_eq!(comparison, board.compare(&scorer, &bootstrap, std::num::NonZeroUsize::MIN));
/// ```
pub struct Comparing<'a> {
    scorer: &'a Scorer<'a>,
    systems: &'a [String],
    bootstrap: &'a Bootstrap,
    columns: Columns<'a>,
    dataset: Option<String>,
    left_out: Option<&'a [String]>,
    steps: Vec<Step>,
}

/// Largest number of systems of which every two are compared. The number of pairs grows with the square: those of a
/// thousand systems would take gigabytes, and nobody reads them.
pub const MAX_PAIRED: usize = 50;

/// A unit of computation.
#[derive(Debug, Clone, Copy)]
enum Step {
    Metric { system: usize, metric: usize },
    Groups { system: usize },
    Difference { pair: [usize; 2], metric: usize },
}

/// The result of a step.
#[derive(Debug, Clone)]
pub struct StepResult(Part);

#[derive(Debug, Clone)]
enum Part {
    Metric(MetricSummary),
    Groups(Vec<GroupSummary>),
    /// `None` if there is no sample on which the metric is defined for both systems.
    Difference(Option<Difference>),
}

impl<'a> Comparing<'a> {
    /// Prepares the means and intervals of every system. `systems` are the names in the order of each sample's scores.
    /// `scorer` is the scorer that made the scores.
    #[must_use]
    pub(crate) fn new(
        scorer: &'a Scorer<'a>,
        systems: &'a [String],
        samples: impl IntoIterator<Item = &'a SampleScores>,
        bootstrap: &'a Bootstrap,
    ) -> Self {
        let metrics = scorer.metrics().len();
        let of_system = |system| {
            let of_metric = (0..metrics).map(move |metric| Step::Metric { system, metric });
            of_metric.chain([Step::Groups { system }])
        };
        Self {
            scorer,
            systems,
            bootstrap,
            columns: Columns::of(scorer, samples.into_iter().collect()),
            dataset: None,
            left_out: None,
            steps: (0..systems.len()).flat_map(of_system).collect(),
        }
    }

    /// Prepares only the differences of these systems, given by index.
    #[must_use]
    pub(crate) fn differences(
        scorer: &'a Scorer<'a>,
        systems: &'a [String],
        samples: impl IntoIterator<Item = &'a SampleScores>,
        bootstrap: &'a Bootstrap,
        pairs: impl IntoIterator<Item = [usize; 2]>,
    ) -> Self {
        let mut comparing = Self::new(scorer, systems, samples, bootstrap);
        comparing.steps.clear();
        comparing.with_pairs(pairs)
    }

    /// Sets the dataset of the samples, and the ids of those left out because not all systems cover them.
    #[must_use]
    pub(crate) fn of_part(self, dataset: Option<String>, left_out: Option<&'a [String]>) -> Self {
        Self {
            dataset,
            left_out,
            ..self
        }
    }

    /// Adds the differences of every two systems; with more than [`MAX_PAIRED`] systems, of the first of them only.
    #[must_use]
    pub fn with_all_pairs(self) -> Self {
        let count = self.systems.len().min(MAX_PAIRED);
        let pairs = (0..count).flat_map(|first| (first + 1..count).map(move |second| [first, second]));
        self.with_pairs(pairs)
    }

    fn with_pairs(mut self, pairs: impl IntoIterator<Item = [usize; 2]>) -> Self {
        let metrics = self.scorer.metrics().len();
        for pair in pairs {
            self.steps
                .extend((0..metrics).map(|metric| Step::Difference { pair, metric }));
        }
        self
    }

    /// Returns the number of steps.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// Computes a step, counted from 0; `None` beyond the last. A step takes as long as the resamples of one metric, or
    /// of five metrics for the groups.
    #[must_use]
    pub fn step(&self, step: usize) -> Option<StepResult> {
        let part = match *self.steps.get(step)? {
            Step::Metric { system, metric } => {
                let metric = *self.scorer.metrics().get(metric)?;
                Part::Metric(summary::summarise(&self.columns, system, metric, self.bootstrap))
            }
            Step::Groups { system } => Part::Groups(groups::summarise(&self.columns, system, self.bootstrap)),
            Step::Difference { pair, metric } => {
                let info = self.scorer.metrics().get(metric)?.info();
                Part::Difference(difference::between(
                    &self.columns,
                    self.systems,
                    pair,
                    info,
                    self.bootstrap,
                ))
            }
        };
        Some(StepResult(part))
    }

    /// Combines the results of all steps, in their order.
    #[must_use]
    pub fn finish(&self, results: Vec<Option<StepResult>>) -> Comparison {
        let mut systems: Vec<SystemSummary> = (0..self.systems.len()).map(|system| self.system(system)).collect();
        let mut differences = Vec::new();
        for (step, result) in self.steps.iter().zip(results) {
            let summary = match step {
                Step::Metric { system, .. } | Step::Groups { system } => systems.get_mut(*system),
                Step::Difference { .. } => None,
            };
            match (result.map(|StepResult(part)| part), summary) {
                (Some(Part::Metric(metric)), Some(summary)) => summary.metrics.push(metric),
                (Some(Part::Groups(groups)), Some(summary)) => summary.groups = groups,
                (Some(Part::Difference(difference)), _) => differences.extend(difference),
                _ => {}
            }
        }
        let samples = &self.columns.samples;
        let documents: BTreeSet<&str> = samples.iter().map(|sample| sample.document.as_str()).collect();
        Comparison {
            level: self.scorer.kind(),
            samples: samples.len(),
            documents: documents.len(),
            common: samples.iter().filter(|sample| sample.is_common()).count(),
            dataset: self.dataset.clone(),
            left_out: self.left_out.map(<[String]>::len),
            left_out_sha256: self.left_out.map(sum),
            resampling: self.bootstrap.into(),
            systems,
            differences,
            breakdowns: Vec::new(),
            problems: self.problems(),
        }
    }

    /// Returns the parts of a system's summary that need no resamples.
    fn system(&self, system: usize) -> SystemSummary {
        let columns = &self.columns;
        let error_types: Vec<ErrorSummary> = errors::summarise(&columns.samples, system, self.bootstrap.confidence());
        SystemSummary {
            system: self.systems.get(system).cloned().unwrap_or_default(),
            scored: columns.scored(system),
            missing: columns.missing(system),
            failed: columns.samples.len() - columns.scored(system),
            flagged: columns.flagged(system),
            metrics: Vec::new(),
            groups: Vec::new(),
            error_types,
        }
    }

    /// Returns the samples without scores and the unusable predictions.
    fn problems(&self) -> Vec<Problem> {
        let of_sample = |sample: &&'a SampleScores| {
            let failed = self.systems.iter().zip(&sample.systems);
            let failed = failed.filter_map(|(system, scores)| {
                let why = scores.outcome.as_ref().err().or(scores.problem.as_ref());
                Some((system, why?))
            });
            let problem = |(system, message): (&String, &String)| Problem {
                sample: sample.id.clone(),
                system: Some(system.clone()),
                message: message.clone(),
            };
            failed.map(problem).collect::<Vec<_>>()
        };
        self.columns.samples.iter().flat_map(of_sample).collect()
    }
}

/// Returns the SHA-256 of ids, sorted and joined by line feeds.
fn sum(ids: &[String]) -> String {
    let mut ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    ids.sort_unstable();
    hex::encode(Sha256::digest(ids.join("\n")))
}
