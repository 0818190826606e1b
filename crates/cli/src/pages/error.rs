//! The reasons why the pictures of a source are not there.

use texlens_dataset::{PageRangeError, ReadError};
use texlens_native::PdfError;

use crate::input;

/// The reason why a page, or all pages of a source, cannot be opened. Other sources are not affected.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SourceError {
    #[error(transparent)]
    Pages(#[from] PageRangeError),
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Named(#[from] input::ReadError),
    #[error(transparent)]
    Pdf(#[from] PdfError),
}
