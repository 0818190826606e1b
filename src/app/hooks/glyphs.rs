use texlens_blob::Blob;
use texlens_ocr::PageGlyphs;
use texlens_workspace::state::{Action, State, ViewAction};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Loads the glyphs of the shown page.
#[hook]
pub(in crate::app) fn use_glyphs(state: &State, send: &Callback<Action>) {
    let send = send.clone();
    use_effect_with(state.glyphs_to_fetch(), move |wanted| {
        let Some((sample, from)) = wanted.clone() else { return };
        spawn_local(async move {
            // Without glyphs, the page is shown without the items that the text omits.
            if let Some(glyphs) = glyphs(&from).await {
                send.emit(Action::View(ViewAction::Glyphs { sample, from, glyphs }));
            }
        });
    });
}

async fn glyphs(blob: &Blob) -> Option<PageGlyphs> {
    serde_json::from_slice(&blob.bytes().await.ok()?).ok()
}
