use maud::{Markup, html};
use texlens_evaluate::SampleResult;

use crate::diff::{Segment, SegmentKind, diff};

/// Reference and prediction in one text with what differs marked; the only text where there is one.
pub(super) fn section(sample: &SampleResult) -> Markup {
    let prediction = sample.prediction.as_ref().map(|prediction| prediction.latex.as_str());
    html! {
        div.text {
            @match (sample.reference.as_deref(), prediction) {
                (Some(reference), Some(prediction)) => { (marked(reference, prediction)) },
                (Some(reference), None) => { (plain("Reference", reference)) },
                (None, Some(prediction)) => { (plain("Prediction", prediction)) },
                (None, None) => { h3 { "Text" } p.note { "There is neither a reference nor a prediction." } },
            }
        }
    }
}

fn plain(name: &str, text: &str) -> Markup {
    html! {
        h3 { (name) }
        p.note { "There is nothing to compare it with." }
        div.latex { (text) }
    }
}

fn marked(reference: &str, prediction: &str) -> Markup {
    let segments = diff(reference, prediction);
    let changes = segments
        .iter()
        .filter(|segment| segment.kind != SegmentKind::Equal)
        .count();
    html! {
        h3 { "Differences" }
        @if changes == 0 {
            p.note { "None, apart from white space." }
        } @else {
            p.note {
                del { "missing" } " stands in the reference only, " ins { "extra" } " in the prediction only."
            }
        }
        div.latex {
            @for segment in &segments { (stretch(segment, reference, prediction)) }
        }
    }
}

/// One stretch of text. The white space at the end of a change is not part of its mark.
fn stretch(segment: &Segment, reference: &str, prediction: &str) -> Markup {
    let missing = reference.get(segment.reference.clone()).unwrap_or_default();
    let predicted = prediction.get(segment.prediction.clone()).unwrap_or_default();
    html! {
        @match segment.kind {
            SegmentKind::Equal => (predicted),
            SegmentKind::Missing => { del { (visible(missing)) } (gap(missing)) },
            SegmentKind::Extra => { ins { (visible(predicted)) } (gap(predicted)) },
        }
    }
}

/// The text without white space at its end; a sign for a paragraph break, which has no other look.
fn visible(text: &str) -> String {
    let words = text.trim();
    if words.is_empty() {
        "¶".to_owned()
    } else {
        words.to_owned()
    }
}

fn gap(text: &str) -> &str {
    text.get(text.trim_end().len()..).unwrap_or_default()
}
