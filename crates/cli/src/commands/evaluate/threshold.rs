//! `--fail-under`: thresholds for regression tests of systems.

use texlens_evaluate::{Comparison, SystemSummary, TestedSystem, UnitTests};
use texlens_metrics::{Direction, metric};

use super::error::EvaluationError;
use crate::terminal;

/// The worst accepted value of a metric.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Threshold {
    /// The id of a metric, a group, the score of unit tests or the rate of a type of them.
    pub(super) id: String,
    pub(super) limit: f64,
}

/// The result of a system at a threshold.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Verdict {
    pub(super) system: String,
    pub(super) threshold: Threshold,
    pub(super) value: Option<f64>,
    pub(super) holds: bool,
}

/// Reads `METRIC=X`.
pub(super) fn parse(argument: &str) -> Result<Threshold, String> {
    let (id, limit) = argument.split_once('=').ok_or("it must be METRIC=X")?;
    let limit = limit.trim().parse().ok().filter(|limit: &f64| limit.is_finite());
    Ok(Threshold {
        id: id.trim().to_owned(),
        limit: limit.ok_or("X must be a number, for example ds=0.9")?,
    })
}

/// Checks every system against every threshold: that of unit tests, or at the first level that knows the metric.
pub(super) fn judge<'c>(
    thresholds: &[Threshold],
    unit_tests: Option<&UnitTests>,
    comparisons: impl Iterator<Item = &'c Comparison> + Clone,
) -> Result<Vec<Verdict>, EvaluationError> {
    let mut verdicts = Vec::new();
    for threshold in thresholds {
        let tested = unit_tests.and_then(|tests| rates(tests, &threshold.id));
        let mut measured = comparisons
            .clone()
            .filter_map(|comparison| values(comparison, &threshold.id));
        let values = tested.or_else(|| measured.next());
        let values = values.ok_or_else(|| EvaluationError::NoSuchValue(threshold.id.clone()))?;
        verdicts.extend(
            values
                .into_iter()
                .map(|(system, value)| verdict(system, value, threshold)),
        );
    }
    Ok(verdicts)
}

/// The value of each system; `None` if it is undefined.
type Values<'a> = Vec<(&'a str, Option<f64>)>;

/// Returns the pass rates with this id, or `None` if no system has one.
fn rates<'t>(tests: &'t UnitTests, id: &str) -> Option<Values<'t>> {
    let rate = |system: &'t TestedSystem| (system.system.as_str(), system.rate(id).map(|rate| rate.value));
    let rates: Values<'t> = tests.systems.iter().map(rate).collect();
    rates.iter().any(|(_, rate)| rate.is_some()).then_some(rates)
}

/// Returns the values that the table prints, or `None` if the id is not known. The value of a group is its mean over
/// metrics.
fn values<'c>(comparison: &'c Comparison, id: &str) -> Option<Values<'c>> {
    let value = |system: &SystemSummary| {
        let group = system.group(id).map(|group| group.value);
        group.or_else(|| system.metric(id).map(|metric| metric.mean))
    };
    comparison.systems.iter().find_map(value)?;
    let named = |system: &'c SystemSummary| (system.system.as_str(), value(system).flatten());
    Some(comparison.systems.iter().map(named).collect())
}

/// Checks a value. An undefined value meets no threshold.
fn verdict(system: &str, value: Option<f64>, threshold: &Threshold) -> Verdict {
    let holds = value.is_some_and(|value| match direction(&threshold.id) {
        Direction::HigherIsBetter => value >= threshold.limit,
        Direction::LowerIsBetter => value <= threshold.limit,
    });
    Verdict {
        system: system.to_owned(),
        threshold: threshold.clone(),
        value,
        holds,
    }
}

/// Returns the direction of a metric. For groups and unit tests, higher is better.
fn direction(id: &str) -> Direction {
    metric(id).map_or(Direction::HigherIsBetter, |metric| metric.info().direction)
}

impl Verdict {
    /// Describes the result in one sentence.
    pub(super) fn sentence(&self) -> String {
        let Self { system, threshold, .. } = self;
        let Threshold { id, limit } = threshold;
        match (self.value, self.holds) {
            (None, _) => format!("{system}: {id} is not defined, and must be {}{limit}", self.bound()),
            (Some(value), true) => format!("{system}: {id} is {value:.4}, {}{limit} as it must be", self.bound()),
            (Some(value), false) => format!("{system}: {id} is {value:.4}, and must be {}{limit}", self.bound()),
        }
    }

    fn bound(&self) -> &'static str {
        match direction(&self.threshold.id) {
            Direction::HigherIsBetter => "at least ",
            Direction::LowerIsBetter => "at most ",
        }
    }
}

/// Prints missed thresholds to standard error.
pub(super) fn tell(verdicts: &[Verdict]) {
    for verdict in verdicts.iter().filter(|verdict| !verdict.holds) {
        terminal::say(format_args!("texlens: {}", verdict.sentence()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_are_numbers() {
        assert_eq!(
            parse("ds=0.9"),
            Ok(Threshold {
                id: "ds".to_owned(),
                limit: 0.9
            })
        );
        assert!(parse("ds").is_err() && parse("ds=").is_err() && parse("ds=NaN").is_err());
    }
}
