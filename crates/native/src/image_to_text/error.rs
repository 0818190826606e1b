//! The reasons why a model does not read.

use std::io;
use std::path::PathBuf;

use texlens_image_to_text::{FitError, OpenError, ReadingError};
use texlens_ocr::detect::ImageError;

use crate::runtime::RuntimeError;

/// The reason why a model cannot be used, or an image not be read.
#[derive(Debug, thiserror::Error)]
pub enum ImageToTextError {
    /// The folder cannot be read.
    #[error("{} cannot be read: {error}", .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The folder's model cannot be run.
    #[error("{}: {error}", .folder.display())]
    Open {
        /// The folder.
        folder: PathBuf,
        /// The reasons.
        error: OpenError,
    },
    /// There is no runtime.
    #[error(transparent)]
    Runtime(#[from] RuntimeError),
    /// The runtime refused a graph.
    #[error(
        "ONNX Runtime refuses {}: {error}. The file may be damaged, lack its .onnx_data beside it, or need a newer runtime: download it again, or choose another number format",
        .path.display()
    )]
    Graph {
        /// Path of the graph.
        path: PathBuf,
        /// The message of the runtime.
        error: String,
    },
    /// The graphs do not fit.
    #[error("{}: {error}", .folder.display())]
    Fit {
        /// The folder.
        folder: PathBuf,
        /// The reason.
        error: FitError,
    },
    /// A prompt is given to a model that takes none.
    #[error(
        "{} takes no prompt, since it is no model of the kind image-text-to-text; leave out --prompt",
        .0.display()
    )]
    NoPrompt(PathBuf),
    /// An image cannot be decoded.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// An image was not read.
    #[error(transparent)]
    Reading(#[from] ReadingError<RuntimeError>),
}
