//! Errors of the detector.

/// Why a page was not read.
#[derive(Debug, thiserror::Error)]
pub enum DetectError<E: std::error::Error> {
    /// The runtime failed on a tile.
    #[error("the model could not be run: {0}")]
    Backend(E),
    /// The caller asked to stop.
    #[error("recognition was cancelled")]
    Cancelled,
}

/// Why a backend failed its self-check.
#[derive(Debug, thiserror::Error)]
pub enum SelfCheckError<E: std::error::Error> {
    /// It could not run the picture.
    #[error("the model could not be run: {0}")]
    Backend(E),
    /// It ran and found something else than was recorded.
    #[error("the self-check failed: {0}")]
    Differs(String),
}
