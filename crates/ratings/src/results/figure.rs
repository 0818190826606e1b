//! The plot of results.

use texlens_report::plot::{Frame, IntervalPlot, IntervalRow, Mark, agreement};

use super::means::SystemMean;
use super::strengths::SystemStrength;
use super::{GroupResults, Results};
use crate::scale::Scale;

/// Width of the plot, in pixels.
const WIDTH: f64 = 720.0;

impl Results {
    /// Returns the plot of all raters: correlations of metrics and judges with the ratings (figure 2 of "Benchmarking
    /// Document Parsers") if there are any, otherwise strengths or mean ratings of the systems. `None` if nothing is defined.
    #[must_use]
    pub fn figure(&self) -> Option<IntervalPlot> {
        let all = self.groups.first()?;
        if let Some(correlations) = &all.correlations {
            return agreement("agreement", correlations, WIDTH);
        }
        let (title, axis, range, rows) = match self.scale.range() {
            None => {
                let rows = strengths(all);
                let marks = rows.iter().flat_map(|row| &row.marks);
                let ends = marks.flat_map(|mark| mark.interval.unwrap_or([mark.value; 2]));
                let far = ends.fold(1.0, |far: f64, end| far.max(end.abs()));
                ("Strength of the systems", "log strength", -far..=far, rows)
            }
            Some(range) => {
                let range = *range.start() as f64..=*range.end() as f64;
                ("Mean rating of the systems", "mean rating", range, means(all))
            }
        };
        (!rows.is_empty()).then(|| IntervalPlot {
            frame: Frame {
                id: "systems".to_owned(),
                title: title.to_owned(),
                description: format!(
                    "{}, each with its interval of 95 %. The table has the numbers.",
                    description(self.scale)
                ),
                width: WIDTH,
                series: Vec::new(),
            },
            axis: axis.to_owned(),
            range,
            rows,
        })
    }
}

fn description(scale: Scale) -> &'static str {
    match scale {
        Scale::Choice => "Strengths by the model of Bradley and Terry, whose mean is 0",
        Scale::Ten | Scale::Five => "Means of the mean ratings of formulas",
    }
}

fn strengths(all: &GroupResults) -> Vec<IntervalRow> {
    let systems = all.strengths.iter().flat_map(|strengths| &strengths.systems);
    let row = |system: &SystemStrength| {
        let interval = system.interval.map(|interval| [interval.low, interval.high]);
        Some(self::row(&system.system, system.strength?, interval))
    };
    systems.filter_map(row).collect()
}

fn means(all: &GroupResults) -> Vec<IntervalRow> {
    let row = |system: &SystemMean| {
        let estimate = system.mean.estimate()?;
        let interval = [estimate.interval.low, estimate.interval.high];
        Some(self::row(&system.system, estimate.value, Some(interval)))
    };
    all.systems.iter().filter_map(row).collect()
}

fn row(name: &str, value: f64, interval: Option<[f64; 2]>) -> IntervalRow {
    let mark = Mark {
        series: 0,
        value,
        interval,
    };
    IntervalRow {
        name: name.to_owned(),
        marks: vec![mark],
    }
}
