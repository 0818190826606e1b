use std::rc::Rc;

use texlens_ocr::BBox;
use texlens_workspace::roles::Role;
use texlens_workspace::state::{Action, CorrectAction, Focus, Layer, Region, Sample, ViewAction};
use texlens_workspace::words::page as words;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

use super::boxes::{Boxes, Target, rect};
use crate::app::hooks::{copy, use_drag};

/// Space between the ink and the frame of the selection, in pixels of the page.
const FRAME_AIR: f32 = 5.0;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sample: Rc<Sample>,
    /// The roles of the words and formulas.
    pub(super) roles: Rc<Vec<Role>>,
    /// Width and height of the page in pixels.
    pub(super) size: (u32, u32),
    pub(super) focus: Focus,
    pub(super) layer: Layer,
    pub(super) on_hover: Callback<Focus>,
    pub(super) send: Callback<Action>,
}

/// Draws the recognised items over the page as selectable boxes; dragging marks a region.
#[component]
pub(super) fn Overlay(props: &Props) -> Html {
    let Props {
        sample,
        roles,
        size: (width, height),
        focus,
        layer,
        on_hover,
        send,
    } = props;
    let svg = use_node_ref();
    let drag = use_drag(
        &svg,
        (*width, *height),
        &send.reform(|given| Action::View(ViewAction::Focus(given))),
    );
    let pick = {
        let (send, has_dragged) = (send.clone(), drag.has_moved.clone());
        Callback::from(move |event: MouseEvent| {
            // The click that ends a drag selects nothing.
            if !has_dragged.replace(false) {
                send.emit(Action::View(ViewAction::Focus(target_of(&event))));
            }
        })
    };
    let open = {
        let send = send.clone();
        Callback::from(move |_: MouseEvent| send.emit(Action::Correct(CorrectAction::Open)))
    };
    let keys = {
        let (sample, focus, send) = (sample.clone(), focus.clone(), send.clone());
        Callback::from(move |event: KeyboardEvent| {
            if let Some(action) = action(&event, &sample, &focus) {
                event.prevent_default();
                event.stop_propagation();
                send.emit(action);
            } else if event.key() == "c"
                && (event.ctrl_key() || event.meta_key())
                && let Some(latex) = sample.selected_latex(&focus)
            {
                event.prevent_default();
                copy(latex, &send);
            }
        })
    };
    let Some(prediction) = sample.prediction.clone() else {
        return Html::default();
    };
    let selected = selected(sample, focus);
    let at = (!selected.is_empty()).then_some("token-selected");
    html! {
        <svg
            ref={svg}
            class="overlay"
            viewBox={format!("0 0 {width} {height}")}
            tabindex="0"
            role="listbox"
            aria-label={words::ITEMS}
            aria-activedescendant={at}
            onclick={pick}
            ondblclick={open}
            onmouseover={on_hover.reform(|event| target_of(&event))}
            onmouseleave={on_hover.reform(|_| Focus::Nothing)}
            onpointerdown={drag.on_down}
            onpointermove={drag.on_move}
            onpointerup={drag.on_up}
            onkeydown={keys}
        >
            <Boxes {prediction} roles={roles.clone()} page={sample.page_glyphs().cloned()} layer={*layer} />
            if !selected.is_empty() {
                <g id="token-selected" role="option" aria-selected="true" aria-label={sample.selected_latex(focus)}>
                    {for selected.into_iter().map(|bbox| rect(bbox, FRAME_AIR, classes!("selected"), Target::Nothing))}
                </g>
            }
            if let Some(region) = drag.region.or(region_of(focus)) {
                {rect(region.bbox(), 0.0, classes!("region"), Target::Nothing)}
            }
        </svg>
    }
}

/// Returns the boxes to frame.
fn selected(sample: &Sample, focus: &Focus) -> Vec<BBox> {
    if let Focus::Glyph(index) = focus {
        let glyph = sample.glyphs().get(*index as usize);
        return glyph.map(|glyph| glyph.bbox()).into_iter().collect();
    }
    let indices = match focus {
        Focus::Region(region) => sample.tokens_in(*region),
        _ => sample.marked(focus).collect(),
    };
    let token = |index: usize| sample.tokens().get(index).map(|token| token.bbox);
    indices.into_iter().filter_map(token).collect()
}

fn region_of(focus: &Focus) -> Option<Region> {
    match focus {
        Focus::Region(region) => Some(*region),
        _ => None,
    }
}

/// Returns the action of a key. Arrows walk from word to word; with Shift they extend the marked region by one word.
fn action(event: &KeyboardEvent, sample: &Sample, focus: &Focus) -> Option<Action> {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return None;
    }
    let last = sample.tokens().len().checked_sub(1)?;
    let (first_marked, last_marked) = match focus {
        Focus::Region(region) => {
            let found = sample.tokens_in(*region);
            (found.first().copied(), found.last().copied())
        }
        _ => {
            let marked = sample.marked(focus);
            let is_some = !marked.is_empty();
            (is_some.then_some(marked.start), is_some.then(|| marked.end - 1))
        }
    };
    let target = match (event.key().as_str(), first_marked, last_marked) {
        ("ArrowRight" | "ArrowDown", None, _) | ("Home", ..) => 0,
        ("ArrowRight" | "ArrowDown", _, Some(at)) => at + 1,
        ("ArrowLeft" | "ArrowUp", Some(at), _) => at.checked_sub(1)?,
        ("End", ..) => last,
        ("Enter", ..) => return Some(Action::Correct(CorrectAction::Open)),
        _ => return None,
    };
    if !event.shift_key() {
        return Some(Action::View(ViewAction::Focus(Focus::Token(target))));
    }
    let next = Region::around(sample.tokens().get(target)?.bbox);
    let marked = selected(sample, focus).into_iter();
    let wider = marked.fold(
        region_of(focus).map_or(next, |region| region.with(next.bbox())),
        Region::with,
    );
    Some(Action::View(ViewAction::Focus(Focus::Region(wider))))
}

fn target_of(event: &MouseEvent) -> Focus {
    let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let index = |name: &str| element.as_ref()?.get_attribute(name);
    let token = index("data-token")
        .and_then(|index| index.parse().ok())
        .map(Focus::Token);
    let glyph = || {
        index("data-glyph")
            .and_then(|index| index.parse().ok())
            .map(Focus::Glyph)
    };
    token.or_else(glyph).unwrap_or_default()
}
