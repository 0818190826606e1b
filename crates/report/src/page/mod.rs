//! The pages that people read: a frame, one section for each sample, and how the evaluation was made. The report is one
//! file, or has a page for each sample.

mod breakdown;
mod comparison;
mod compilation;
mod correlations;
mod difference;
mod errors;
mod formulas;
mod intervals;
mod judge;
mod layout;
mod policy;
mod provenance;
mod row;
mod sample;
mod scores;
mod tables;
mod unit_tests;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use texlens_evaluate::{Evaluation, SampleResult};

use crate::{Assets, envelope, formula::Renderer, style};

use layout::Layout;
pub(crate) use layout::{image_file, sample_file};
pub(crate) use policy::SCRIPT;

/// Returns the renderer of a report's formulas. Without fonts, it writes MathML.
pub(crate) fn renderer(assets: &Assets) -> Renderer {
    if assets.katex_css.is_empty() {
        Renderer::mathml()
    } else {
        Renderer::default()
    }
}

/// Writes a page around its content. `head` follows the elements that all pages have.
fn document(evaluation: &Evaluation, title: &str, policy: &str, head: &Markup, body: &Markup) -> String {
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                meta name="generator" content={ "texlens " (evaluation.provenance.texlens) };
                title { (title) }
                (head)
            }
            body { (body) }
        }
    };
    document.into_string()
}

/// Writes the whole report as one page. `body` is the result of [`body`], `css` the part of KaTeX's style sheet that it
/// needs, and `json` the result of [`envelope::write`].
pub(crate) fn one_file(evaluation: &Evaluation, css: &str, body: &str, json: &str) -> String {
    let head = html! { style { (PreEscaped(css)) (PreEscaped(style::SHEET)) } };
    let body = html! {
        (PreEscaped(body))
        script { (PreEscaped(SCRIPT)) }
        // The data come last: if they are complete, so is the page.
        (PreEscaped(envelope::OPEN)) (PreEscaped(json)) (PreEscaped(envelope::CLOSE))
    };
    document(evaluation, &evaluation.title, &policy::one_file(), &head, &body)
}

/// Writes the visible part of the page, with the sections of the samples.
pub(crate) fn body(evaluation: &Evaluation, sections: &str) -> String {
    let body = html! {
        (header(evaluation, Layout::OneFile))
        main { (PreEscaped(sections)) }
        (footer(evaluation, Layout::OneFile))
    };
    body.into_string()
}

/// Writes the section of a sample.
pub(crate) fn section(index: usize, sample: &SampleResult, renderer: &Renderer) -> String {
    sample::section(index, sample, renderer, Layout::OneFile).into_string()
}

/// Writes the index page of a folder: everything but the samples themselves.
pub(crate) fn index(evaluation: &Evaluation) -> String {
    let body = html! {
        (header(evaluation, Layout::Folder))
        (footer(evaluation, Layout::Folder))
        script src="report.js" {}
    };
    let head = html! { link rel="stylesheet" href="style.css"; };
    document(evaluation, &evaluation.title, policy::IN_FOLDER, &head, &body)
}

/// Writes the page of a sample in a folder.
pub(crate) fn sample_page(index: usize, sample: &SampleResult, evaluation: &Evaluation, renderer: &Renderer) -> String {
    let link = |to: usize, rel: &str, words: &str| {
        let name = evaluation.samples.get(to).map(|sample| sample.id.as_str());
        html! { @if let Some(name) = name { a rel=(rel) href={ "../" (sample_file(to)) } { (words) ": " (name) } } }
    };
    let body = html! {
        nav.way aria-label="Samples" {
            a rel="up" href="../index.html" { "All samples" }
            @if let Some(before) = index.checked_sub(1) { (link(before, "prev", "Previous")) }
            (link(index + 1, "next", "Next"))
        }
        main { (sample::section(index, sample, renderer, Layout::Folder)) }
        script src="../report.js" {}
    };
    let head = html! { link rel="stylesheet" href="../style.css"; };
    let title = format!("{} – {}", sample.id, evaluation.title);
    document(evaluation, &title, policy::IN_FOLDER, &head, &body)
}

fn header(evaluation: &Evaluation, layout: Layout) -> Markup {
    html! {
        header {
            h1 { (evaluation.title) }
            p.meta {
                @if !evaluation.provenance.created.is_empty() {
                    "Made " time datetime=(evaluation.provenance.created) { (provenance::date(&evaluation.provenance.created)) } " "
                }
                "with texlens " (evaluation.provenance.texlens)
            }
            @if evaluation.texts_left_out { p.note { "The texts are left out of this report: it has the scores only." } }
            (unit_tests::sections(evaluation))
            (comparison::sections(evaluation))
            (judge::sections(evaluation))
            @if evaluation.samples.len() > 1 || (layout == Layout::Folder && !evaluation.samples.is_empty()) {
                (contents(&evaluation.samples, layout))
            }
        }
    }
}

fn footer(evaluation: &Evaluation, layout: Layout) -> Markup {
    html! { footer { (provenance::section(&evaluation.provenance, layout)) } }
}

/// Writes the list of all samples with their scores, one line each.
fn contents(samples: &[SampleResult], layout: Layout) -> Markup {
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
                        @for (index, sample) in samples.iter().enumerate() { tr data-sample=(row::data(sample)) {
                            th scope="row" { a href=(layout.sample(index)) { (sample.id) } }
                            td { @if let Some(prediction) = &sample.prediction { (prediction.system) } }
                            @for metric in &metrics { td.number { (scores::brief(sample, metric)) } }
                            @if has_errors { td.error-types { (errors::marks(sample)) } }
                        } }
                    }
                }
            }
        }
    }
}
