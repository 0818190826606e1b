use std::ops::Range;

use maud::{Markup, html};
use texlens_evaluate::{
    Comparison, Difference, Evaluation, GroupSummary, Interval, MAX_PAIRED, MetricSummary, Problem, SystemPair, noun,
};
use texlens_metrics::{Group, info, means};

use super::scores::decimal;

/// Maximum number of problems that are listed; the others are counted.
const MAX_PROBLEMS: usize = 100;

/// With fewer documents than this, percentile intervals are known to be too narrow.
const FEW_DOCUMENTS: usize = 20;

/// Writes the comparison of the systems at each level, the best system first.
pub(super) fn sections(evaluation: &Evaluation) -> Markup {
    html! {
        @for (index, comparison) in evaluation.comparisons.iter().enumerate() {
            @let ranked = comparison.primary().map(|measure| comparison.best_first(&measure));
            (section(&format!("comparison-{}", index + 1), ranked.as_ref().unwrap_or(comparison)))
        }
    }
}

fn section(id: &str, comparison: &Comparison) -> Markup {
    html! {
        section.comparison id=(id) aria-labelledby={ (id) "-title" } {
            h2 id={ (id) "-title" } { (comparison.counted()) }
            (super::intervals::figures(id, comparison))
            (table(id, comparison))
            (remarks(comparison))
            (super::breakdown::sections(id, comparison))
            (super::errors::table(id, comparison))
            @if !comparison.differences.is_empty() { (differences(comparison)) }
            @if !comparison.problems.is_empty() { (problems(&comparison.problems)) }
        }
    }
}

/// Writes a table with the metrics by group in rows and the systems in columns.
fn table(id: &str, comparison: &Comparison) -> Markup {
    let ids: Vec<&str> = comparison.systems.first().map_or_else(Vec::new, |system| {
        system.metrics.iter().map(|summary| summary.metric.as_str()).collect()
    });
    html! {
        div.scroll tabindex="0" role="region" aria-labelledby={ (id) "-title" } {
            table.systems {
                thead { tr {
                    th scope="col" { "Metric" }
                    @for system in &comparison.systems { th scope="colgroup" colspan="2" { (system.system) } }
                } }
                (overall_rows(comparison))
                @for group in groups(&ids) {
                    tbody {
                        (group_row(comparison, group.group))
                        @for id in ids.get(group.rows.clone()).unwrap_or_default() { (metric_row(comparison, id)) }
                    }
                }
            }
        }
    }
}

/// Consecutive metrics of one group.
struct Rows {
    /// `None` for metrics of another version of texlens.
    group: Option<Group>,
    rows: Range<usize>,
}

fn groups(ids: &[&str]) -> Vec<Rows> {
    let group_of = |id: &&str| info(id).map(|info| info.group);
    let mut groups = Vec::new();
    let mut start = 0;
    for chunk in ids.chunk_by(|a, b| group_of(a) == group_of(b)) {
        groups.push(Rows {
            group: chunk.first().and_then(group_of),
            rows: start..start + chunk.len(),
        });
        start += chunk.len();
    }
    groups
}

/// Writes the name of a group, with the mean of its metrics if TexOCR defines one.
fn group_row(comparison: &Comparison, group: Option<Group>) -> Markup {
    let mean = group.and_then(Group::mean);
    let name = match group {
        Some(Group::Overall) => format!("Within each {}, then averaged", noun(comparison.level, 1)),
        other => other.map_or("Other metrics", Group::name).to_owned(),
    };
    html! {
        @match mean.filter(|id| has_group(comparison, id)) {
            Some(id) => { (mean_row(comparison, id, &name)) },
            None => tr.group { th scope="rowgroup" colspan=(1 + 2 * comparison.systems.len()) { (name) } },
        }
    }
}

/// Writes the means over all groups.
fn overall_rows(comparison: &Comparison) -> Markup {
    let means = means(comparison.level);
    let rows = means.iter().filter(|info| !info.is_group_mean());
    html! {
        tbody { @for row in rows { @if has_group(comparison, row.id) { (mean_row(comparison, row.id, row.name)) } } }
    }
}

