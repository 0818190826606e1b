use gloo::events::{EventListener, EventListenerOptions};
use texlens_ratings::Scale;
use texlens_workspace::rating::response_of_key;
use texlens_workspace::state::{
    Action, CorrectAction, Dialog, RatingAction, SampleAction, Screen, SelectAction, Step, ViewAction,
};
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::ratings::clock;
use crate::app::components::SEARCH;

/// Handles the keys that work anywhere outside input fields. The help dialog lists them. `asked` is the scale of the
/// question that is shown to a rater, to which keys are an answer.
#[hook]
pub(in crate::app) fn use_shortcuts(asked: Option<Scale>, send: &Callback<Action>) {
    let send = send.clone();
    let shown = use_mut_ref(|| None);
    shown.replace(asked);
    use_effect_with((), move |()| {
        let options = EventListenerOptions::enable_prevent_default();
        let listener = EventListener::new_with_options(&gloo::utils::document(), "keydown", options, move |event| {
            let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
                return;
            };
            if event.key() == "/" && !is_in_field(event) && focus_search() {
                event.prevent_default();
            } else if let Some(action) = answer(event, *shown.borrow()).or_else(|| action(event)) {
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
        .and_then(|target| {
            target
                .closest("dialog, textarea, input:not([type=checkbox]), select")
                .ok()
                .flatten()
        })
        .is_some()
}

/// Focuses the search field; returns `false` if there is none.
fn focus_search() -> bool {
    let field = gloo::utils::document().get_element_by_id(SEARCH);
    let field = field.and_then(|field| field.dyn_into::<web_sys::HtmlInputElement>().ok());
    field.is_some_and(|field| field.focus().is_ok())
}

/// Returns what a key means to a rater.
fn answer(event: &KeyboardEvent, asked: Option<Scale>) -> Option<Action> {
    let has_modifier = event.alt_key() || event.ctrl_key() || event.meta_key();
    let scale = asked.filter(|_| !has_modifier && !is_in_field(event))?;
    let key = event.key();
    Some(Action::Rating(match key.as_str() {
        "j" => RatingAction::Step(Step::Next, clock()),
        "k" => RatingAction::Step(Step::Previous, clock()),
        key => RatingAction::Answer(response_of_key(scale, key)?, clock()),
    }))
}

fn action(event: &KeyboardEvent) -> Option<Action> {
    // A dialog handles Escape, and a field handles all of its keys.
    if is_in_field(event) || event.alt_key() {
        return None;
    }
    if event.ctrl_key() || event.meta_key() {
        return (event.key() == "z").then_some(Action::Sample(SampleAction::Undo));
    }
    Some(match event.key().as_str() {
        "j" => Action::Select(SelectAction::Neighbour(Step::Next)),
        "k" => Action::Select(SelectAction::Neighbour(Step::Previous)),
        "]" => Action::Select(SelectAction::System(Step::Next)),
        "[" => Action::Select(SelectAction::System(Step::Previous)),
        "n" => Action::View(ViewAction::StepFocus(Step::Next)),
        "p" => Action::View(ViewAction::StepFocus(Step::Previous)),
        "u" => Action::Correct(CorrectAction::StepUnsure(Step::Next)),
        "U" => Action::Correct(CorrectAction::StepUnsure(Step::Previous)),
        "e" => Action::Correct(CorrectAction::Open),
        "?" => Action::View(ViewAction::Dialog(Some(Dialog::Help))),
        "c" => Action::View(ViewAction::ToggleScreen(Screen::Compare)),
        "m" => Action::View(ViewAction::ToggleScreen(Screen::Matrix)),
        "f" => Action::View(ViewAction::ToggleScreen(Screen::Formulas)),
        "t" => Action::View(ViewAction::Dialog(Some(Dialog::AddText { pasted: String::new() }))),
        "s" => Action::View(ViewAction::Dialog(Some(Dialog::Save))),
        "Escape" => Action::View(ViewAction::Escape),
        _ => return None,
    })
}
