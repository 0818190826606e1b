//! Means and their intervals as plots, above the table that has them as numbers.

use maud::{Markup, PreEscaped, html};
use texlens_evaluate::Comparison;

use crate::plot::{Ink, standing};

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
                    @let plot = standing(&format!("{id}-plot-{}", index + 1), comparison, measure, WIDTH);
                    figure { (PreEscaped(plot.svg(Ink::Page))) }
                }
            }
        }
    }
}
