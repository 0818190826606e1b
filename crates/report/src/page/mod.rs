//! The pages that people read: a frame, one section for each sample, and how the evaluation was made. The report is one
//! file, or has a page for each sample.

mod anchors;
mod arrangement;
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
mod samples;
mod scores;
mod tables;
mod toc;
mod unit_tests;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use texlens_evaluate::{Evaluation, SampleResult};

use crate::{Assets, envelope, formula::Renderer, style};

pub(crate) use arrangement::Arrangement;
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

/// Writes the visible part of the page. `sections` are the results of [`section`], by the index of the sample.
pub(crate) fn body(evaluation: &Evaluation, arrangement: &Arrangement<'_>, sections: &[String]) -> String {
    frame(evaluation, arrangement, Layout::OneFile, sections).into_string()
}

/// Writes the section of a sample.
pub(crate) fn section(
    index: usize,
    sample: &SampleResult,
    renderer: &Renderer,
    arrangement: &Arrangement<'_>,
) -> String {
    samples::folded(index, sample, renderer, arrangement).into_string()
}

/// Writes the index page of a folder: everything but the samples themselves.
pub(crate) fn index(evaluation: &Evaluation, arrangement: &Arrangement<'_>) -> String {
    let body = html! {
        (frame(evaluation, arrangement, Layout::Folder, &[]))
        script src="report.js" {}
    };
    let head = html! { link rel="stylesheet" href="style.css"; };
    document(evaluation, &evaluation.title, policy::IN_FOLDER, &head, &body)
}

/// Writes the page of a sample in a folder. The neighbours are those of the list.
pub(crate) fn sample_page(
    index: usize,
    sample: &SampleResult,
    evaluation: &Evaluation,
    renderer: &Renderer,
    arrangement: &Arrangement<'_>,
) -> String {
    let [before, after] = arrangement.neighbours(index);
    let link = |to: Option<usize>, rel: &str, words: &str| {
        let to = to.and_then(|to| Some((to, evaluation.samples.get(to)?)));
        html! { @if let Some((to, sample)) = to { a rel=(rel) href={ "../" (sample_file(to)) } { (words) ": " (sample.id) } } }
    };
    let body = html! {
        nav.way aria-label="Samples" {
            a rel="up" href="../index.html" { "All samples" }
            (link(before, "prev", "Previous"))
            (link(after, "next", "Next"))
        }
        main { (sample::section(index, sample, renderer, Layout::Folder, arrangement)) }
        script src="../report.js" {}
    };
    let head = html! { link rel="stylesheet" href="../style.css"; };
    let title = format!("{} – {}", sample.id, evaluation.title);
    document(evaluation, &title, policy::IN_FOLDER, &head, &body)
}

/// Writes everything but the script and the data.
fn frame(evaluation: &Evaluation, arrangement: &Arrangement<'_>, layout: Layout, sections: &[String]) -> Markup {
    html! {
        (header(evaluation))
        (toc::nav(evaluation, arrangement, layout))
        main {
            (unit_tests::sections(evaluation))
            (comparison::sections(evaluation))
            (judge::sections(evaluation))
            (samples::sections(evaluation, arrangement, layout, sections))
        }
        footer { (provenance::section(&evaluation.provenance, layout)) }
    }
}

fn header(evaluation: &Evaluation) -> Markup {
    html! {
        header {
            h1 { (evaluation.title) }
            p.meta {
                @if !evaluation.provenance.created.is_empty() {
                    "Made " time datetime=(evaluation.provenance.created) { (provenance::date(&evaluation.provenance.created)) } " "
                }
                "with texlens " (evaluation.provenance.texlens)
            }
            @if let Some(filtered) = &evaluation.provenance.filtered { p.filtered { (filtered.sentence()) } }
            @if evaluation.texts_left_out { p.note { "The texts are left out of this report: it has the scores only." } }
        }
    }
}
