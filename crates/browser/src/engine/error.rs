//! Why there is no engine.

use texlens_tex::ArtefactError;

use crate::fetch::FetchError;

/// Why nothing can be compiled.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    #[error(transparent)]
    Fetch(#[from] FetchError),
    #[error("{0}. Reload the page.")]
    Artefact(#[from] ArtefactError),
    #[error("The app was built without the files of the TeX engine.")]
    Absent,
}
