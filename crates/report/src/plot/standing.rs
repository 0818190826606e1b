//! The plots of a comparison.

use texlens_evaluate::{Breakdown, Comparison, Measure, SystemSummary, noun};

use super::frame::Frame;
use super::interval::{IntervalPlot, IntervalRow, Mark};

/// Returns a system's value of a measure as a mark; `None` if it is undefined.
#[must_use]
pub fn mark(system: &SystemSummary, measure: &Measure, series: usize) -> Option<Mark> {
    let measured = measure.of(system)?;
    Some(Mark {
        series,
        value: measured.value?,
        interval: measured.interval.map(|interval| [interval.low, interval.high]),
    })
}

/// Plots all systems on one measure, with the best at the top.
#[must_use]
pub fn standing(id: &str, comparison: &Comparison, measure: &Measure, width: f64) -> IntervalPlot {
    let sign = if measure.lower_is_better() { 1.0 } else { -1.0 };
    let mut rows: Vec<(f64, IntervalRow)> = comparison
        .systems
        .iter()
        .filter_map(|system| {
            let mark = mark(system, measure, 0)?;
            let row = IntervalRow {
                name: system.system.clone(),
                marks: vec![mark],
            };
            Some((sign * mark.value, row))
        })
        .collect();
    rows.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let rows: Vec<IntervalRow> = rows.into_iter().map(|(_, row)| row).collect();
    let best = rows.first().map(|row| format!(" The best is {}.", row.name));
    IntervalPlot {
        frame: Frame {
            id: id.to_owned(),
            title: measure.name().to_owned(),
            description: format!(
                "Means over {} {} with their intervals.{} The table has the numbers.",
                comparison.samples,
                noun(comparison.level, comparison.samples),
                best.unwrap_or_default()
            ),
            width,
            series: Vec::new(),
        },
        axis: axis_name(measure),
        range: measure.range(),
        rows,
    }
}

/// Plots all systems on one measure, for each value of a tag.
#[must_use]
pub fn by_tag(id: &str, breakdown: &Breakdown, measure: &Measure, width: f64) -> IntervalPlot {
    let systems = breakdown.values.first().map_or(&[][..], |row| &row.systems);
    let rows = breakdown.values.iter().map(|row| IntervalRow {
        name: format!("{} ({})", value_name(row.value.as_deref()), row.samples),
        marks: row
            .systems
            .iter()
            .enumerate()
            .filter_map(|(series, system)| mark(system, measure, series))
            .collect(),
    });
    IntervalPlot {
        frame: Frame {
            id: id.to_owned(),
            title: format!("{} by {}", measure.name(), breakdown.tag),
            description:
                "Means of the systems with their intervals, for each value of the tag. The table has the numbers."
                    .to_owned(),
            width,
            series: systems.iter().map(|system| system.system.clone()).collect(),
        },
        axis: axis_name(measure),
        range: measure.range(),
        rows: rows.collect(),
    }
}

/// Returns a value of a tag for a person. A tag with an empty value is a mark that a person has set.
#[must_use]
pub fn value_name(value: Option<&str>) -> &str {
    match value {
        None => "(not given)",
        Some("") => "(marked)",
        Some(value) => value,
    }
}

/// Returns the name of a measure for an axis.
pub(super) fn axis_name(measure: &Measure) -> String {
    let lower = if measure.lower_is_better() {
        ", lower is better"
    } else {
        ""
    };
    format!("{}{lower}", measure.name())
}
