//! Plots of means and their intervals, above the table with the numbers.

use maud::{Markup, PreEscaped, html};
use texlens_evaluate::Comparison;

use crate::plot::{Ink, standing};

/// Width of a plot in pixels; it shrinks on narrow screens.
const WIDTH: f64 = 560.0;

/// Maximum number of plots side by side. Other measures are in tables only.
const PLOTS: usize = 4;

/// Writes a plot of each main measure; nothing if there is only one system.
pub(super) fn figures(id: &str, comparison: &Comparison) -> Markup {
    let measures = comparison.main_measures();
    html! {
        @if comparison.systems.len() > 1 && !measures.is_empty() {
            div.plots {
                @for (index, measure) in measures.iter().take(PLOTS).enumerate() {
                    @let plot = standing(&format!("{id}-plot-{}", index + 1), comparison, measure, WIDTH);
                    figure.plot-figure { (PreEscaped(plot.svg(Ink::Page))) }
                }
            }
        }
    }
}
