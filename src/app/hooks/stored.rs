//! Choices that the browser remembers between visits.

use gloo::utils::window;

/// Returns what an earlier visit has stored under a key.
pub(super) fn stored(key: &str) -> Option<String> {
    storage()?.get_item(key).ok()?
}

/// Stores a text under a key, or removes what is there. A browser without storage forgets it, which does no harm.
pub(super) fn store(key: &str, text: Option<&str>) {
    if let Some(storage) = storage() {
        let _ = match text {
            Some(text) => storage.set_item(key, text),
            None => storage.remove_item(key),
        };
    }
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}
