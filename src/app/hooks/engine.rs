use gloo::utils::{document, window};
use texlens_tex::Form;
use wasm_bindgen_futures::spawn_local;
use web_sys::Storage;
use yew::prelude::*;

use crate::{
    app::state::{Action, Engine},
    worker::tex,
};

const KEY: &str = "tex-engine";
const OFF: &str = "off";
const ON: &str = "on";
/// On, also for predictions with a preamble of their own.
const PACKAGES: &str = "packages";

/// Remembers for the session whether the engine is wanted. At the start it is, if it was before a reload, or if the browser
/// keeps it and it costs no download: nobody is asked twice.
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
                    send.emit(Action::UseEngine(form));
                }
            });
        }
    });
}

/// The most demanding form of predictions that the engine may compile without being asked to.
async fn wanted() -> Option<Form> {
    let remembered = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    match remembered.as_deref() {
        Some(PACKAGES) => Some(Form::Document),
        Some(ON) => Some(Form::Fragment),
        Some(_) => None,
        None => {
            let address = document().base_uri().ok().flatten()?;
            for form in [Form::Document, Form::Fragment] {
                if tex::is_kept(folder(&address), form).await {
                    return Some(form);
                }
            }
            None
        }
    }
}

/// The address without the name of the page.
fn folder(address: &str) -> &str {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    path.rfind('/').and_then(|slash| path.get(..=slash)).unwrap_or(path)
}

fn remember(on: bool, packages: bool) {
    let choice = match (on, packages) {
        (false, _) => OFF,
        (true, false) => ON,
        (true, true) => PACKAGES,
    };
    // A browser that keeps nothing forgets the choice; that is all.
    if let Some(storage) = storage() {
        let _ = storage.set_item(KEY, choice);
    }
}

fn storage() -> Option<Storage> {
    window().session_storage().ok().flatten()
}
