use texlens_workspace::commands::Key;
use texlens_workspace::words::commands as words;
use yew::prelude::*;

/// Renders a key as on the keyboard.
pub(super) fn keys(key: Key) -> Html {
    let keys = words::keys(key, is_apple());
    html! { <>{for keys.into_iter().map(|name| html! { <kbd>{name}</kbd> })}</> }
}

/// Returns whether the keyboard has Command in place of Ctrl.
fn is_apple() -> bool {
    let platform = gloo::utils::window().navigator().platform().unwrap_or_default();
    platform.starts_with("Mac") || platform.starts_with("iP")
}
