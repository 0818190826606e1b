use gloo::events::{EventListener, EventListenerOptions};
use texlens_ratings::Scale;
use texlens_workspace::commands::{Command, Deed};
use texlens_workspace::rating::response_of_key;
use texlens_workspace::state::{Action, RatingAction, Step};
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::ratings::clock;
use crate::app::store::Store;

/// Handles the keys of commands, which work anywhere outside input fields. While a question is shown to a rater, some
/// keys are an answer.
#[hook]
pub(in crate::app) fn use_shortcuts(state: &UseReducerHandle<Store>, carry_out: &Callback<Deed>) {
    let shown = use_mut_ref(|| None);
    shown.replace(Some((state.clone(), carry_out.clone())));
    use_effect_with((), move |()| {
        let options = EventListenerOptions::enable_prevent_default();
        let listener = EventListener::new_with_options(&gloo::utils::document(), "keydown", options, move |event| {
            let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
                return;
            };
            let Some((state, carry_out)) = shown.borrow().clone() else {
                return;
            };
            let asked = state.rating.sheet.as_ref().filter(|_| state.rating.is_asking());
            let asked = asked.map(|open| open.sheet.scale);
            if let Some(deed) = answer(event, asked).or_else(|| deed(event, &state)) {
                event.prevent_default();
                carry_out.emit(deed);
            }
        });
        move || drop(listener)
    });
}

fn is_in(event: &KeyboardEvent, selector: &str) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| target.closest(selector).ok().flatten().is_some())
}

/// Returns whether a key is for a dialog: it was pressed in one, which it may have closed since, or one is open while the focus
/// is elsewhere, as after a click on its text.
fn is_for_dialog(event: &KeyboardEvent, class: &str) -> bool {
    let open = gloo::utils::document().query_selector(&format!("dialog{class}[open]"));
    is_in(event, &format!("dialog{class}")) || open.is_ok_and(|found| found.is_some())
}

/// Returns whether a dialog or a field handles the key itself.
fn is_in_field(event: &KeyboardEvent) -> bool {
    let fields = ["textarea", "input:not([type=checkbox])", "select"];
    is_for_dialog(event, "") || fields.iter().any(|field| is_in(event, field))
}

fn command(event: &KeyboardEvent) -> Option<Command> {
    let ctrl = event.ctrl_key() || event.meta_key();
    Command::of_key(&event.key(), ctrl, event.shift_key()).filter(|_| !event.alt_key())
}

/// Returns what a key means to a rater.
fn answer(event: &KeyboardEvent, asked: Option<Scale>) -> Option<Deed> {
    let scale = asked.filter(|_| !is_in_field(event) && !event.alt_key())?;
    let has_modifier = event.ctrl_key() || event.meta_key();
    let action = match command(event) {
        Some(Command::Sample(step @ (Step::Next | Step::Previous))) => RatingAction::Step(step, clock()),
        _ if has_modifier => return None,
        _ => RatingAction::Answer(response_of_key(scale, &event.key())?, clock()),
    };
    Some(Deed::Act(Box::new(Action::Rating(action))))
}

fn deed(event: &KeyboardEvent, state: &Store) -> Option<Deed> {
    let command = command(event)?;
    // The palette opens from a field, too, but replaces no dialog: its content would be lost.
    let is_taken = match command {
        Command::Palette => is_for_dialog(event, ""),
        // Settings apply at once, and are undone where they are.
        Command::Undo | Command::Redo if is_for_dialog(event, ".settings-sheet") => {
            is_in(event, "input:not([type=checkbox])")
        }
        _ => is_in_field(event),
    };
    // Where a command is not possible, its key is the browser's.
    if is_taken { None } else { command.deed(state).ok() }
}