fn has_group(comparison: &Comparison, id: &str) -> bool {
    comparison.systems.iter().any(|system| system.group(id).is_some())
}

fn mean_row(comparison: &Comparison, id: &str, name: &str) -> Markup {
    let summaries: Vec<Option<&GroupSummary>> = comparison.systems.iter().map(|system| system.group(id)).collect();
    html! {
        tr.group {
            th scope="row" { (name) }
            @for summary in summaries {
                @match summary {
                    Some(summary) => { (mean_cells(summary)) },
                    None => td colspan="2" {},
                }
            }
        }
    }
}

fn mean_cells(summary: &GroupSummary) -> Markup {
    match summary.value {
        Some(value) => cells(value, summary.interval, ""),
        None => undefined(&format!("needs {}", summary.undefined.join(", "))),
    }
}

fn metric_row(comparison: &Comparison, id: &str) -> Markup {
    html! {
        tr {
            th scope="row" { (super::scores::name(id)) }
            @for system in &comparison.systems {
                @match system.metric(id) {
                    Some(summary) => { (metric_cells(summary, system.scored)) },
                    None => td colspan="2" {},
                }
            }
        }
    }
}

fn metric_cells(summary: &MetricSummary, scored: usize) -> Markup {
    match (summary.mean, summary.undefined.first()) {
        (Some(mean), _) => {
            let pooled = summary.pooled.map(|pooled| format!("pooled {}", decimal(pooled)));
            let defined = (summary.defined < scored).then(|| format!("on {} of {scored}", summary.defined));
            let remarks: Vec<String> = pooled.into_iter().chain(defined).collect();
            cells(mean, summary.interval, &remarks.join(", "))
        }
        (None, Some(reason)) => undefined(&reason.reason),
        (None, None) => undefined("no samples"),
    }
}

/// Writes the two cells of a system without a value, with the reason.
pub(super) fn undefined(reason: &str) -> Markup {
    html! { td.undefined colspan="2" { span.na { "n/a" } " " (reason) } }
}

fn cells(value: f64, interval: Option<Interval>, remark: &str) -> Markup {
    html! {
        td.number { (decimal(value)) }
        td.interval {
            @if let Some(interval) = interval { (decimal(interval.low)) " – " (decimal(interval.high)) }
            @if !remark.is_empty() { " " span.remark { (remark) } }
        }
    }
}

/// Writes the remarks that a reader needs to interpret the table correctly.
fn remarks(comparison: &Comparison) -> Markup {
    let resampling = &comparison.resampling;
    html! {
        p.note {
            "Each value is the mean over " (noun(comparison.level, 2)) "; a group is the mean of its metrics’ values, Overall the mean of the groups, as in TexOCR’s tables. "
            "Intervals hold the true mean in " (format!("{:.0}", 100.0 * resampling.level)) " of 100 cases (" (resampling.resamples)
            " draws of whole documents, seed " (resampling.seed) ")."
            @if comparison.documents < FEW_DOCUMENTS {
                " With fewer than " (FEW_DOCUMENTS) " documents, here " (comparison.documents) ", they are too narrow."
            }
        }
        @if let Some(coverage) = comparison.coverage() {
            p.note { (coverage) }
        }
        @for system in &comparison.systems {
            @if system.missing > 0 {
                p.note { strong { (system.system) ": " (system.missing) " missing" } "." }
            }
            @if system.failed > 0 {
                p.note { strong { (system.system) ": " (system.failed) " not scored" } ", see below." }
            }
        }
    }
}

/// Writes the differences pair by pair: the clear ones in words, then all of them as a table.
fn differences(comparison: &Comparison) -> Markup {
    html! {
        (pairs(&comparison.differences, "Metric"))
        p.note {
            "A difference is paired: both systems on the same " (noun(comparison.level, 2)) ". No correction is made for looking at several metrics."
            @if comparison.systems.len() > MAX_PAIRED {
                " Of the " (comparison.systems.len()) " systems, each two of the first " (MAX_PAIRED) " are compared."
            }
        }
    }
}

