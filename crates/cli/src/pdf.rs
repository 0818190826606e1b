//! PDF files, whose renderer may panic or not end.

use std::time::Duration;

use texlens_pdf::{Document, Limits, Lost, OpenError, PageImage, RenderError, contained};

/// A file is opened, and a page drawn, in a fraction of a second.
const LIMIT: Duration = Duration::from_secs(60);

/// Why there is no picture of a page.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PdfError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Render(#[from] RenderError),
    #[error(transparent)]
    Lost(#[from] Lost),
}

/// Opens a file.
pub(crate) fn open(bytes: Vec<u8>) -> Result<Document, PdfError> {
    Ok(contained(LIMIT, move || Document::open(bytes, Limits::default()))??)
}

/// Draws a page, counted from 1.
pub(crate) fn draw(document: &Document, page: u32, dpi: u16) -> Result<PageImage, PdfError> {
    let document = document.clone();
    Ok(contained(LIMIT, move || document.render(page, dpi))??)
}
