use gloo::utils::window;
use texlens_tex::Form;
use texlens_workspace::state::{Action, Engine, EngineAction};
use wasm_bindgen_futures::spawn_local;
use web_sys::Storage;
use yew::prelude::*;

use super::address::base;
use texlens_browser::engine;

const KEY: &str = "tex-engine";
const OFF: &str = "off";
const ON: &str = "on";
/// The engine is on, also for predictions with their own preamble.
const PACKAGES: &str = "packages";

/// Remembers for the session whether the engine is on. At the start it is on if it was on before a reload, or if the
/// browser stores it, so that no download is needed.
#[hook]
pub(in crate::app) fn use_engine(engine: &Engine, packages: bool, send: &Callback<Action>) {
    let started = use_mut_ref(|| false);
    let send = send.clone();
    use_effect_with((engine.is_on(), packages), move |&(on, packages)| {
        if started.replace(true) {
            remember(on, packages);
        } else {
            spawn_local(async move {
                if let Some(form) = wanted().await {
                    send.emit(Action::Engine(EngineAction::Use(form)));
                }
            });
        }
    });
}

/// Returns the most demanding form of prediction that the engine may compile without asking the user.
async fn wanted() -> Option<Form> {
    let remembered = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    match remembered.as_deref() {
        Some(PACKAGES) => Some(Form::Document),
        Some(ON) => Some(Form::Fragment),
        Some(_) => None,
        None => {
            let base = base()?;
            for form in [Form::Document, Form::Fragment] {
                if engine::is_kept(&base, form).await {
                    return Some(form);
                }
            }
            None
        }
    }
}

fn remember(on: bool, packages: bool) {
    let choice = match (on, packages) {
        (false, _) => OFF,
        (true, false) => ON,
        (true, true) => PACKAGES,
    };
    // A browser without storage forgets the choice, which does no harm.
    if let Some(storage) = storage() {
        let _ = storage.set_item(KEY, choice);
    }
}

fn storage() -> Option<Storage> {
    window().session_storage().ok().flatten()
}
