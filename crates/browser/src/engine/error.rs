//! The error for an engine that cannot be loaded.

use texlens_tex::ArtefactError;

use crate::fetch::FetchError;

/// The reason why nothing can be compiled.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// A file of the engine could not be fetched.
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// A file of the engine is not stored, and the server does not answer.
    #[error("{0}")]
    NotStored(&'static str),
    /// A file of the engine, or its manifest, cannot be used.
    #[error("{0}. Reload the page.")]
    Artefact(#[from] ArtefactError),
    /// What the engine has set cannot be drawn.
    #[error("{0}. Reload the page.")]
    Draw(String),
    /// The app was built without a readable manifest of the engine.
    #[error("The app was built without the files of the TeX engine.")]
    Absent,
}
