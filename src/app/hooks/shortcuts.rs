use gloo::events::{EventListener, EventListenerOptions};
use texlens_workspace::state::{Action, CompareAction, Dialog, Step};
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use crate::app::components::SEARCH;

/// Keys that work anywhere outside of input fields; the help dialog lists them.
#[hook]
pub(in crate::app) fn use_shortcuts(send: &Callback<Action>) {
    let send = send.clone();
    use_effect_with((), move |()| {
        let options = EventListenerOptions::enable_prevent_default();
        let listener = EventListener::new_with_options(&gloo::utils::document(), "keydown", options, move |event| {
            let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
                return;
            };
            if event.key() == "/" && !is_in_field(event) && focus_search() {
                event.prevent_default();
            } else if let Some(action) = action(event) {
                event.prevent_default();
                send.emit(action);
            }
        });
        move || drop(listener)
    });
}

fn is_in_field(event: &KeyboardEvent) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target
        .and_then(|target| target.closest("dialog, textarea, input, select").ok().flatten())
        .is_some()
}

/// Whether there is a field to search the samples.
fn focus_search() -> bool {
    let field = gloo::utils::document().get_element_by_id(SEARCH);
    let field = field.and_then(|field| field.dyn_into::<web_sys::HtmlInputElement>().ok());
    field.is_some_and(|field| field.focus().is_ok())
}

fn action(event: &KeyboardEvent) -> Option<Action> {
    // A dialog closes itself; a field keeps its keys.
    if is_in_field(event) || event.alt_key() {
        return None;
    }
    if event.ctrl_key() || event.meta_key() {
        return (event.key() == "z").then_some(Action::Undo);
    }
    Some(match event.key().as_str() {
        "j" => Action::SelectNeighbour(Step::Next),
        "k" => Action::SelectNeighbour(Step::Previous),
        "]" => Action::SelectSystem(Step::Next),
        "[" => Action::SelectSystem(Step::Previous),
        "n" => Action::StepFocus(Step::Next),
        "p" => Action::StepFocus(Step::Previous),
        "u" => Action::StepUnsure(Step::Next),
        "U" => Action::StepUnsure(Step::Previous),
        "e" => Action::OpenCorrection,
        "?" => Action::SetDialog(Some(Dialog::Help)),
        "c" => Action::Compare(CompareAction::Toggle),
        "t" => Action::SetDialog(Some(Dialog::AddText { pasted: String::new() })),
        "s" => Action::SetDialog(Some(Dialog::Save)),
        "Escape" => Action::Escape,
        _ => return None,
    })
}
