use yew::prelude::*;

use crate::worker::pdf::PdfClient;

/// Returns the client of the worker that draws pages of PDFs.
#[hook]
pub(in crate::app) fn use_pdf() -> PdfClient {
    let client = use_memo((), |()| PdfClient::new());
    (*client).clone()
}
