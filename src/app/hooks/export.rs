use yew::prelude::*;

use super::save::download;

/// Saves a drawing, by the name of the file and what is in it.
#[hook]
pub(in crate::app) fn use_export() -> Callback<(String, String)> {
    use_callback((), |(name, svg): (String, String), ()| {
        // A browser that refuses says so itself.
        let _ = download(&name, svg.as_bytes(), "image/svg+xml");
    })
}
