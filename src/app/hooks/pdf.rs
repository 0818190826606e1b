use std::ops::RangeInclusive;

use gloo::utils::window;
use texlens_workspace::picture::DEFAULT_DPI;
use yew::prelude::*;

use crate::worker::pdf::PdfClient;

/// The resolutions that the command accepts, in dpi.
const POSSIBLE: RangeInclusive<u16> = 50..=600;
const KEY: &str = "pdf-dpi";

/// Returns the client of the worker that draws pages of PDFs.
#[hook]
pub(in crate::app) fn use_pdf() -> PdfClient {
    let client = use_memo((), |()| PdfClient::new());
    (*client).clone()
}

/// Returns the resolution that was chosen on an earlier visit.
pub(in crate::app) fn stored_dpi() -> u16 {
    let stored = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    let dpi = stored
        .and_then(|dpi| dpi.parse().ok())
        .filter(|dpi| POSSIBLE.contains(dpi));
    dpi.unwrap_or(DEFAULT_DPI)
}

/// Remembers the chosen resolution.
#[hook]
pub(in crate::app) fn use_dpi(dpi: u16) {
    use_effect_with(dpi, |dpi| {
        // A browser without storage forgets the choice, which does no harm.
        if let Some(storage) = storage() {
            let _ = match *dpi {
                DEFAULT_DPI => storage.remove_item(KEY),
                dpi => storage.set_item(KEY, &dpi.to_string()),
            };
        }
    });
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}
