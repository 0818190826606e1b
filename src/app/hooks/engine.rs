use gloo::utils::{document, window};
use wasm_bindgen_futures::spawn_local;
use web_sys::Storage;
use yew::prelude::*;

use crate::{
    app::state::{Action, Engine},
    worker::tex,
};

const KEY: &str = "tex-engine";

/// Remembers for the session whether the engine is wanted. At the start it is, if it was before a reload, or if the browser
/// keeps it and it costs no download: nobody is asked twice.
#[hook]
pub(in crate::app) fn use_engine(engine: &Engine, send: &Callback<Action>) {
    let started = use_mut_ref(|| false);
    let send = send.clone();
    use_effect_with(engine.is_on(), move |&on| {
        if started.replace(true) {
            remember(on);
        } else {
            spawn_local(async move {
                if is_wanted().await {
                    send.emit(Action::UseEngine);
                }
            });
        }
    });
}

async fn is_wanted() -> bool {
    let remembered = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    match remembered.as_deref() {
        Some(choice) => choice == "on",
        None => match document().base_uri().ok().flatten() {
            Some(address) => tex::is_kept(folder(&address)).await,
            None => false,
        },
    }
}

/// The address without the name of the page.
fn folder(address: &str) -> &str {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    path.rfind('/').and_then(|slash| path.get(..=slash)).unwrap_or(path)
}

fn remember(on: bool) {
    // A browser that keeps nothing forgets the choice; that is all.
    if let Some(storage) = storage() {
        let _ = storage.set_item(KEY, if on { "on" } else { "off" });
    }
}

fn storage() -> Option<Storage> {
    window().session_storage().ok().flatten()
}
