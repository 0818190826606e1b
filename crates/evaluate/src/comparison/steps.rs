//! A comparison in steps, for those who cannot wait for all of it: a worker that listens between two of them.

use std::collections::BTreeSet;

use texlens_stats::Bootstrap;

use super::column::Columns;
use super::{
    Comparison, Difference, ErrorSummary, GroupSummary, MetricSummary, Problem, SystemSummary, difference, errors,
    groups, summary,
};
use crate::board::SampleScores;
use crate::scorer::Scorer;

/// A comparison that is computed step by step. Steps do not depend on each other: whoever takes them in whatever order gets what [`Board::compare`](crate::Board::compare) gives.
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
    left_out: Option<usize>,
    steps: Vec<Step>,
}

/// Systems of which each two are compared. Pairs grow with the square: those of a thousand systems would take gigabytes, and nobody
/// reads them.
pub const MAX_PAIRED: usize = 50;

/// What is computed at a time.
#[derive(Debug, Clone, Copy)]
enum Step {
    Metric { system: usize, metric: usize },
    Groups { system: usize },
    Difference { pair: [usize; 2], metric: usize },
}

/// What came of a step.
#[derive(Debug, Clone)]
pub struct StepResult(Part);

#[derive(Debug, Clone)]
enum Part {
    Metric(MetricSummary),
    Groups(Vec<GroupSummary>),
    /// None where there is no sample on which the metric is defined for both.
    Difference(Option<Difference>),
}

impl<'a> Comparing<'a> {
    /// Means and intervals of every system. `systems` are their names, in the order of each sample's scores; `scorer` is the one that made them.
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

    /// The differences of these systems, by their places, and nothing else.
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

    /// Of the samples of one dataset, from which so many were left out because not all systems cover them.
    #[must_use]
    pub(crate) fn of_part(self, dataset: Option<String>, left_out: Option<usize>) -> Self {
        Self {
            dataset,
            left_out,
            ..self
        }
    }

    /// And the difference of each two systems, of more than [`MAX_PAIRED`] of the first ones.
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

    /// How many steps there are.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// Computes one of them, counted from 0; none behind the last. It takes as long as the resamples of one metric, those of the groups as those of five.
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

    /// Puts the results together, which are those of all steps in their order.
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
            left_out: self.left_out,
            resampling: self.bootstrap.into(),
            systems,
            differences,
            breakdowns: Vec::new(),
            problems: self.problems(),
        }
    }

    /// What needs no resamples.
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

    /// The samples without scores, and the predictions that cannot be used.
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
