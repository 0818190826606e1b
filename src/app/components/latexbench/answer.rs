//! Answers with the places that the rules find fault with.

use std::ops::Range;

use texlens_latexbench::Finding;
use texlens_workspace::segments::Layers;
use texlens_workspace::text_diff::{Shown, TextDiff};
use texlens_workspace::words::latexbench as words;
use yew::prelude::*;

use crate::app::hooks::use_reveal;

#[derive(Properties, PartialEq)]
pub(super) struct MarkedProps {
    pub(super) text: String,
    pub(super) findings: Vec<Finding>,
    /// The finding that the person has chosen.
    pub(super) pointed: Option<usize>,
}

/// Shows a text with its findings marked.
#[component]
pub(super) fn Marked(props: &MarkedProps) -> Html {
    let MarkedProps {
        text,
        findings,
        pointed,
    } = props;
    let body = use_node_ref();
    use_reveal(&body, ".pointed", pointed.is_some(), *pointed);
    let layers = Layers {
        faults: places(text, findings),
        ..Layers::default()
    };
    let segments = layers.segments(&(0..text.len()), None);
    html! {
        <pre ref={body} tabindex="0">
            {for segments.iter().map(|segment| {
                let shown = text.get(segment.range.clone()).unwrap_or_default();
                match segment.fault {
                    None => html! { {shown} },
                    Some(index) => html! {
                        <mark class={classes!("wrong", (*pointed == Some(index)).then_some("pointed"))} title={title(findings, index)}>{shown}</mark>
                    },
                }
            })}
        </pre>
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct ChangesProps {
    pub(super) base: String,
    pub(super) text: String,
    pub(super) findings: Vec<Finding>,
    /// The finding that the person has chosen.
    pub(super) pointed: Option<usize>,
}

/// Shows a text with its changes to a base. Changes that the rules forbid are marked in another colour.
#[component]
pub(super) fn Changes(props: &ChangesProps) -> Html {
    let ChangesProps {
        base,
        text,
        findings,
        pointed,
    } = props;
    let body = use_node_ref();
    use_reveal(&body, ".pointed", pointed.is_some(), *pointed);
    let diff = use_memo((base.clone(), text.clone()), |(base, text)| TextDiff::new(base, text));
    let places = places(text, findings);
    let pieces = diff.rows.iter().flat_map(|row| &row.pieces);
    html! {
        <>
            <pre ref={body} tabindex="0">
                {for pieces.map(|piece| {
                    let shown = text.get(piece.prediction.clone()).unwrap_or_default();
                    let removed = base.get(piece.reference.clone()).unwrap_or_default();
                    let fault = places.iter().find(|(place, _)| touches(place, &piece.prediction)).map(|(_, index)| *index);
                    let class = fault.map(|index| classes!("wrong", (*pointed == Some(index)).then_some("pointed")));
                    let title = fault.map(|index| title(findings, index));
                    match piece.shown(Shown::default()) {
                        None => html! { {shown} },
                        Some(_) => html! {
                            <>
                                if !removed.is_empty() { <del class={class.clone()} title={title.clone()}>{removed}</del> }
                                if !shown.is_empty() { <ins {class} {title}>{shown}</ins> }
                            </>
                        },
                    }
                })}
            </pre>
            if !findings.is_empty() {
                <p class="legend"><ins>{words::LEGEND_ASKED}</ins>{" "}<ins class="wrong">{words::LEGEND_WRONG}</ins></p>
            }
        </>
    }
}

/// Returns the places of findings with their indices. A place of no bytes takes the character that follows it, so that
/// it can be seen.
fn places(text: &str, findings: &[Finding]) -> Vec<(Range<usize>, usize)> {
    let widened = |range: &Range<usize>| {
        let start = text.floor_char_boundary(range.start.min(text.len()));
        let end = text.ceil_char_boundary(range.end.clamp(start, text.len()));
        let following = text.get(start..).and_then(|rest| rest.chars().next());
        let least = following.map_or(start, |character| start + character.len_utf8());
        start..end.max(least)
    };
    let findings = findings.iter().enumerate();
    findings
        .map(|(index, finding)| (widened(&finding.range), index))
        .collect()
}

fn touches(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start <= other.end && other.start <= one.end
}

fn title(findings: &[Finding], index: usize) -> String {
    findings.get(index).map(Finding::to_string).unwrap_or_default()
}
