//! The reasons why a page has no image.

use std::time::Duration;

/// Maximum number of pages of a file that may crash a process; then its other pages are not tried.
pub(super) const MOST_LOSSES: u32 = 3;

/// The reason why a page has no image.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PdfError {
    /// The error in the file, and its remedy.
    #[error("{0}")]
    Refused(String),
    #[error(transparent)]
    Lost(#[from] Lost),
    #[error(
        "{MOST_LOSSES} of its pages could not be drawn within the limits, so its other pages are not tried; print it to a new PDF"
    )]
    TooManyLosses,
    #[error(
        "its pages have taken {} s so far, so its other pages are not tried; print it to a new PDF, or use a lower resolution or a higher --pdf-seconds",
        .0.as_secs()
    )]
    TooSlow(Duration),
    #[error("the process that draws PDFs could not be started: {0}")]
    NotStarted(String),
}

/// The way in which a page made the process fail.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Lost {
    #[error(
        "it was not done after {} s; print it to a new PDF, or use a lower resolution or a higher --pdf-seconds",
        .limit.as_secs()
    )]
    Overdue { limit: Duration },
    #[error(
        "it takes more than {mebibytes} MiB of memory; print it to a new PDF, or use a lower resolution or a higher --pdf-memory"
    )]
    Memory { mebibytes: u64 },
    #[error("the PDF is damaged in a way that the renderer does not survive; print it to a new PDF")]
    Panicked,
    #[error(
        "the process that draws it ended ({how}): the PDF is damaged, or takes too much memory; print it to a new PDF, or use a lower resolution"
    )]
    Died { how: String },
}
