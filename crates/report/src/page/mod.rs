//! The page that people read: a frame, one section for each sample, and how the evaluation was made.

mod breakdown;
mod comparison;
mod compilation;
mod correlations;
mod difference;
mod errors;
mod formulas;
mod intervals;
mod judge;
mod provenance;
mod sample;
mod scores;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use texlens_evaluate::{Evaluation, SampleResult};

use crate::{Assets, ReportError, envelope, formula::Renderer};

/// Nothing is loaded and nothing runs, whatever the page contains. Styles are inline because it is one file.
const POLICY: &str =
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'";

const STYLE: &str = concat!(include_str!("style.css"), include_str!("../plot/plot.css"));

/// The whole document. `json` is what [`envelope::write`] made.
pub(crate) fn page(evaluation: &Evaluation, assets: &Assets, json: &str) -> Result<String, ReportError> {
    let renderer = if assets.katex_css.is_empty() {
        Renderer::mathml()
    } else {
        Renderer::default()
    };
    let body = body(evaluation, &renderer).into_string();
    let katex = assets.embedded_css(&body)?;
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content={ "texlens " (evaluation.provenance.texlens) };
                title { (evaluation.title) }
                style { (PreEscaped(katex)) (PreEscaped(STYLE)) }
            }
            body { (PreEscaped(body)) (PreEscaped(envelope::OPEN)) (PreEscaped(json)) (PreEscaped(envelope::CLOSE)) }
        }
    };
    Ok(document.into_string())
}

fn body(evaluation: &Evaluation, renderer: &Renderer) -> Markup {
    html! {
        header {
            h1 { (evaluation.title) }
            p.meta {
                @if !evaluation.provenance.created.is_empty() {
                    "Made " time datetime=(evaluation.provenance.created) { (provenance::date(&evaluation.provenance.created)) } " "
                }
                "with texlens " (evaluation.provenance.texlens)
            }
            (comparison::sections(evaluation))
            (judge::sections(evaluation))
            @if evaluation.samples.len() > 1 { (contents(&evaluation.samples)) }
        }
        main {
            @for (index, result) in evaluation.samples.iter().enumerate() {
                (sample::section(index, result, renderer))
            }
        }
        footer { (provenance::section(&evaluation.provenance)) }
    }
}

fn anchor(sample: usize) -> String {
    format!("sample-{}", sample + 1)
}

/// All samples with their scores, one line each.
fn contents(samples: &[SampleResult]) -> Markup {
    let metrics = scores::columns(samples);
    let has_errors = samples.iter().any(|sample| !sample.error_types.is_empty());
    html! {
        nav aria-labelledby="samples" {
            h2 #samples { "Samples" }
            div.scroll tabindex="0" role="region" aria-labelledby="samples" {
                table.contents {
                    thead { tr {
                        th scope="col" { "Sample" }
                        th scope="col" { "System" }
                        @for metric in &metrics { th.number scope="col" { (metric) } }
                        @if has_errors { th scope="col" { "Error types" } }
                    } }
                    tbody {
                        @for (index, sample) in samples.iter().enumerate() { tr {
                            th scope="row" { a href={ "#" (anchor(index)) } { (sample.id) } }
                            td { @if let Some(prediction) = &sample.prediction { (prediction.system) } }
                            @for metric in &metrics { td.number { (scores::brief(sample, metric)) } }
                            @if has_errors { td { (errors::marks(sample)) } }
                        } }
                    }
                }
            }
        }
    }
}
