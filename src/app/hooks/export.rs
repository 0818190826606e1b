use gloo::file::{Blob, ObjectUrl};
use wasm_bindgen::JsCast;
use web_sys::HtmlAnchorElement;
use yew::prelude::*;

/// Saves a drawing, by the name of the file and what is in it.
#[hook]
pub(in crate::app) fn use_export() -> Callback<(String, String)> {
    use_callback((), |(name, svg): (String, String), ()| {
        // A browser that refuses says so itself.
        let _ = download(&name, &svg);
    })
}

fn download(name: &str, svg: &str) -> Option<()> {
    let url = ObjectUrl::from(Blob::new_with_options(svg, Some("image/svg+xml")));
    let link: HtmlAnchorElement = gloo::utils::document().create_element("a").ok()?.dyn_into().ok()?;
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The download has its own hold on the data once it has begun, which some browsers do only after this call.
    gloo::timers::callback::Timeout::new(60_000, move || drop(url)).forget();
    Some(())
}