/// Writes the differences pair by pair. `what` is the heading of the column with the ids.
pub(super) fn pairs(differences: &[Difference], what: &str) -> Markup {
    html! {
        @for pair in SystemPair::all(differences) {
            h3 { (pair.first) " and " (pair.second) }
            (clear_differences(&pair))
            details {
                summary { "All differences" }
                (difference_table(&pair, what))
            }
        }
    }
}

/// Writes the summaries of differences as a list.
pub(super) fn summaries(differences: &[Difference]) -> Markup {
    html! {
        @if !differences.is_empty() {
            ul.differences { @for difference in differences { li { (difference.summary) } } }
        }
    }
}

fn clear_differences(pair: &SystemPair<'_>) -> Markup {
    let also = [(pair.first, &pair.first_also), (pair.second, &pair.second_also)];
    html! {
        @if pair.unclear.len() == pair.all.len() {
            p { "No clear difference." }
        } @else {
            ul.differences {
                @for difference in &pair.told { li { (difference.summary) } }
                @for (system, ids) in also {
                    @if !ids.is_empty() { li { (system) " is also clearly better in " (ids.join(", ")) "." } }
                }
                @if !pair.unclear.is_empty() { li { "No clear difference in " (pair.unclear.join(", ")) "." } }
            }
        }
    }
}

fn difference_table(pair: &SystemPair<'_>, what: &str) -> Markup {
    let SystemPair { first, second, .. } = pair;
    html! {
        div.scroll tabindex="0" role="region" aria-label={ "Differences of " (first) " and " (second) } {
            table.systems {
                thead { tr {
                    th scope="col" { (what) }
                    th.number scope="col" { (first) " less " (second) }
                    th scope="col" { "Interval" }
                    th.number scope="col" { "p" }
                    th.number scope="col" { (first) " better" }
                    th.number scope="col" { "Equal" }
                    th.number scope="col" { (second) " better" }
                } }
                tbody { @for difference in pair.all { tr {
                    th scope="row" { (super::scores::name(&difference.metric)) }
                    td.number { (signed(difference.mean)) }
                    td.interval { @if let Some(interval) = difference.interval { (signed(interval.low)) " to " (signed(interval.high)) } }
                    td.number { @if let Some(p) = difference.p_value { (format!("{p:.4}")) } }
                    td.number { (difference.first_better) }
                    td.number { (difference.equal) }
                    td.number { (difference.second_better) }
                } } }
            }
        }
    }
}

/// Formats a difference with its sign.
fn signed(value: f64) -> String {
    let text = format!("{value:+.3}");
    match text.as_str() {
        "+0.000" | "-0.000" => "0.000".to_owned(),
        _ => text.replace('-', "−"),
    }
}

fn problems(problems: &[Problem]) -> Markup {
    html! {
        h3 { "Not scored" }
        ul.differences {
            @for problem in problems.iter().take(MAX_PROBLEMS) {
                li {
                    (problem.sample)
                    @if let Some(system) = &problem.system { " of " (system) }
                    ": " (problem.message)
                }
            }
        }
        @if problems.len() > MAX_PROBLEMS { p.note { "and " (problems.len() - MAX_PROBLEMS) " more" } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_have_a_sign_unless_they_are_nothing() {
        assert_eq!(signed(0.1234), "+0.123");
        assert_eq!(signed(-0.5), "−0.500");
        assert_eq!(signed(-0.0001), "0.000");
    }

    #[test]
    fn metrics_of_a_group_stand_together() {
        let rows = groups(&["sa", "ds", "baseline", "unknown"]);
        let ranges: Vec<_> = rows.iter().map(|rows| (rows.group, rows.rows.clone())).collect();
        assert_eq!(
            ranges,
            [
                (Some(Group::Structural), 0..1),
                (Some(Group::Usability), 1..3),
                (None, 3..4)
            ]
        );
    }
}
