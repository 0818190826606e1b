//! Errors of the detector.

/// The reason why a page was not read.
#[derive(Debug, thiserror::Error)]
pub enum DetectError<E: std::error::Error> {
    /// The runtime failed on a tile.
    #[error("the model could not be run: {0}")]
    Backend(E),
    /// The caller asked to stop.
    #[error("recognition was cancelled")]
    Cancelled,
}

/// The reason why a backend failed its self-check.
#[derive(Debug, thiserror::Error)]
pub enum SelfCheckError<E: std::error::Error> {
    /// The runtime failed on the golden picture.
    #[error("the model could not be run: {0}")]
    Backend(E),
    /// The result differs from the recorded one.
    #[error("the self-check failed: {0}")]
    Differs(String),
}
