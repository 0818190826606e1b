//! The verdicts of language models on formulas and tables.

use maud::{Markup, html};
use texlens_evaluate::{Evaluation, JudgeCall, JudgeRun, JudgeVerdict, JudgedGroup, JudgedItem};

use super::provenance::date;

/// Maximum number of items that are listed.
const MAX_ITEMS: usize = 50;

/// Writes one section for each run.
pub(super) fn sections(evaluation: &Evaluation) -> Markup {
    html! {
        @for (index, run) in evaluation.judge.iter().enumerate() { (section(&format!("judge-{}", index + 1), run)) }
    }
}

fn section(id: &str, run: &JudgeRun) -> Markup {
    html! {
        section.comparison id=(id) aria-labelledby={ (id) "-title" } {
            h2 id={ (id) "-title" } { "Judged by " (run.model) }
            p.note {
                "A language model’s score of 0 to 10 for each formula or table of the reference, asked "
                time datetime=(run.created) { (date(&run.created)) } " at " (run.endpoint) ". "
                @for protocol in &run.protocols { "Protocol " code { (protocol.name) } ": " (protocol.value) ". " }
                (cost(run))
            }
            (means(id, run))
            @if let Some(comparison) = &run.comparison { (super::comparison::summaries(&comparison.differences)) }
            (stability(run))
            @for agreement in &run.agreement {
                p.note {
                    "With " (agreement.with) " on " (agreement.items) " items"
                    @if let Some(r) = agreement.pearson { ": Pearson’s r " (ratio(r.value)) " (" (ratio(r.interval.low)) " – " (ratio(r.interval.high)) ")" }
                    @if let Some(kappa) = agreement.kappa { ", weighted kappa " (ratio(kappa.value)) " (" (ratio(kappa.interval.low)) " – " (ratio(kappa.interval.high)) ")" }
                    "."
                }
            }
            @if !run.problems.is_empty() {
                ul.differences { @for problem in &run.problems { li { (problem.sample) @if let Some(system) = &problem.system { " of " (system) } ": " (problem.message) } } }
            }
            @if let Some(correlations) = &run.correlations { (super::correlations::table(id, correlations)) }
            (items(run))
            (transcript(&run.transcript))
        }
    }
}

/// Maximum number of requests that are shown; the page's data have all of them.
const MAX_CALLS: usize = 500;

/// Writes the requests and the answers, collapsed.
fn transcript(calls: &[JudgeCall]) -> Markup {
    html! {
        @if !calls.is_empty() {
            details {
                summary { "Transcript: " (calls.len()) @if calls.len() == 1 { " request" } @else { " requests" } }
                ol.transcript { @for call in calls.iter().take(MAX_CALLS) { li { (exchange(call)) } } }
                @if calls.len() > MAX_CALLS { p.note { "and " (calls.len() - MAX_CALLS) " more, in this page’s data" } }
            }
        }
    }
}

fn exchange(call: &JudgeCall) -> Markup {
    html! {
        p.note {
            "To " (call.url) " after " (seconds(call.sent_ms)) " s, "
            @match call.status { Some(status) => { "answered with " (status) " after " }, None => "failed after " }
            (seconds(call.received_ms.saturating_sub(call.sent_ms))) " s. " code.hash { (call.key) }
        }
        details { summary { "Request" } pre tabindex="0" { code { (call.request) } } }
        details { summary { "Answer" } pre tabindex="0" { code { (call.answer) } } }
    }
}

fn seconds(ms: u64) -> String {
    format!("{}.{:01}", ms / 1000, ms % 1000 / 100)
}

fn cost(run: &JudgeRun) -> Markup {
    let cost = &run.cost;
    html! {
        (cost.requests) " requests, " (cost.input_tokens) " tokens of prompts and " (cost.output_tokens) " of answers"
        @if let Some(dollars) = cost.dollars { ", $" (format!("{dollars:.4}")) }
        @if cost.is_estimated { " (partly an upper bound)" }
        "."
    }
}

