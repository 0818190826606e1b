//! Correlations of a judge, metrics and people's ratings.

use maud::{Markup, PreEscaped, html};
use texlens_evaluate::{Coefficient, CorrelatedItems, Correlation, Correlations, RATINGS, RatingsSummary};

use crate::plot::{Ink, agreement};

/// Width of the plot in pixels; it shrinks on narrow screens.
const WIDTH: f64 = 720.0;

/// Writes the table of correlations with a note on their items and, if there are ratings, a plot; `id` is that of the
/// section's heading.
pub(super) fn table(id: &str, correlations: &Correlations) -> Markup {
    html! {
        @if !correlations.pairs.is_empty() {
            h3 id={ (id) "-correlations" } { "Correlations" }
            p.note {
                (over(correlations)) " Intervals of 95 % take the items as independent of each other."
                @if let Some(ratings) = &correlations.ratings { " " (ratings_note(ratings)) }
            }
            @if let Some(plot) = agreement(&format!("{id}-agreement"), correlations, WIDTH) {
                figure.plot-figure { (PreEscaped(plot.svg(Ink::Page))) }
            }
            div.scroll tabindex="0" role="region" aria-labelledby={ (id) "-correlations" } {
                table.systems {
                    thead { tr {
                        th scope="col" { "Of" } th scope="col" { "With" } th.number scope="col" { "Items" }
                        th scope="col" { "Pearson’s r" } th scope="col" { "Spearman’s ρ" } th scope="col" { "Kendall’s τ-b" }
                    } }
                    tbody { @for pair in &correlations.pairs { (row(pair)) } }
                }
            }
        }
    }
}

fn row(pair: &Correlation) -> Markup {
    html! {
        tr {
            th scope="row" { (pair.of) @if pair.lower_is_better { " (less is better)" } }
            td { @if pair.with == RATINGS { (RATINGS) } @else { "this judge" } }
            td.number { (pair.items) }
            (cell(&pair.pearson)) (cell(&pair.spearman)) (cell(&pair.kendall))
        }
    }
}

fn cell(coefficient: &Coefficient) -> Markup {
    match coefficient {
        Coefficient::Defined(estimate) => {
            let interval = estimate.interval;
            html! {
                td {
                    (signed(estimate.value)) " (" (signed(interval.low)) " to " (signed(interval.high)) ")"
                    @if !coefficient.is_clear() { ": no correlation can be claimed" }
                }
            }
        }
        Coefficient::Undefined { reason } => html! { td.undefined { (reason) } },
    }
}

/// Describes the items that count.
fn over(correlations: &Correlations) -> String {
    let counted = match correlations.items {
        CorrelatedItems::All => "Over all items with both values; items decided by rule count with their scores.",
        CorrelatedItems::Asked | CorrelatedItems::Imperfect => "Over items with both values.",
    };
    match correlations.left_out_note() {
        Some(note) => format!("{counted} {note}"),
        None => counted.to_owned(),
    }
}

fn ratings_note(ratings: &RatingsSummary) -> Markup {
    html! {
        (ratings.ratings) " ratings of " (ratings.items) " items by " (ratings.raters) @if ratings.raters == 1 { " person" } @else { " people" }
        @if let Some((lowest, highest)) = ratings.lowest.zip(ratings.highest) { ", " (lowest) " to " (highest) }
        "; several ratings of an item are averaged."
        @if ratings.unknown > 0 { " " (ratings.unknown) " of other items: " (ratings.unknown_items.join(", ")) "." }
        @for pair in &ratings.agreement {
            @if let Some(kappa) = pair.kappa.estimate() {
                " " (pair.first) " and " (pair.second) " on " (pair.items) " items: weighted kappa " (signed(kappa.value))
                " (" (signed(kappa.interval.low)) " to " (signed(kappa.interval.high)) ")."
            }
        }
    }
}

fn signed(value: f64) -> String {
    // With a minus sign as wide as a digit.
    format!("{value:.2}").replace('-', "−")
}
