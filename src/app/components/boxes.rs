use std::collections::HashMap;
use std::rc::Rc;

use texlens_evaluate::Prediction;
use texlens_ocr::{BBox, Glyph, PageGlyphs};
use texlens_workspace::roles::{Role, left_out};
use texlens_workspace::state::Layer;
use yew::prelude::*;

/// Space between the ink and its box, in pixels of the page; without it the ink is hard to read.
const AIR: f32 = 2.0;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) prediction: Rc<Prediction>,
    pub(super) roles: Rc<Vec<Role>>,
    /// The glyphs of the page; `None` if the recognition was opened from a file.
    pub(super) page: Option<Rc<PageGlyphs>>,
    pub(super) layer: Layer,
}

/// Draws the boxes of a layer. A separate component, so that selecting a box does not draw all of them again.
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
    let role = |index: usize| roles.get(index).copied().unwrap_or(Role::Text);
    let of_tokens = |is_drawn: fn(Role) -> bool| {
        let tokens = recognition.tokens.iter().enumerate();
        let drawn = tokens.filter(move |(index, _)| is_drawn(role(*index)));
        drawn.map(|(index, token)| rect(token.bbox, AIR, classes!(role(index).class()), Target::Token(index)))
    };
    let left_out = left_out(recognition, glyphs).into_iter().filter_map(|(index, role)| {
        let glyph = glyphs.get(index as usize)?;
        Some(rect(glyph.bbox(), 0.0, classes!(role.class()), Target::Glyph(index)))
    });
    // Boxes inside a figure must be clickable, so they are drawn above the figure.
    let figures = of_tokens(|role| role == Role::Figure);
    figures
        .chain(left_out)
        .chain(of_tokens(|role| role != Role::Figure))
        .collect()
}

fn of_confidence(prediction: &Prediction) -> Vec<Html> {
    let tokens = prediction.recognition.as_ref().map_or(&[][..], |found| &found.tokens);
    of_tokens(prediction, |index| {
        classes!(tokens.get(index).map(|token| sureness(token.confidence)))
    })
}

fn of_glyphs(prediction: &Prediction, glyphs: &[Glyph]) -> Vec<Html> {
    let recognition = prediction.recognition.as_ref();
    let out: HashMap<u32, Role> =
        recognition.map_or_else(HashMap::new, |found| left_out(found, glyphs).into_iter().collect());
    let glyphs = (0u32..).zip(glyphs);
    let boxed = glyphs.map(|(index, glyph)| {
        let class = out
            .get(&index)
            .map_or_else(|| sureness(glyph.confidence), |role| role.class());
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

/// Returns the CSS class of a confidence. The legend of the layer explains the classes.
fn sureness(confidence: f32) -> &'static str {
    match confidence {
        ..0.5 => "unsure",
        ..0.8 => "fair",
        _ => "sure",
    }
}

/// The item that a click on a box selects.
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
