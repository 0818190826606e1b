use texlens_blob::Blob;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Returns the text of a file, once it is read.
#[hook]
pub(in crate::app) fn use_text(file: Option<&Blob>) -> Option<AttrValue> {
    let read = use_state(|| None::<(Blob, AttrValue)>);
    {
        let read = read.setter();
        use_effect_with(file.cloned(), move |file| {
            if let Some(file) = file.clone() {
                spawn_local(async move {
                    // A file that the app made can be read as long as there is memory.
                    let bytes = file.bytes().await.unwrap_or_default();
                    let text = String::from_utf8_lossy(&bytes).into_owned();
                    read.set(Some((file, text.into())));
                });
            }
        });
    }
    let (of, text) = read.as_ref()?;
    (Some(of) == file).then(|| text.clone())
}
