use std::{ops::Range, rc::Rc};

use texlens_evaluate::Prediction;
use texlens_ocr::{BBox, Kind, Token};
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

use crate::app::state::{Action, Focus};

/// Pixels of the page between the ink and its box, which is legible only so.
const AIR: f32 = 2.0;

/// The same for the heavier frame of what is selected.
const FRAME_AIR: f32 = 5.0;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) prediction: Rc<Prediction>,
    /// Pixels of the page.
    pub(super) size: (u32, u32),
    /// Indices of the selected tokens.
    pub(super) selected: Range<usize>,
    pub(super) on_hover: Callback<Option<usize>>,
    pub(super) send: Callback<Action>,
}

/// What was recognised, drawn over the page: words and formulas as boxes that can be picked.
#[component]
pub(super) fn Overlay(props: &Props) -> Html {
    let Props {
        prediction,
        size: (width, height),
        selected,
        on_hover,
        send,
    } = props;
    let tokens = prediction
        .recognition
        .as_ref()
        .map_or(&[][..], |recognition| &recognition.tokens);
    let pick = send.reform(|event: MouseEvent| {
        Action::Focus(event.target().and_then(index_of).map_or(Focus::Nothing, Focus::Token))
    });
    let hover = on_hover.reform(|event: MouseEvent| event.target().and_then(index_of));
    let leave = on_hover.reform(|_: MouseEvent| None);
    let at = (!selected.is_empty()).then_some(selected.start);
    let (count, step) = (tokens.len(), send.clone());
    let keys = Callback::from(move |event: KeyboardEvent| {
        let target = match (event.key().as_str(), at) {
            ("ArrowRight" | "ArrowDown", None) | ("Home", _) => Some(0),
            ("ArrowRight" | "ArrowDown", Some(at)) => Some(at + 1),
            ("ArrowLeft" | "ArrowUp", Some(at)) => at.checked_sub(1),
            ("End", _) => count.checked_sub(1),
            _ => None,
        };
        if let Some(index) = target.filter(|index| *index < count) {
            event.prevent_default();
            step.emit(Action::Focus(Focus::Token(index)));
        }
    });
    let marked = tokens.get(selected.clone()).unwrap_or_default();
    let spoken = marked
        .iter()
        .map(|token| latex_of(prediction, token))
        .collect::<Vec<_>>()
        .join(" ");
    html! {
        <svg
            class="overlay"
            viewBox={format!("0 0 {width} {height}")}
            tabindex="0"
            role="listbox"
            aria-label="Recognised words and formulas"
            aria-activedescendant={at.map(|_| "token-selected")}
            onclick={pick}
            onmouseover={hover}
            onmouseleave={leave}
            onkeydown={keys}
        >
            <Boxes prediction={prediction.clone()} />
            if !marked.is_empty() {
                <g id="token-selected" role="option" aria-selected="true" aria-label={spoken}>
                    {for marked.iter().map(|token| rect(token.bbox, FRAME_AIR, "selected", None))}
                </g>
            }
        </svg>
    }
}

#[derive(Properties, PartialEq)]
struct BoxesProps {
    prediction: Rc<Prediction>,
}

/// The boxes of all tokens, apart so that selecting one does not draw them all again.
#[component]
fn Boxes(props: &BoxesProps) -> Html {
    let tokens = props
        .prediction
        .recognition
        .as_ref()
        .map_or(&[][..], |recognition| &recognition.tokens);
    html! {
        <g aria-hidden="true">
            {for tokens.iter().enumerate().map(|(index, token)| {
                let class = match token.kind {
                    Kind::Text => "text",
                    Kind::Heading => "heading",
                    Kind::InlineMath => "inline-math",
                    Kind::DisplayMath => "display-math",
                };
                rect(token.bbox, AIR, class, Some(index))
            })}
        </g>
    }
}

fn rect(bbox: BBox, air: f32, class: &'static str, index: Option<usize>) -> Html {
    html! {
        <rect
            {class}
            data-token={index.map(|index| index.to_string())}
            x={(bbox.x0 - air).to_string()}
            y={(bbox.y0 - air).to_string()}
            width={(bbox.x1 - bbox.x0 + 2.0 * air).max(0.0).to_string()}
            height={(bbox.y1 - bbox.y0 + 2.0 * air).max(0.0).to_string()}
        />
    }
}

/// The LaTeX of a token.
pub(super) fn latex_of<'a>(prediction: &'a Prediction, token: &Token) -> &'a str {
    prediction.latex.get(token.range.clone()).unwrap_or_default()
}

fn index_of(target: web_sys::EventTarget) -> Option<usize> {
    target
        .dyn_into::<Element>()
        .ok()?
        .get_attribute("data-token")?
        .parse()
        .ok()
}
