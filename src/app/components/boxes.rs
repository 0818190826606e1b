use std::rc::Rc;

use texlens_evaluate::Prediction;
use texlens_ocr::{BBox, Glyph, PageGlyphs};
use yew::prelude::*;

use crate::app::{
    roles::{Role, left_out},
    state::Layer,
};

/// Pixels of the page between the ink and its box, which is legible only so.
const AIR: f32 = 2.0;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) prediction: Rc<Prediction>,
    pub(super) roles: Rc<Vec<Role>>,
    /// Missing where the recognition was opened from a file.
    pub(super) page: Option<Rc<PageGlyphs>>,
    pub(super) layer: Layer,
}

/// The boxes of a layer, a component of their own so that selecting one does not draw them all again.
#[component]
pub(super) fn Boxes(props: &Props) -> Html {
    let Props {
        prediction,
        roles,
        page,
        layer,
    } = props;
    let glyphs = page.as_ref().map_or(&[][..], |page| &page.glyphs);
    let boxes: Vec<Html> = match layer {
        Layer::Kinds => of_kinds(prediction, roles, glyphs),
        Layer::Confidence => of_confidence(prediction),
        Layer::Glyphs => of_glyphs(prediction, glyphs),
        Layer::Off => of_tokens(prediction, |_| classes!()),
    };
    html! { <g aria-hidden="true">{for boxes}</g> }
}

fn of_kinds(prediction: &Prediction, roles: &[Role], glyphs: &[Glyph]) -> Vec<Html> {
    let Some(recognition) = &prediction.recognition else {
        return Vec::new();
    };
    let mut boxes: Vec<Html> = left_out(recognition, glyphs.len())
        .into_iter()
        .filter_map(|index| Some((index, glyphs.get(index as usize)?)))
        .map(|(index, glyph)| rect(glyph.bbox(), 0.0, classes!(Role::LeftOut.class()), Target::Glyph(index)))
        .collect();
    boxes.extend(of_tokens(prediction, |index| {
        classes!(roles.get(index).map(|role| role.class()))
    }));
    boxes
}

fn of_confidence(prediction: &Prediction) -> Vec<Html> {
    let tokens = prediction.recognition.as_ref().map_or(&[][..], |found| &found.tokens);
    of_tokens(prediction, |index| {
        classes!(tokens.get(index).map(|token| sureness(token.confidence)))
    })
}

fn of_glyphs(prediction: &Prediction, glyphs: &[Glyph]) -> Vec<Html> {
    let recognition = prediction.recognition.as_ref();
    let out = recognition.map_or_else(Vec::new, |found| left_out(found, glyphs.len()));
    let glyphs = (0u32..).zip(glyphs);
    let boxed = glyphs.map(|(index, glyph)| {
        let class = if out.binary_search(&index).is_ok() {
            Role::LeftOut.class()
        } else {
            sureness(glyph.confidence)
        };
        rect(glyph.bbox(), 0.0, classes!("glyph", class), Target::Glyph(index))
    });
    boxed.collect()
}

fn of_tokens(prediction: &Prediction, class: impl Fn(usize) -> Classes) -> Vec<Html> {
    let tokens = prediction.recognition.as_ref().map_or(&[][..], |found| &found.tokens);
    let boxed = tokens.iter().enumerate();
    boxed
        .map(|(index, token)| rect(token.bbox, AIR, class(index), Target::Token(index)))
        .collect()
}

/// The class of a confidence; the legend of the layer explains them.
fn sureness(confidence: f32) -> &'static str {
    match confidence {
        ..0.5 => "unsure",
        ..0.8 => "fair",
        _ => "sure",
    }
}

/// What a click on a box selects.
#[derive(Clone, Copy)]
pub(super) enum Target {
    Token(usize),
    Glyph(u32),
    Nothing,
}

pub(super) fn rect(bbox: BBox, air: f32, class: Classes, target: Target) -> Html {
    let (token, glyph) = match target {
        Target::Token(index) => (Some(index.to_string()), None),
        Target::Glyph(index) => (None, Some(index.to_string())),
        Target::Nothing => (None, None),
    };
    html! {
        <rect
            {class}
            data-token={token}
            data-glyph={glyph}
            x={(bbox.x0 - air).to_string()}
            y={(bbox.y0 - air).to_string()}
            width={(bbox.x1 - bbox.x0 + 2.0 * air).max(0.0).to_string()}
            height={(bbox.y1 - bbox.y0 + 2.0 * air).max(0.0).to_string()}
        />
    }
}
