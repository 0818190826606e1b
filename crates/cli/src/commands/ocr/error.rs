//! The reasons why a page is not read.

use std::io;

use texlens_ocr::detect::{DetectError, ImageError};

use crate::input::ReadError;
use crate::pages::SourceError;
use crate::pdf::PdfError;
use crate::runtime::RuntimeError;

/// The reason why one page was not read. The other pages are not affected.
#[derive(Debug, thiserror::Error)]
pub(super) enum PageError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Source(#[from] SourceError),
    #[error(transparent)]
    Named(#[from] ReadError),
    #[error(transparent)]
    Pdf(#[from] PdfError),
    #[error(transparent)]
    Image(#[from] ImageError),
    #[error(transparent)]
    Runtime(#[from] RuntimeError),
    #[error(transparent)]
    Detect(#[from] DetectError<RuntimeError>),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}
