//! The difference of two systems on the same samples.

use texlens_metrics::{Direction, Info};
use texlens_stats::bootstrap::Comparison as Paired;
use texlens_stats::{Bootstrap, Interval, Units, describe};
use texlens_vocabulary::noun;

use super::Difference;
use super::column::Columns;

/// Returns the difference of two systems on one metric, or `None` if no sample is defined for both.
pub(super) fn between(
    columns: &Columns<'_>,
    systems: &[String],
    pair: [usize; 2],
    info: &Info,
    bootstrap: &Bootstrap,
) -> Option<Difference> {
    let [first, second] = pair.map(|system| systems.get(system));
    let (column, others) = columns.paired(pair, info.id);
    let differences: Vec<f64> = column.values.iter().zip(&others).map(|(a, b)| a - b).collect();
    let mean = describe::mean(&differences).ok()?;
    let paired = bootstrap.difference(&Units::clusters(&column.documents), &column.values, &others);
    let paired = paired.ok();
    let subject = Subject {
        metric: info.id.to_owned(),
        name: format!("{} ({})", info.name, info.id),
        noun: noun(columns.kind, differences.len()),
        is_lower_better: info.direction == Direction::LowerIsBetter,
        is_rate: *info.range.start() >= 0.0 && *info.range.end() == 1.0,
        no_interval: "too few documents for an interval",
    };
    Some(subject.difference([first?, second?], &differences, mean, paired.as_ref()))
}

/// The quantity in which two systems differ.
pub(crate) struct Subject {
    /// The id, as in [`Difference::metric`].
    pub(crate) metric: String,
    /// The name in a sentence.
    pub(crate) name: String,
    /// The units that both systems have, in the plural if there are several.
    pub(crate) noun: &'static str,
    /// Whether lower values are better.
    pub(crate) is_lower_better: bool,
    /// Whether values are shares of 1. These are given in points of 100, other values in their own unit.
    pub(crate) is_rate: bool,
    /// The reason if there is no interval.
    pub(crate) no_interval: &'static str,
}

impl Subject {
    /// Returns the difference of two systems from their differences on each unit and the mean of these.
    pub(crate) fn difference(
        &self,
        [first, second]: [&str; 2],
        differences: &[f64],
        mean: f64,
        paired: Option<&Paired>,
    ) -> Difference {
        let gains = differences.iter().map(|&difference| self.gain(difference));
        let [first_better, second_better] = gains.fold([0, 0], |[first, second], gain| {
            [first + usize::from(gain > 0.0), second + usize::from(gain < 0.0)]
        });
        let interval = paired.map(|paired| paired.difference.estimate.interval);
        let mut difference = Difference {
            first: first.to_owned(),
            second: second.to_owned(),
            metric: self.metric.clone(),
            samples: differences.len(),
            mean,
            interval,
            p_value: paired.map(|paired| paired.p_value),
            first_better,
            equal: differences.len() - first_better - second_better,
            second_better,
            is_clear: interval.is_some_and(|interval| !interval.contains(0.0)),
            summary: String::new(),
        };
        difference.summary = self.sentence(&difference);
        difference
    }

    /// Returns the difference with a positive sign if the first system is better.
    fn gain(&self, difference: f64) -> f64 {
        if self.is_lower_better { -difference } else { difference }
    }

    fn sentence(&self, difference: &Difference) -> String {
        let Difference {
            first, second, samples, ..
        } = difference;
        let metric = &self.name;
        let on = format!("{samples} {}", self.noun);
        if difference.equal == difference.samples {
            return format!("{first} and {second} have equal values of {metric} on all {on}.");
        }
        let gain = self.gain(difference.mean);
        let is_first = gain >= 0.0;
        let (better, worse) = if is_first { (first, second) } else { (second, first) };
        let (ahead, behind) = if is_first {
            (difference.first_better, difference.second_better)
        } else {
            (difference.second_better, difference.first_better)
        };
        let amount = self.amount(gain.abs());
        let counts = format!(
            "better on {ahead}, equal on {}, worse on {behind} of {on}",
            difference.equal
        );
        let Some(interval) = difference.interval else {
            return format!(
                "{better} is ahead of {worse} by {amount} in {metric}; {counts}; {}.",
                self.no_interval
            );
        };
        let range = self.range_in_words(difference.mean, interval);
        if difference.is_clear {
            format!("{better} is better than {worse} by {amount} in {metric}; the {range} excludes 0; {counts}.")
        } else {
            format!("No clear difference in {metric}: {better} is ahead of {worse} by {amount}, {range}; {counts}.")
        }
    }

    /// Returns the interval from the view of the system that is ahead: with the sign that makes its lead positive.
    fn range_in_words(&self, mean: f64, interval: Interval) -> String {
        let (low, high) = if mean < 0.0 {
            (-interval.high, -interval.low)
        } else {
            (interval.low, interval.high)
        };
        let level = 100.0 * interval.level;
        format!("{level:.0} % interval {} to {}", self.in_unit(low), self.in_unit(high))
    }

    fn amount(&self, value: f64) -> String {
        let number = self.in_unit(value);
        match (self.is_rate, number.as_str()) {
            (false, _) => number,
            (true, "1.0") => format!("{number} point"),
            (true, _) => format!("{number} points"),
        }
    }

    fn in_unit(&self, value: f64) -> String {
        let text = if self.is_rate {
            format!("{:.1}", 100.0 * value)
        } else {
            format!("{value:.3}")
        };
        // Avoid a negative zero.
        match text.strip_prefix('-') {
            Some(digits) if digits.chars().all(|c| matches!(c, '0' | '.')) => digits.to_owned(),
            _ => text,
        }
    }
}
