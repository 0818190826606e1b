use maud::{Markup, html};
use texlens_evaluate::SampleResult;
use texlens_metrics::{Direction, Group, Outcome, Ratio, Score, Side, Span, SpanKind, info};

/// Maximum number of spans that are listed for each score; the page's data have all of them.
const MAX_SPANS: usize = 200;

/// Maximum number of characters that are quoted from a span.
const MAX_QUOTE: usize = 120;

/// Writes the scores of a sample, each with the spans that explain it.
pub(super) fn section(sample: &SampleResult) -> Markup {
    html! {
        h3 { "Scores" }
        @if sample.scores.is_empty() {
            p.note { "Not scored: this needs a reference and a prediction." }
        } @else {
            @if sample.scores.iter().any(|score| score.value().is_some()) {
                table.scores {
                    thead { tr {
                        th scope="col" { "Metric" }
                        th.number scope="col" { "Value" }
                        th.number scope="col" { "Correct" }
                        th scope="col" { "Explained by" }
                    } }
                    tbody { @for score in &sample.scores { (row(score, sample)) } }
                }
            }
            (undefined(sample))
        }
    }
}

/// Maximum number of columns in a table of samples.
const MAX_COLUMNS: usize = 14;

/// Returns the metric ids for a table of samples, in the order in which they first appear. They are the metrics with a
/// value anywhere; if these are too many, those of TexOCR's tables, or else the first ones.
pub(super) fn columns(samples: &[SampleResult]) -> Vec<&str> {
    let mut columns = metrics(samples);
    let has_value = |id: &str| {
        let mut scores = samples.iter().flat_map(|sample| &sample.scores);
        scores.any(|score| score.metric == id && score.value().is_some())
    };
    columns.retain(|id| has_value(id));
    let is_main = |id: &&str| info(id).is_some_and(|info| info.group <= Group::Overall);
    if columns.len() > MAX_COLUMNS && columns.iter().any(is_main) {
        columns.retain(|id| is_main(id));
    }
    columns.truncate(MAX_COLUMNS);
    columns
}

/// Returns the metric ids of all samples in the order in which they first appear.
fn metrics(samples: &[SampleResult]) -> Vec<&str> {
    let mut metrics: Vec<&str> = Vec::new();
    for score in samples.iter().flat_map(|sample| &sample.scores) {
        if !metrics.contains(&score.metric.as_str()) {
            metrics.push(&score.metric);
        }
    }
    metrics
}

/// Writes the value of a metric for a table of samples.
pub(super) fn brief(sample: &SampleResult, metric: &str) -> Markup {
    let score = sample.scores.iter().find(|score| score.metric == metric);
    html! {
        @match score.map(|score| &score.outcome) {
            Some(Outcome::Defined { value, .. }) => (decimal(*value)),
            Some(Outcome::Undefined { reason }) => span title=(reason) { "n/a" },
            None => "–",
        }
    }
}

/// Writes the row of a score that has a value.
fn row(score: &Score, sample: &SampleResult) -> Markup {
    html! {
        @if let Outcome::Defined { value, ratio } = &score.outcome {
            tr {
                th scope="row" { (name(&score.metric)) }
                td.number { (decimal(*value)) }
                td.number { @if let Some(ratio) = ratio { (counted(*ratio)) } }
                td {
                    @if !score.summary.is_empty() { p.summary { (score.summary) } }
                    (limits(&score.metric))
                    (explanation(&score.spans, score.unlisted, sample))
                }
            }
        }
    }
}

