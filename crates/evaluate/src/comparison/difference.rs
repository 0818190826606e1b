//! The difference of two systems on the same samples.

use texlens_metrics::{Direction, Info, Kind};
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
    let gains = differences.iter().map(|&difference| gain(info, difference));
    let [first_better, second_better] = gains.fold([0, 0], |[first, second], gain| {
        [first + usize::from(gain > 0.0), second + usize::from(gain < 0.0)]
    });
    let interval = paired.map(|paired: Paired| paired.difference.estimate.interval);
    let mut difference = Difference {
        first: first?.clone(),
        second: second?.clone(),
        metric: info.id.to_owned(),
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
    difference.summary = sentence(&difference, info, columns.kind);
    Some(difference)
}

/// Returns the difference with a positive sign if the first system is better.
fn gain(info: &Info, difference: f64) -> f64 {
    match info.direction {
        Direction::HigherIsBetter => difference,
        Direction::LowerIsBetter => -difference,
    }
}

fn sentence(difference: &Difference, info: &Info, kind: Kind) -> String {
    let Difference {
        first, second, samples, ..
    } = difference;
    let metric = format!("{} ({})", info.name, info.id);
    let on = format!("{samples} {}", noun(kind, *samples));
    if difference.equal == difference.samples {
        return format!("{first} and {second} have equal values of {metric} on all {on}.");
    }
    let gain = gain(info, difference.mean);
    let is_first = gain >= 0.0;
    let (better, worse) = if is_first { (first, second) } else { (second, first) };
    let (ahead, behind) = if is_first {
        (difference.first_better, difference.second_better)
    } else {
        (difference.second_better, difference.first_better)
    };
    let amount = amount(info, gain.abs());
    let counts = format!(
        "better on {ahead}, equal on {}, worse on {behind} of {on}",
        difference.equal
    );
    let Some(interval) = difference.interval else {
        return format!(
            "{better} is ahead of {worse} by {amount} in {metric}; {counts}; too few documents for an interval."
        );
    };
    let range = range_in_words(info, difference.mean, interval);
    if difference.is_clear {
        format!("{better} is better than {worse} by {amount} in {metric}; the {range} excludes 0; {counts}.")
    } else {
        format!("No clear difference in {metric}: {better} is ahead of {worse} by {amount}, {range}; {counts}.")
    }
}

/// Returns the interval from the view of the system that is ahead: with the sign that makes its lead positive.
fn range_in_words(info: &Info, mean: f64, interval: Interval) -> String {
    let (low, high) = if mean < 0.0 {
        (-interval.high, -interval.low)
    } else {
        (interval.low, interval.high)
    };
    let level = 100.0 * interval.level;
    format!(
        "{level:.0} % interval {} to {}",
        in_unit(info, low),
        in_unit(info, high)
    )
}

/// Reports whether a metric is a rate. Rates are given in points of 100, other values in their own unit.
fn is_rate(info: &Info) -> bool {
    *info.range.start() >= 0.0 && *info.range.end() == 1.0
}

fn amount(info: &Info, value: f64) -> String {
    let number = in_unit(info, value);
    match (is_rate(info), number.as_str()) {
        (false, _) => number,
        (true, "1.0") => format!("{number} point"),
        (true, _) => format!("{number} points"),
    }
}

fn in_unit(info: &Info, value: f64) -> String {
    let text = if is_rate(info) {
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
