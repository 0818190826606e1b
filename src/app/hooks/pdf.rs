use std::ops::RangeInclusive;

use texlens_workspace::picture::DEFAULT_DPI;
use yew::prelude::*;

use super::stored::{store, stored};
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
    let dpi = stored(KEY)
        .and_then(|dpi| dpi.parse().ok())
        .filter(|dpi| POSSIBLE.contains(dpi));
    dpi.unwrap_or(DEFAULT_DPI)
}

/// Remembers the chosen resolution.
#[hook]
pub(in crate::app) fn use_dpi(dpi: u16) {
    use_effect_with(dpi, |dpi| {
        let chosen = (*dpi != DEFAULT_DPI).then(|| dpi.to_string());
        store(KEY, chosen.as_deref());
    });
}
