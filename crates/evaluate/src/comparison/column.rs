//! The values of one metric and one system for all samples.

use texlens_metrics::{Kind, Outcome, Settings};

use crate::board::SampleScores;
use crate::scorer::Scorer;

/// All columns, each computed on request.
pub(super) struct Columns<'a> {
    pub(super) samples: Vec<&'a SampleScores>,
    pub(super) kind: Kind,
    pub(super) settings: &'a Settings,
    /// Ids of the requested metrics.
    pub(super) metrics: Vec<&'static str>,
}

/// Values and their documents.
#[derive(Default)]
pub(super) struct Column<'a> {
    pub(super) values: Vec<f64>,
    pub(super) documents: Vec<&'a str>,
}

impl<'a> Columns<'a> {
    pub(super) fn of(scorer: &'a Scorer<'a>, samples: Vec<&'a SampleScores>) -> Self {
        Self {
            samples,
            kind: scorer.kind(),
            settings: scorer.settings(),
            metrics: scorer.metrics().iter().map(|metric| metric.info().id).collect(),
        }
    }

    /// Returns the number of samples with scores.
    pub(super) fn scored(&self, system: usize) -> usize {
        let scores = self.samples.iter().filter_map(|sample| sample.systems.get(system));
        scores.filter(|scores| scores.outcome.is_ok()).count()
    }

    /// Returns the number of missing predictions.
    pub(super) fn missing(&self, system: usize) -> usize {
        let scores = self.samples.iter().filter_map(|sample| sample.systems.get(system));
        scores.map(|scores| scores.missing).sum()
    }

    /// Returns the number of samples with a suspicious prediction.
    pub(super) fn flagged(&self, system: usize) -> usize {
        let scores = self.samples.iter().filter_map(|sample| sample.systems.get(system));
        let scored = scores.filter_map(|scores| scores.outcome.as_ref().ok());
        scored.filter(|scored| !scored.suspicions.is_empty()).count()
    }

    /// Returns the outcome of a metric for each sample that was scored.
    pub(super) fn outcomes(&self, system: usize, metric: &str) -> impl Iterator<Item = &'a Outcome> {
        let scores = self
            .samples
            .iter()
            .filter_map(move |sample| sample.systems.get(system)?.score(metric));
        scores.map(|score| &score.outcome)
    }

    /// Returns the value for each sample, if defined.
    pub(super) fn all(&self, system: usize, metric: &str) -> impl Iterator<Item = Option<f64>> {
        let value = move |sample: &&'a SampleScores| sample.systems.get(system)?.score(metric)?.value();
        self.samples.iter().map(value)
    }

    /// Returns the defined values.
    pub(super) fn defined(&self, system: usize, metric: &str) -> Column<'a> {
        let mut column = Column::default();
        for (&sample, value) in self.samples.iter().zip(self.all(system, metric)) {
            if let Some(value) = value {
                column.values.push(value);
                column.documents.push(&sample.document);
            }
        }
        column
    }

    /// Returns the values of two systems on the samples on which both are defined, and the documents.
    pub(super) fn paired(&self, [first, second]: [usize; 2], metric: &str) -> (Column<'a>, Vec<f64>) {
        let mut column = Column::default();
        let mut others = Vec::new();
        let pairs = self.all(first, metric).zip(self.all(second, metric));
        for (&sample, pair) in self.samples.iter().zip(pairs) {
            if let (Some(a), Some(b)) = pair {
                column.values.push(a);
                column.documents.push(&sample.document);
                others.push(b);
            }
        }
        (column, others)
    }
}
