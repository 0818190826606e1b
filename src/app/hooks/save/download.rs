//! Hands a file to the browser, which saves it.

use gloo::file::ObjectUrl;
use texlens_blob::Blob;
use wasm_bindgen::JsCast;
use web_sys::HtmlAnchorElement;

/// Downloads a file. Returns `None` if the browser refuses.
pub(in crate::app::hooks) fn download(name: &str, file: &Blob) -> Option<()> {
    let url = ObjectUrl::from(gloo::file::Blob::from(file.handle().clone()));
    let document = gloo::utils::document();
    let link: HtmlAnchorElement = document.create_element("a").ok()?.dyn_into().ok()?;
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The download holds the data once it has begun. In some browsers it begins only after this call.
    gloo::timers::callback::Timeout::new(60_000, move || drop(url)).forget();
    Some(())
}
