use maud::{Markup, html};
use texlens_evaluate::{Credit, Image, Kind, PageOf, SampleResult};

use super::anchors::permalink;
use super::arrangement::Arrangement;
use super::layout::{Layout, image_file};
use super::row::tag;
use super::{compilation, difference, errors, formulas, scores, tables};
use crate::{content::is_bare, envelope, formula::Renderer};

/// Writes everything that is known about one sample. In a list, the line above has its name.
pub(super) fn section(
    index: usize,
    sample: &SampleResult,
    renderer: &Renderer,
    layout: Layout,
    arrangement: &Arrangement<'_>,
) -> Markup {
    let id = arrangement.anchor(index);
    let has_heading = layout == Layout::Folder || arrangement.is_single;
    html! {
        section.sample id=(id) aria-label=(sample.id) {
            @if has_heading { h2 { (sample.id) (permalink(id, &sample.id)) } }
            p.meta { (subtitle(sample)) }
            @if let Some(credit) = &sample.credit { (attribution(credit)) }
            @if !sample.tags.is_empty() { p.note { "Tags: " (sample.tags.iter().map(tag).collect::<Vec<_>>().join(", ")) } }
            @if !sample.comment.is_empty() { p.comment { (sample.comment) } }
            (suspicions(sample))
            (scores::section(sample))
            (errors::section(sample))
            div.sheet.alone[sample.image.is_none()] {
                @if let Some(image) = &sample.image { (figure(index, sample, image, layout)) }
                @if is_bare(sample) {
                    div.text { h3 { "Text" } p.note { "The texts of this sample were left out." } }
                } @else {
                    (difference::section(sample))
                }
            }
            @if let Some(compilation) = &sample.compilation { (compilation::section(compilation)) }
            (formulas::section(sample, id, renderer))
            (tables::section(sample))
            @if !is_bare(sample) { (sources(sample)) }
        }
    }
}

/// Writes the signs that the prediction was made for the metrics.
fn suspicions(sample: &SampleResult) -> Markup {
    html! {
        @for suspicion in &sample.suspicions {
            p.note { strong { (suspicion.kind.name()) } @if !suspicion.reason.is_empty() { ": " (suspicion.reason) } }
        }
    }
}

fn subtitle(sample: &SampleResult) -> String {
    let kind = match (&sample.page_of, sample.kind) {
        (Some(PageOf { document, page }), _) => format!("Page {page} of {document}"),
        (None, Kind::Formula) => "Formula".to_owned(),
        (None, Kind::Page) => "Page".to_owned(),
        (None, Kind::Document) => "Document".to_owned(),
    };
    let Some(prediction) = &sample.prediction else {
        return format!("{kind}, without a prediction");
    };
    let system = prediction.clone().by_system_alone().system;
    // Pages of PDF files have a text and an image, others only an image.
    let from = prediction
        .recognition
        .as_ref()
        .map(|recognition| &recognition.read_from);
    let from = from.filter(|from| **from != Default::default());
    let from = from.map(|from| format!(", {from}")).unwrap_or_default();
    match prediction.corrections().len() {
        0 => format!("{kind}, as read by {}{from}", prediction.system),
        1 => format!("{kind}, as read by {system} and corrected by hand in one place{from}"),
        count => format!("{kind}, as read by {system} and corrected by hand in {count} places{from}"),
    }
}

/// Writes the authors of the page, its source, and the licence under which it is distributed.
fn attribution(credit: &Credit) -> Markup {
    let link = |url: &str, text: &str| html! { a href=(url) rel="noopener noreferrer" { (text) } };
    html! {
        p.note.credit {
            cite { (credit.title) } ", page " (credit.page) ". " (credit.authors) ". "
            (link(&credit.source_url, &credit.origin)) ", licence " (link(&credit.licence_url, &credit.licence)) "."
            @if !credit.changes.is_empty() { " Changes to the reference: " (credit.changes) }
        }
    }
}

fn figure(index: usize, sample: &SampleResult, image: &Image, layout: Layout) -> Markup {
    let address = match layout {
        Layout::OneFile => envelope::data_uri(image),
        Layout::Folder => format!("../{}", image_file(index, &image.media_type)),
    };
    // `id` and `src` come first and in this order, because `envelope::read` searches for them.
    html! {
        figure.page-image {
            img id=(envelope::image_id(index)) src=(address) alt={ "Page image of " (sample.id) }
                width=(image.width) height=(image.height) loading="lazy" decoding="async";
            figcaption { "Page image, " (image.width) " × " (image.height) " pixels" }
        }
    }
}

/// Writes the texts unchanged, for copying.
fn sources(sample: &SampleResult) -> Markup {
    let prediction = sample.prediction.as_ref().map(|prediction| &prediction.latex);
    html! {
        @for (name, text) in [("Reference", sample.reference.as_ref()), ("Prediction", prediction)] {
            @if let Some(text) = text {
                details.source {
                    summary { (name) " LaTeX" }
                    pre tabindex="0" { code { (text) } }
                }
            }
        }
    }
}
