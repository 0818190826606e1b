use maud::{Markup, html};
use texlens_evaluate::SampleResult;

use crate::diff::{Segment, SegmentKind, diff};

/// Writes reference and prediction as one text in which differences are marked. If only one of them exists, writes that
/// text.
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
    let changes = places(&segments);
    let has_moves = segments.iter().any(|segment| segment.moved.is_some());
    html! {
        h3 { "Differences" }
        p.note {
            @match changes {
                0 => "None, apart from white space.",
                1 => { "One place. " (legend(has_moves)) },
                _ => { (changes) " places. " (legend(has_moves)) },
            }
        }
        div.latex {
            @for segment in &segments { (stretch(segment, reference, prediction)) }
        }
    }
}

/// Counts the runs of changes with equal text between them: a replaced word is one place.
fn places(segments: &[Segment]) -> usize {
    let changed = |segment: &Segment| segment.kind != SegmentKind::Equal;
    let begins = |pair: &[Segment]| matches!(pair, [before, after] if !changed(before) && changed(after));
    usize::from(segments.first().is_some_and(changed)) + segments.windows(2).filter(|pair| begins(pair)).count()
}

fn legend(has_moves: bool) -> Markup {
    html! {
        del { "missing" } " stands in the reference only, " ins { "extra" } " in the prediction only."
        @if has_moves { " " ins.moved { "moved" } " stands elsewhere on the other side." }
    }
}

/// Writes one segment. White space at the end of a change is not part of its mark.
fn stretch(segment: &Segment, reference: &str, prediction: &str) -> Markup {
    let missing = reference.get(segment.reference.clone()).unwrap_or_default();
    let predicted = prediction.get(segment.prediction.clone()).unwrap_or_default();
    let is_moved = segment.moved.is_some();
    html! {
        @match segment.kind {
            SegmentKind::Equal => (predicted),
            SegmentKind::Missing => { del.moved[is_moved] { (visible(missing)) } (gap(missing)) },
            SegmentKind::Extra => { ins.moved[is_moved] { (visible(predicted)) } (gap(predicted)) },
        }
    }
}

/// Returns the text without surrounding white space, or a sign for a paragraph break, which would be invisible.
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
