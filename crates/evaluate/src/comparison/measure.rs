//! The measures by which systems can be ordered: a metric, or a mean of metrics.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use texlens_metrics::{Direction, Kind, headlines, info, label, means};
use texlens_stats::Interval;

use super::{Comparison, SystemSummary};

/// A column of a leaderboard.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// The mean of a group's metrics, by its id in [`GroupSummary`](super::GroupSummary).
    Mean(String),
    /// A metric, by its id.
    Metric(String),
}

/// A system's value of a measure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measured {
    /// The mean; `None` if undefined.
    pub value: Option<f64>,
    /// Confidence interval of the mean on other documents of this kind.
    pub interval: Option<Interval>,
    /// Number of samples behind the mean; for a mean of metrics, the number of scored samples.
    pub samples: usize,
}

impl Measure {
    /// Returns the id, as in the file format.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Mean(id) | Self::Metric(id) => id,
        }
    }

    /// Returns the name for a person.
    #[must_use]
    pub fn name(&self) -> &str {
        info(self.id()).map_or(self.id(), |info| info.name)
    }

    /// Returns a label that is short enough for the head of a column. The label of a metric is its id.
    #[must_use]
    pub fn label(&self) -> &str {
        match self {
            Self::Mean(id) => label(id),
            Self::Metric(id) => id,
        }
    }

    /// Reports whether lower values are better.
    #[must_use]
    pub fn lower_is_better(&self) -> bool {
        match self {
            Self::Mean(_) => false,
            Self::Metric(id) => info(id).is_some_and(|info| info.direction == Direction::LowerIsBetter),
        }
    }

    /// Returns the range of the values.
    #[must_use]
    pub fn range(&self) -> RangeInclusive<f64> {
        match self {
            Self::Mean(_) => 0.0..=1.0,
            Self::Metric(id) => info(id).map_or(f64::NEG_INFINITY..=f64::INFINITY, |info| info.range.clone()),
        }
    }

    /// Returns a system's value of the measure, or `None` if it was not computed.
    #[must_use]
    pub fn of(&self, system: &SystemSummary) -> Option<Measured> {
        match self {
            Self::Mean(id) => system.group(id).map(|group| Measured {
                value: group.value,
                interval: group.interval,
                samples: system.scored,
            }),
            Self::Metric(id) => system.metric(id).map(|metric| Measured {
                value: metric.mean,
                interval: metric.interval,
                samples: metric.defined,
            }),
        }
    }

    /// Returns the reason why a system has no value, as part of a sentence; `None` if it has one.
    #[must_use]
    pub fn why_undefined(&self, system: &SystemSummary) -> Option<String> {
        match self {
            Self::Mean(id) => {
                let group = system.group(id).filter(|group| group.value.is_none())?;
                Some(format!("needs {}", group.undefined.join(", ")))
            }
            Self::Metric(id) => {
                let metric = system.metric(id).filter(|metric| metric.mean.is_none())?;
                let reason = metric.undefined.first().map(|reason| reason.reason.clone());
                Some(reason.unwrap_or_else(|| "no samples".to_owned()))
            }
        }
    }
}

/// Returns all measures that were computed of systems: means of metrics, then metrics by their groups.
pub(super) fn measures(level: Kind, systems: &[SystemSummary]) -> Vec<Measure> {
    let Some(first) = systems.first() else {
        return Vec::new();
    };
    let means = means(level).into_iter().filter(|info| first.group(info.id).is_some());
    let mut metrics: Vec<&str> = first.metrics.iter().map(|summary| summary.metric.as_str()).collect();
    metrics.sort_by_key(|id| info(id).map_or((true, None), |info| (false, Some(info.group))));
    let means = means.map(|info| Measure::Mean(info.id.to_owned()));
    means
        .chain(metrics.into_iter().map(|id| Measure::Metric(id.to_owned())))
        .collect()
}

impl Comparison {
    /// Returns all computed measures: means of metrics, then metrics by their groups.
    #[must_use]
    pub fn measures(&self) -> Vec<Measure> {
        measures(self.level, &self.systems)
    }

    /// Returns the most important measures: the means and the headline metrics that have a value. If there are none,
    /// returns all measures that have a value.
    #[must_use]
    pub fn main_measures(&self) -> Vec<Measure> {
        let has_value = |measure: &Measure| {
            let mut systems = self.systems.iter().filter_map(|system| measure.of(system)?.value);
            systems.next().is_some()
        };
        let valued: Vec<Measure> = self.measures().into_iter().filter(has_value).collect();
        let has_overall = valued
            .iter()
            .any(|measure| measure.id() == "overall" && matches!(measure, Measure::Mean(_)));
        let headlines = headlines(self.level);
        let is_main = |measure: &&Measure| match measure {
            // If all metrics are defined, this mean gives the same information with other weights.
            Measure::Mean(id) => !(has_overall && id == "overall_defined"),
            Measure::Metric(id) => headlines.iter().any(|info| info.id == id),
        };
        let main: Vec<Measure> = valued.iter().filter(is_main).cloned().collect();
        if main.is_empty() { valued } else { main }
    }

    /// Returns the measure that ranks the systems: the first of the main ones.
    #[must_use]
    pub fn primary(&self) -> Option<Measure> {
        self.main_measures().into_iter().next()
    }

    /// Returns the same comparison with the systems in the order of a measure, the best first. Systems with equal values
    /// keep their order, and those without a value come last.
    #[must_use]
    pub fn best_first(&self, measure: &Measure) -> Self {
        let sign = if measure.lower_is_better() { 1.0 } else { -1.0 };
        let value = |system: &SystemSummary| measure.of(system)?.value.map(|value| sign * value);
        let mut order: Vec<usize> = (0..self.systems.len()).collect();
        let key = |index: &usize| self.systems.get(*index).and_then(value).unwrap_or(f64::INFINITY);
        order.sort_by(|a, b| key(a).total_cmp(&key(b)));
        let arranged = |systems: &[SystemSummary]| {
            let summaries = order.iter().filter_map(|index| systems.get(*index));
            summaries.cloned().collect::<Vec<_>>()
        };
        let mut comparison = self.clone();
        comparison.systems = arranged(&self.systems);
        for row in comparison
            .breakdowns
            .iter_mut()
            .flat_map(|breakdown| &mut breakdown.values)
        {
            row.systems = arranged(&row.systems);
        }
        comparison
    }
}
