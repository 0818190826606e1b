//! The reasons why a model does not read.

use texlens_image_to_text::{ChoiceError, FitError, OpenError, ReadingError};
use texlens_ocr::detect::ImageError;
use texlens_worker_base::onnx::RuntimeError;
use texlens_workspace::words::own_models as words;

/// The reason why a model does not read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ModelError {
    /// A file can no longer be read, with the message of the browser.
    #[error("{0}")]
    Unreadable(String),
    /// The number format is not known.
    #[error(transparent)]
    Choice(#[from] ChoiceError),
    /// The folder's model cannot be run.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The runtime could not be loaded.
    #[error(transparent)]
    Runtime(#[from] RuntimeError),
    /// WebGPU was asked for, but there is no adapter.
    #[error("{}", words::no_gpu(.0))]
    NoGpu(&'static str),
    /// WebGPU was asked for, but cannot bind the largest weight.
    #[error("{}", words::gpu_too_small(*.weight, *.limit))]
    SmallGpu {
        /// The size of the weight, in bytes.
        weight: u64,
        /// The limit of the adapter, in bytes.
        limit: u64,
    },
    /// The runtime refused a graph.
    #[error("{}", words::refused_graph(.path, .why))]
    Graph {
        /// The path of the graph.
        path: String,
        /// The message of the runtime.
        why: String,
    },
    /// The graphs do not fit to each other or to the descriptions.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// The image cannot be decoded.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// The image was not read.
    #[error(transparent)]
    Reading(#[from] ReadingError<RuntimeError>),
}

impl ModelError {
    /// Returns what happened, without advice: the model goes on elsewhere.
    pub(crate) fn in_short(&self) -> String {
        match self {
            Self::Graph { path, why } => format!("{path}: {why}"),
            Self::Reading(ReadingError::Runtime { error, .. }) => error.to_string(),
            Self::Reading(ReadingError::NotANumber { .. }) => words::NOT_NUMBERS.to_owned(),
            other => other.to_string(),
        }
    }
}