fn means(id: &str, run: &JudgeRun) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-labelledby={ (id) "-title" } {
            table.systems {
                thead { tr {
                    th scope="col" { "System" } th scope="col" { "What" } th.number scope="col" { "judge" } th scope="col" { "95 %" } th.number scope="col" { "Answers alone" }
                    th.number scope="col" { "Correct" } th.number scope="col" { "Items" } th scope="col" { "Of these" }
                } }
                tbody { @for group in &run.groups { (row(group)) } }
            }
        }
    }
}

fn row(group: &JudgedGroup) -> Markup {
    html! {
        tr {
            th scope="row" { (group.system) }
            td { (group.part.name()) }
            td.number { (group.mean.map_or_else(|| "–".to_owned(), ratio)) }
            td.interval { @if let Some(interval) = group.interval { (ratio(interval.low)) " – " (ratio(interval.high)) } }
            td.number { (group.answers.map_or_else(|| "–".to_owned(), ratio)) }
            td.number { @if let Some(correct) = group.correct { (format!("{:.0} %", 100.0 * correct.value)) } }
            td.number { (group.items) }
            td { (group.remarks()) }
        }
    }
}

fn stability(run: &JudgeRun) -> Markup {
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    html! {
        @if let Some(stability) = &run.stability {
            @if let Some(repeats) = &stability.repeats {
                p.note {
                    "Asked " (repeats.asked) " times about " (repeats.items) " items"
                    @if let Some(same) = repeats.same { ", it gave the same score in " (percent(same.value)) " of them" }
                    @if let Some(range) = repeats.mean_range { "; its scores lay " (format!("{range:.2}")) " apart in the mean" }
                    "."
                }
            }
            @if let Some(order) = &stability.order {
                p.note {
                    "With the prediction first (" (order.items) " items)"
                    @if let Some(change) = order.change {
                        " the score changed by " (format!("{:+.2}", change.value)) " in the mean (" (format!("{:+.2}", change.interval.low)) " – " (format!("{:+.2}", change.interval.high)) ")"
                    }
                    @if let Some(same) = order.same { ", and stayed the same in " (percent(same.value)) }
                    "."
                }
            }
        }
    }
}

/// Lists the flagged items first, then the other items, those without a score before those with the lowest scores.
/// Items with a score of 10 that are not flagged are omitted.
fn items(run: &JudgeRun) -> Markup {
    let mut items: Vec<&JudgedItem> = run
        .items
        .iter()
        .filter(|item| !item.flags.is_empty() || item.verdict.score().is_none_or(|score| score < 10.0))
        .collect();
    let rank = |item: &JudgedItem| (item.flags.is_empty(), item.verdict.score().unwrap_or(-1.0));
    items.sort_by(|a, b| rank(a).partial_cmp(&rank(b)).unwrap_or(std::cmp::Ordering::Equal));
    html! {
        @if !items.is_empty() {
            details {
                summary { "Verdicts: flagged ones, then the lowest (" (items.len().min(MAX_ITEMS)) " of " (run.items.len()) ")" }
                ul.differences { @for item in items.iter().take(MAX_ITEMS) { (verdict(item)) } }
            }
        }
    }
}

fn verdict(item: &JudgedItem) -> Markup {
    html! {
        li {
            strong { (item.id) } ", " (item.system) ": "
            @match &item.verdict {
                JudgeVerdict::Scored { score, reasons, .. } => { (score) " of 10. " (reasons.join(" ")) },
                JudgeVerdict::ByRule { score, reason } => { (score) " of 10 by rule: " (reason) "." },
                JudgeVerdict::Invalid { errors } => span.undefined { "invalid: " (errors.join("; ")) },
                JudgeVerdict::Failed { reason } | JudgeVerdict::NotAsked { reason } => span.undefined { (reason) },
            }
            br;
            code { (item.reference) } " | "
            @match &item.prediction { Some(prediction) => code { (prediction) }, None => span.undefined { "missing" } }
            @for flag in &item.flags {
                br;
                strong { "May speak to the judge" } " (" (flag.kind) ", " (flag.side) ", " (flag.place) "): " code { (flag.excerpt) }
            }
        }
    }
}

fn ratio(value: f64) -> String {
    format!("{value:.3}")
}
