//! The reasons why a page has no image.

use std::time::Duration;

/// Maximum number of pages of a file that may crash a process; then its other pages are not tried.
pub(super) const MOST_LOSSES: u32 = 3;

/// The reason why a page has no image.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PdfError {
    /// The error in the file, and its remedy.
    #[error("{0}")]
    Refused(String),
    /// A page made the process fail.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// Several pages made the process fail.
    #[error(
        "{MOST_LOSSES} of its pages could not be drawn within the limits, so its other pages are not tried; print it to a new PDF"
    )]
    TooManyLosses,
    /// The pages so far have taken too long.
    #[error(
        "its pages have taken {} s so far, so its other pages are not tried; print it to a new PDF, or use a lower resolution or a higher {limit}",
        .spent.as_secs()
    )]
    TooSlow {
        /// The time for all pages so far.
        spent: Duration,
        /// Name of the limit; see [`LimitNames`](super::LimitNames).
        limit: &'static str,
    },
    /// There is no process.
    #[error("the process that draws PDFs could not be started: {0}")]
    NotStarted(String),
}

/// The way in which a page made the process fail.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Lost {
    /// It took too long.
    #[error(
        "it was not done after {} s; print it to a new PDF, or use a lower resolution or a higher {limit}",
        .after.as_secs()
    )]
    Overdue {
        /// The time after which the process was ended.
        after: Duration,
        /// Name of the limit.
        limit: &'static str,
    },
    /// It took too much memory.
    #[error(
        "it takes more than {mebibytes} MiB of memory; print it to a new PDF, or use a lower resolution or a higher {limit}"
    )]
    Memory {
        /// The memory that the process may take.
        mebibytes: u64,
        /// Name of the limit.
        limit: &'static str,
    },
    /// The renderer stopped at a contradiction in the file.
    #[error("the PDF is damaged in a way that the renderer does not survive; print it to a new PDF")]
    Panicked,
    /// The process ended for another reason.
    #[error(
        "the process that draws it ended ({how}): the PDF is damaged, or takes too much memory; print it to a new PDF, or use a lower resolution"
    )]
    Died {
        /// The exit status.
        how: String,
    },
}
