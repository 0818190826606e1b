use gloo::utils::document;
use texlens_workspace::state::Theme;
use yew::prelude::*;

/// Applies the theme to the page.
#[hook]
pub(in crate::app) fn use_theme(theme: Theme) {
    use_effect_with(theme, |theme| {
        let name = match theme {
            Theme::System => None,
            Theme::Light => Some("light"),
            Theme::Dark => Some("dark"),
        };
        if let Some(root) = document().document_element() {
            let _ = match name {
                Some(name) => root.set_attribute("data-theme", name),
                None => root.remove_attribute("data-theme"),
            };
        }
    });
}
