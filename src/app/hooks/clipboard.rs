use texlens_workspace::state::{Action, SaveAction};
use texlens_workspace::words::failures;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::Callback;

/// Copies a text to the clipboard and reports the outcome.
pub(in crate::app) fn copy(text: String, send: &Callback<Action>) {
    let send = send.clone();
    spawn_local(async move {
        let clipboard = gloo::utils::window().navigator().clipboard();
        let copied = JsFuture::from(clipboard.write_text(&text)).await;
        let copied = copied.map(|_| ()).map_err(|_| failures::NOT_COPIED.to_owned());
        send.emit(Action::Save(SaveAction::Copied(copied)));
    });
}
