//! The reasons why a page is not read or not written.

use std::io;

use texlens_native::{PdfError, ReadingError};

use crate::failure::runtime_advice;
use crate::input::ReadError;
use crate::pages::SourceError;

/// The reason why one page was not read or written. The other pages are not affected.
#[derive(Debug, thiserror::Error)]
pub(super) enum OcrError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Source(#[from] SourceError),
    #[error(transparent)]
    Named(#[from] ReadError),
    #[error(transparent)]
    Pdf(#[from] PdfError),
    #[error("{}{}", .0, advice(.0))]
    Image(#[from] ReadingError),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

fn advice(error: &ReadingError) -> &'static str {
    match error {
        ReadingError::Runtime(error) => runtime_advice(error),
        _ => "",
    }
}
