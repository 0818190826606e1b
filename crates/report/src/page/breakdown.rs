//! Systems by the values of a tag.

use maud::{Markup, html};
use texlens_evaluate::{Breakdown, Comparison, Measure, Measured, SystemSummary, TagSummary, noun};

use super::scores::decimal;
use crate::plot::value_name;

/// Writes a table for each requested tag and each main measure: values in rows, systems in columns.
pub(super) fn sections(id: &str, comparison: &Comparison) -> Markup {
    let measures = comparison.main_measures();
    html! {
        @for (index, breakdown) in comparison.breakdowns.iter().enumerate() {
            @let id = format!("{id}-by-{}", index + 1);
            h3 id=(id) { "By " (breakdown.tag) }
            @for (index, measure) in measures.iter().enumerate() {
                @if index == 0 {
                    (table(&id, breakdown, measure))
                } @else {
                    details { summary { (measure.name()) } (table(&id, breakdown, measure)) }
                }
            }
            p.note {
                "Means of the " (noun(comparison.level, 2)) " with each value; n is the number of them that have a value of the measure. With few documents, intervals are wide or missing."
                @if breakdown.more_values > 0 { " " (breakdown.more_values) " more values, those with fewest " (noun(comparison.level, 2)) ", are left out." }
            }
        }
    }
}

fn table(id: &str, breakdown: &Breakdown, measure: &Measure) -> Markup {
    let systems = breakdown.values.first().map_or(&[][..], |row| &row.systems);
    html! {
        div.scroll tabindex="0" role="region" aria-label={ (measure.name()) " by " (breakdown.tag) } {
            table.systems aria-describedby=(id) {
                caption { (measure.name()) @if measure.lower_is_better() { ", lower is better" } }
                thead { tr {
                    th scope="col" { (breakdown.tag) }
                    th.number scope="col" { "Samples" }
                    th.number scope="col" { "Documents" }
                    @for system in systems { th scope="colgroup" colspan="2" { (system.system) } }
                } }
                tbody { @for row in &breakdown.values { (value_row(row, measure)) } }
            }
        }
    }
}

fn value_row(row: &TagSummary, measure: &Measure) -> Markup {
    html! {
        tr {
            th scope="row" { (value_name(row.value.as_deref())) }
            td.number { (row.samples) }
            td.number { (row.documents) }
            @for system in &row.systems { (cells(system, measure)) }
        }
    }
}

fn cells(system: &SystemSummary, measure: &Measure) -> Markup {
    match measure.of(system) {
        Some(Measured {
            value: Some(value),
            interval,
            samples,
        }) => html! {
            td.number { (decimal(value)) }
            td.interval {
                @if let Some(interval) = interval { (decimal(interval.low)) " – " (decimal(interval.high)) " " }
                span.remark { "n " (samples) }
            }
        },
        _ => super::comparison::undefined(&measure.why_undefined(system).unwrap_or_default()),
    }
}
