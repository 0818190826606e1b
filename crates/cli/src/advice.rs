//! What to do about files that are missing or cannot be used, by the names of the command's arguments.

use texlens_native::{ImageToTextError, RuntimeError};
use texlens_tex::ArtefactError;

/// Returns the advice of the command about a file of the TeX engine that cannot be read.
pub(crate) fn engine_advice(error: &ArtefactError) -> &'static str {
    match error {
        ArtefactError::Read { .. } => ". Name the folder with the TeX engine with --tex or in TEXLENS_TEX",
        _ => "",
    }
}

/// Returns the advice of the command about a runtime that cannot be used.
pub(crate) fn runtime_advice(error: &RuntimeError) -> &'static str {
    match error {
        RuntimeError::NotFound => {
            ". texlens's archive has it; from the repository, `cargo xtask setup` fetches it. Or give \
             the path of its library with --onnxruntime or in ORT_DYLIB_PATH: the npm package onnxruntime-node has one, and so \
             has the Python package onnxruntime"
        }
        RuntimeError::SelfCheck { .. } => ". Give the path of another one with --onnxruntime",
        _ => "",
    }
}

/// Returns the advice of the command about a model that cannot be used.
pub(crate) fn model_advice(error: &ImageToTextError) -> &'static str {
    match error {
        ImageToTextError::Runtime(error) => runtime_advice(error),
        _ => "",
    }
}
