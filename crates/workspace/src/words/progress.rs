//! The progress of reading a page in sentences.

use super::megabytes;

/// The page waits for another one.
pub const WAITING: &str = "Waiting for its turn";

/// Reading was cancelled and has not ended yet.
pub const STOPPING: &str = "Stopping";

/// The page is prepared for the model.
pub const PREPARING: &str = "Preparing the page";

/// The number of parts of the page that were read.
#[must_use]
pub fn reading(done: usize, total: usize) -> String {
    format!("Reading: {done} of {total} parts of the page")
}

/// A downloaded file is compiled and checked.
#[must_use]
pub fn starting(what: &str) -> String {
    format!("Starting {what}")
}

/// The bytes of a download so far, and in all if known.
#[must_use]
pub fn loading(what: &str, loaded: f64, total: Option<f64>) -> String {
    match total {
        Some(total) => format!("Loading {what}: {} of {}", megabytes(loaded), megabytes(total)),
        None => format!("Loading {what}: {}", megabytes(loaded)),
    }
}
