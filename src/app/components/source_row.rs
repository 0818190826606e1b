use std::{ops::Range, rc::Rc};

use texlens_workspace::faults::Faults;
use texlens_workspace::segments::{Layers, Segment};
use texlens_workspace::state::Pointed;
use texlens_workspace::text_diff::{DifferenceKind, Piece, Shown, TextDiff, with_signs};
use texlens_workspace::words::source as words;
use yew::prelude::*;

use super::{scores::kind_class, texts::Texts};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) rows: Rc<TextDiff>,
    pub(super) index: usize,
    pub(super) texts: Rc<Texts>,
    pub(super) pointed: Pointed,
    pub(super) unified: bool,
    pub(super) shown: Shown,
}

/// Shows aligned paragraphs of both texts.
#[component]
pub(super) fn SourceRow(props: &Props) -> Html {
    let Props {
        rows,
        index,
        texts,
        pointed,
        unified,
        shown,
    } = props;
    let Some(row) = rows.rows.get(*index) else {
        return Html::default();
    };
    let reference = |range: Range<usize>| side(&texts.reference, None, &range, &pointed.reference, "missing");
    let prediction = |range: Range<usize>| {
        let faults = texts.faults.as_deref();
        side(&texts.prediction, faults, &range, &pointed.prediction, "extra")
    };
    if *unified {
        let piece = |piece: &Piece| match piece.shown(*shown) {
            None if texts.prediction.is_none() => reference(piece.reference.clone()),
            None => prediction(piece.prediction.clone()),
            Some(_) => html! { <>{reference(piece.reference.clone())}{prediction(piece.prediction.clone())}</> },
        };
        return html! { <div class="row"><div class="text">{for row.pieces.iter().map(piece)}</div></div> };
    }
    let extent = |range: fn(&Piece) -> &Range<usize>| {
        let start = row.pieces.first().map_or(0, |piece| range(piece).start);
        let end = row.pieces.last().map_or(0, |piece| range(piece).end);
        start..end
    };
    html! {
        <div class={classes!("row", (!row.is_equal(*shown)).then_some("differs"))}>
            if texts.reference.is_some() {
                <div class="text reference">{reference(trimmed(&texts.reference, extent(|piece| &piece.reference)))}</div>
            }
            if texts.prediction.is_some() {
                <div class="text prediction">{prediction(trimmed(&texts.prediction, extent(|piece| &piece.prediction)))}</div>
            }
        </div>
    }
}

pub(super) fn side(
    text: &Option<(Rc<str>, Layers)>,
    faults: Option<&Faults>,
    window: &Range<usize>,
    pointed: &Option<Range<usize>>,
    changed: &'static str,
) -> Html {
    let Some((text, layers)) = text else {
        return Html::default();
    };
    layers
        .segments(window, pointed.as_ref())
        .into_iter()
        .map(|segment| {
            let blank = is_blank_difference(text, layers, &segment);
            let text = text.get(segment.range.clone()).unwrap_or_default();
            stretch(text, &segment, blank, faults, changed)
        })
        .collect()
}

/// Returns the range without the blank lines at its end, which are the gap between rows. Blank lines that differ stay.
pub(super) fn trimmed(text: &Option<(Rc<str>, Layers)>, window: Range<usize>) -> Range<usize> {
    let Some((text, layers)) = text else {
        return window;
    };
    let first = layers.differences.partition_point(|(range, ..)| range.end < window.end);
    let differs = layers
        .differences
        .get(first)
        .is_some_and(|(range, ..)| range.end == window.end);
    match text.get(window.clone()) {
        Some(inside) if !differs => window.start..window.start + inside.trim_end().len(),
        _ => window,
    }
}

/// Reports whether the difference is only white space, such as a paragraph break.
fn is_blank_difference(text: &str, layers: &Layers, segment: &Segment) -> bool {
    let Some((number, _)) = segment.difference else {
        return false;
    };
    let index = layers.differences.partition_point(|(_, before, _)| *before < number);
    let difference = layers.differences.get(index);
    let words = difference.and_then(|(range, ..)| text.get(range.clone()));
    words.is_some_and(|words| words.trim().is_empty())
}

fn stretch(text: &str, segment: &Segment, blank: bool, faults: Option<&Faults>, changed: &'static str) -> Html {
    let Segment {
        difference,
        span,
        token,
        fault,
        beside,
        pointed,
        ..
    } = segment;
    if difference.is_none() && !beside && span.is_none() && token.is_none() && fault.is_none() && !pointed {
        return html! { {text} };
    }
    let class = classes!(
        difference.map(|(_, kind)| match kind {
            DifferenceKind::Moved => "moved",
            DifferenceKind::Space => "space",
            DifferenceKind::Missing | DifferenceKind::Extra | DifferenceKind::Replaced => changed,
        }),
        beside.then_some("missing-beside"),
        span.map(|(_, kind)| classes!("span", kind_class(kind))),
        token.map(|_| "token"),
        fault.map(|_| match faults {
            Some(Faults { certain: true, .. }) => "fault",
            _ => "fault expected",
        }),
        pointed.then_some("pointed"),
    );
    // Changed white space is invisible without signs.
    let text = match difference {
        Some((_, DifferenceKind::Space)) => with_signs(text),
        _ if blank && text.contains('\n') => format!("\u{b6}{text}"),
        _ => text.to_owned(),
    };
    let title = fault.and_then(|index| {
        let fault = faults?.list.get(index)?;
        Some(format!("{}\n{}", fault.message, fault.advice))
    });
    let kind = difference.map(|(_, kind)| words::difference(kind).to_owned());
    let title = title.or(kind);
    let number = |number: usize| number.to_string();
    html! {
        <span
            {class}
            data-difference={difference.map(|(difference, _)| number(difference))}
            data-span={span.map(|(index, _)| number(index))}
            data-token={token.map(number)}
            data-start={token.map(|_| number(segment.range.start))}
            data-fault={fault.map(number)}
            {title}
        >
            {text}
        </span>
    }
}
