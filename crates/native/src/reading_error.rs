//! The reasons why an image is not read.

use texlens_ocr::detect::{DetectError, ImageError};

use crate::runtime::RuntimeError;

/// The reason why an image was not read.
#[derive(Debug, thiserror::Error)]
pub enum ReadingError {
    /// It cannot be decoded.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// There is no runtime for the network.
    #[error(transparent)]
    Runtime(#[from] RuntimeError),
    /// The network failed, or the work was cancelled.
    #[error(transparent)]
    Detect(#[from] DetectError<RuntimeError>),
}
