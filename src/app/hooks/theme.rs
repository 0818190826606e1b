use gloo::utils::{document, window};
use texlens_workspace::state::Theme;
use yew::prelude::*;

const KEY: &str = "theme";

/// Returns the theme that was chosen on an earlier visit.
pub(in crate::app) fn stored_theme() -> Theme {
    let stored = window()
        .local_storage()
        .ok()
        .flatten()
        .and_then(|storage| storage.get_item(KEY).ok().flatten());
    match stored.as_deref() {
        Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        _ => Theme::System,
    }
}

/// Applies the theme to the page, and remembers it.
#[hook]
pub(in crate::app) fn use_theme(theme: Theme) {
    use_effect_with(theme, |theme| {
        let name = match theme {
            Theme::System => None,
            Theme::Light => Some("light"),
            Theme::Dark => Some("dark"),
        };
        let storage = window().local_storage().ok().flatten();
        // A browser without storage forgets the choice, which does no harm.
        if let Some(root) = document().document_element() {
            let _ = match name {
                Some(name) => root.set_attribute("data-theme", name),
                None => root.remove_attribute("data-theme"),
            };
        }
        if let Some(storage) = storage {
            let _ = match name {
                Some(name) => storage.set_item(KEY, name),
                None => storage.remove_item(KEY),
            };
        }
    });
}
