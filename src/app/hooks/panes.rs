use gloo::utils::window;
use texlens_workspace::state::Panes;
use yew::prelude::*;

const KEY: &str = "panes";

/// Returns the sizes of the panes from an earlier visit.
pub(in crate::app) fn stored_panes() -> Panes {
    let stored = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    stored.map(|json| Panes::read(&json)).unwrap_or_default()
}

/// Remembers the sizes of the panes.
#[hook]
pub(in crate::app) fn use_panes(panes: Panes) {
    use_effect_with(panes, |panes| {
        // A browser without storage forgets the sizes.
        if let Some(storage) = storage() {
            let _ = match panes.written() {
                Some(json) => storage.set_item(KEY, &json),
                None => storage.remove_item(KEY),
            };
        }
    });
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}
