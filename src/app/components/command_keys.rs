use texlens_workspace::commands::Key;
use texlens_workspace::words::commands as words;
use yew::prelude::*;

/// Renders a key as on the keyboard.
pub(super) fn keys(key: Key) -> Html {
    let platform = gloo::utils::window().navigator().platform().unwrap_or_default();
    let keys = words::keys(key, words::has_command_key(&platform));
    html! { <>{for keys.into_iter().map(|name| html! { <kbd>{name}</kbd> })}</> }
}