/// Writes the scores without a value, by reason.
fn undefined(sample: &SampleResult) -> Markup {
    let mut reasons: Vec<(&str, Vec<&Score>)> = Vec::new();
    for score in &sample.scores {
        let Outcome::Undefined { reason } = &score.outcome else {
            continue;
        };
        match reasons.iter_mut().find(|(known, _)| known == reason) {
            Some((_, scores)) => scores.push(score),
            None => reasons.push((reason, vec![score])),
        }
    }
    let count: usize = reasons.iter().map(|(_, scores)| scores.len()).sum();
    html! {
        @if count > 0 {
            details.not-available {
                summary { (count) @if count == 1 { " metric is n/a" } @else { " metrics are n/a" } }
                dl {
                    @for (reason, scores) in reasons {
                        dt { "n/a: " (reason) }
                        dd { @for (index, score) in scores.into_iter().enumerate() {
                            @if index > 0 { ", " }
                            (name(&score.metric))
                            (explanation(&score.spans, score.unlisted, sample))
                        } }
                    }
                }
            }
        }
    }
}

/// Writes the metric's name with its id. A report of another version may have metrics that this version does not know.
pub(super) fn name(id: &str) -> Markup {
    html! {
        @if let Some(info) = info(id) {
            span title=(info.about) { (info.name) } " "
        }
        code { (id) }
        @if info(id).is_some_and(|info| info.direction == Direction::LowerIsBetter) {
            " " span.remark { "lower is better" }
        }
    }
}

/// Writes the limits of the metric, beside its value.
fn limits(id: &str) -> Markup {
    let limits = info(id).map_or("", |info| info.limits);
    html! { @if !limits.is_empty() { p.note { "Limits: " (limits) } } }
}

pub(super) fn decimal(value: f64) -> String {
    format!("{value:.3}")
}

fn counted(ratio: Ratio) -> String {
    format!("{} of {}", number(ratio.numerator), number(ratio.denominator))
}

/// Formats a number with at most two decimals, and with none if it is an integer.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Writes the spans that explain a score: first the errors, then the matches. `unlisted` counts the spans beyond these.
pub(super) fn explanation(spans: &[Span], unlisted: usize, sample: &SampleResult) -> Markup {
    let (right, wrong): (Vec<&Span>, Vec<&Span>) = spans.iter().partition(|span| span.kind == SpanKind::Match);
    html! {
        @for (spans, open) in [(&wrong, "to look at"), (&right, "counted as right")] {
            @if !spans.is_empty() {
                details.spans {
                    summary { (spans.len()) " " (open) }
                    ul {
                        @for span in spans.iter().take(MAX_SPANS) { (item(span, sample)) }
                        @if spans.len() > MAX_SPANS { li.note { "and " (spans.len() - MAX_SPANS) " more" } }
                    }
                }
            }
        }
        @if unlisted > 0 { p.note { (unlisted) " more places are counted and not listed." } }
    }
}

fn item(span: &Span, sample: &SampleResult) -> Markup {
    let (side, text) = match span.side {
        Side::Reference => ("reference", sample.reference.as_deref()),
        Side::Prediction => (
            "prediction",
            sample.prediction.as_ref().map(|prediction| prediction.latex.as_str()),
        ),
    };
    let kind = match span.kind {
        SpanKind::Match => "match",
        SpanKind::Missing => "missing",
        SpanKind::Extra => "extra",
        SpanKind::Different => "different",
        SpanKind::Ignored => "ignored",
    };
    let quoted = text.and_then(|text| text.get(span.range.clone())).unwrap_or_default();
    html! {
        li {
            span class={ "kind " (kind) } { (kind) }
            " " span.side { (side) } " "
            code { (shortened(quoted)) }
            @if !span.note.is_empty() { span.why { " " (span.note) } }
        }
    }
}

/// Returns the start of a long quotation, on one line.
fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_QUOTE) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_idle_decimals() {
        assert_eq!(
            counted(Ratio {
                numerator: 12.0,
                denominator: 13.5
            }),
            "12 of 13.5"
        );
        assert_eq!(number(100.0), "100");
        assert_eq!(number(0.0), "0");
        assert_eq!(decimal(1.0), "1.000");
    }

    #[test]
    fn long_quotations_are_cut_at_a_character() {
        assert_eq!(shortened("a\n  b"), "a b");
        assert_eq!(shortened(&"é".repeat(200)).chars().count(), MAX_QUOTE + 1);
    }
}
