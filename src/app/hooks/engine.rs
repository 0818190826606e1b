use std::collections::BTreeSet;

use gloo::utils::window;
use texlens_browser::engine;
use texlens_tex::Use;
use texlens_workspace::state::{Action, Engine, EngineAction};
use wasm_bindgen_futures::spawn_local;
use web_sys::Storage;
use yew::prelude::*;

use super::address::base;

const KEY: &str = "tex-engine";
const OFF: &str = "off";
/// Stands between the uses of an engine that is on.
const AND: char = ' ';

/// Remembers for the session how the engine is used. At the start it is used as before a reload, or else in all ways
/// for which the browser stores the files, so that no download is needed.
#[hook]
pub(in crate::app) fn use_engine(engine: &Engine, uses: &BTreeSet<Use>, send: &Callback<Action>) {
    let started = use_mut_ref(|| false);
    let send = send.clone();
    use_effect_with((engine.is_on(), uses.clone()), move |(on, uses)| {
        if started.replace(true) {
            remember(*on, uses);
        } else {
            spawn_local(async move {
                for usage in wanted().await {
                    send.emit(Action::Engine(EngineAction::Use(usage)));
                }
            });
        }
    });
}

/// Returns the ways in which the engine may be used without asking the person.
async fn wanted() -> Vec<Use> {
    let remembered = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    if let Some(remembered) = remembered {
        let names: Vec<&str> = remembered.split(AND).collect();
        let is_named = |usage: &Use| names.contains(&usage.to_string().as_str());
        return Use::ALL.into_iter().filter(is_named).collect();
    }
    let mut kept = Vec::new();
    if let Some(base) = base() {
        for usage in Use::ALL {
            if engine::is_kept(&base, usage).await {
                kept.push(usage);
            }
        }
    }
    kept
}

fn remember(on: bool, uses: &BTreeSet<Use>) {
    let names: Vec<String> = uses.iter().map(Use::to_string).collect();
    let choice = if on {
        names.join(&AND.to_string())
    } else {
        OFF.to_owned()
    };
    // A browser without storage forgets the choice, which does no harm.
    if let Some(storage) = storage() {
        let _ = storage.set_item(KEY, &choice);
    }
}

fn storage() -> Option<Storage> {
    window().session_storage().ok().flatten()
}
