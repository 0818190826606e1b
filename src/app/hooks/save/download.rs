//! A file that the browser saves.

use gloo::file::{Blob, ObjectUrl};
use wasm_bindgen::JsCast;
use web_sys::HtmlAnchorElement;

/// Hands bytes to the browser as a file; none if it refuses.
pub(in crate::app::hooks) fn download(name: &str, bytes: &[u8], media_type: &str) -> Option<()> {
    let url = ObjectUrl::from(Blob::new_with_options(bytes, Some(media_type)));
    let document = gloo::utils::document();
    let link: HtmlAnchorElement = document.create_element("a").ok()?.dyn_into().ok()?;
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The download has its own hold on the data once it has begun, which some browsers do only after this call.
    gloo::timers::callback::Timeout::new(60_000, move || drop(url)).forget();
    Some(())
}
