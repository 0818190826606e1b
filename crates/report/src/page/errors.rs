//! TexOCR's error types: their frequencies, and those of each sample.

use maud::{Markup, html};
use texlens_evaluate::{Comparison, ErrorFinding, ErrorSummary, ErrorType, Judgement, SampleResult, noun};

use super::scores::explanation;

/// Writes a table with the types in rows and the systems in columns; nothing if no error types were determined.
pub(super) fn table(id: &str, comparison: &Comparison) -> Markup {
    let types: Vec<ErrorType> = comparison.systems.first().map_or_else(Vec::new, |system| {
        system.error_types.iter().map(|summary| summary.error_type).collect()
    });
    html! {
        @if !types.is_empty() {
            h3 id={ (id) "-errors" } { "Error types" }
            div.scroll tabindex="0" role="region" aria-labelledby={ (id) "-errors" } {
                table.systems {
                    thead { tr {
                        th scope="col" { "Type" }
                        @for system in &comparison.systems { th scope="colgroup" colspan="2" { (system.system) } }
                    } }
                    tbody { @for error_type in types { (row(error_type, comparison)) } }
                }
            }
            p.note {
                "How many " (noun(comparison.level, 2)) " have an error of the type: TexOCR’s table 3, by rules. "
                "Intervals are Wilson’s, as if " (noun(comparison.level, 2)) " were independent. Point at a name to read its rule."
            }
        }
    }
}

fn row(error_type: ErrorType, comparison: &Comparison) -> Markup {
    let summary = |types: &[ErrorSummary]| types.iter().find(|summary| summary.error_type == error_type).copied();
    html! {
        tr {
            th scope="row" { (name(error_type)) }
            @for system in &comparison.systems {
                @match summary(&system.error_types) {
                    Some(summary) => { (cells(summary)) },
                    None => td colspan="2" {},
                }
            }
        }
    }
}

fn name(error_type: ErrorType) -> Markup {
    let info = error_type.info();
    html! { span title=(info.rule) { (info.name) } " " code { (info.id) } }
}

fn cells(summary: ErrorSummary) -> Markup {
    let Some(share) = summary.share() else {
        return super::comparison::undefined("not judged");
    };
    html! {
        td.number { (summary.found) " of " (summary.judged) }
        td.interval {
            (percent(share))
            @if let Some(interval) = summary.interval { " (" (percent(interval.low)) " – " (percent(interval.high)) ")" }
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// Writes the short names of the types that a sample has, for a table of samples.
pub(super) fn marks(sample: &SampleResult) -> Markup {
    let found = sample.error_types.iter().filter(|finding| finding.is_found());
    let names: Vec<&str> = found.map(|finding| finding.error_type.info().short).collect();
    html! { (names.join(", ")) }
}

/// Writes the result of each rule for a sample; nothing if the rules were not applied.
pub(super) fn section(sample: &SampleResult) -> Markup {
    html! {
        @if !sample.error_types.is_empty() {
            h3 { "Error types" }
            ul.differences { @for finding in &sample.error_types { (item(finding, sample)) } }
        }
    }
}

fn item(finding: &ErrorFinding, sample: &SampleResult) -> Markup {
    html! {
        li {
            (name(finding.error_type)) ": "
            @match &finding.judgement {
                Judgement::Found { why } => {
                    strong { "yes." } " " (why)
                    (explanation(&finding.spans, 0, sample))
                },
                Judgement::NotFound => "no",
                Judgement::NotJudged { reason } => span.undefined { "not judged: " (reason) },
            }
        }
    }
}
