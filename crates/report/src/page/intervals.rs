//! Means and their intervals as plots, above the table that has them as numbers.

use maud::{Markup, PreEscaped, html};
use texlens_evaluate::{Comparison, Measure, noun};

use crate::plot::{Frame, Ink, IntervalPlot, IntervalRow, Mark};

/// Width of a plot in pixels; on narrow screens it shrinks.
const WIDTH: f64 = 560.0;

/// Plots beside each other. The others are as tables only.
const PLOTS: usize = 4;

/// A plot of each main measure; nothing where there is but one system.
pub(super) fn figures(id: &str, comparison: &Comparison) -> Markup {
    let measures = comparison.main_measures();
    html! {
        @if comparison.systems.len() > 1 && !measures.is_empty() {
            div.plots {
                @for (index, measure) in measures.iter().take(PLOTS).enumerate() {
                    figure { (PreEscaped(plot(&format!("{id}-plot-{}", index + 1), comparison, measure).svg(Ink::Page))) }
                }
            }
        }
    }
}

/// All systems in order, the best on top.
fn plot(id: &str, comparison: &Comparison, measure: &Measure) -> IntervalPlot {
    let mut valued: Vec<(f64, IntervalRow)> = comparison
        .systems
        .iter()
        .filter_map(|system| {
            let measured = measure.of(system)?;
            let value = measured.value?;
            let mark = Mark {
                series: 0,
                value,
                interval: measured.interval.map(|interval| [interval.low, interval.high]),
            };
            let row = IntervalRow {
                name: system.system.clone(),
                marks: vec![mark],
            };
            Some((if measure.lower_is_better() { value } else { -value }, row))
        })
        .collect();
    valued.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let rows: Vec<IntervalRow> = valued.into_iter().map(|(_, row)| row).collect();
    let best = rows.first().map(|row| format!("The best is {}. ", row.name));
    let lower = if measure.lower_is_better() {
        ", lower is better"
    } else {
        ""
    };
    IntervalPlot {
        frame: Frame {
            id: id.to_owned(),
            title: measure.name().to_owned(),
            description: format!(
                "Means of {} over {} {} with their intervals. {}The table below has the numbers.",
                measure.name(),
                comparison.samples,
                noun(comparison.level, comparison.samples),
                best.unwrap_or_default()
            ),
            width: WIDTH,
            series: Vec::new(),
        },
        axis: format!("{}{lower}", measure.name()),
        range: measure.range(),
        rows,
    }
}
