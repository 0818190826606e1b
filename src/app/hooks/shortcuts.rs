use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use crate::app::state::{Action, Dialog, Step};

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
            if let Some(action) = action(event) {
                event.prevent_default();
                send.emit(action);
            }
        });
        move || drop(listener)
    });
}

fn action(event: &KeyboardEvent) -> Option<Action> {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let in_dialog_or_field = target
        .and_then(|target| target.closest("dialog, textarea, input, select").ok().flatten())
        .is_some();
    // A dialog closes itself; a field keeps its keys.
    if in_dialog_or_field || event.alt_key() {
        return None;
    }
    if event.ctrl_key() || event.meta_key() {
        return (event.key() == "z").then_some(Action::Undo);
    }
    Some(match event.key().as_str() {
        "j" => Action::SelectNeighbour(Step::Next),
        "k" => Action::SelectNeighbour(Step::Previous),
        "n" => Action::StepFocus(Step::Next),
        "p" => Action::StepFocus(Step::Previous),
        "u" => Action::StepUnsure(Step::Next),
        "U" => Action::StepUnsure(Step::Previous),
        "e" => Action::OpenCorrection,
        "?" => Action::SetDialog(Some(Dialog::Help)),
        "t" => Action::SetDialog(Some(Dialog::AddText { pasted: String::new() })),
        "Escape" => Action::Escape,
        _ => return None,
    })
}
