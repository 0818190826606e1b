use yew::prelude::*;

use super::save::download;

/// Returns a callback that saves a drawing; it takes the name and the content of the file.
#[hook]
pub(in crate::app) fn use_export() -> Callback<(String, String)> {
    use_callback((), |(name, svg): (String, String), ()| {
        // A browser that refuses a download reports this itself.
        let _ = download(&name, svg.as_bytes(), "image/svg+xml");
    })
}
