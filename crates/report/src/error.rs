use thiserror::Error;

use crate::format::{MAX_BYTES, VERSION};

/// The reason why a report could not be written or read. The message says what to do.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReportError {
    /// The file is another HTML page or not HTML.
    #[error("this is not a texlens report: open a page that was saved by texlens")]
    NotAReport,
    /// The report was written by a later version of texlens.
    #[error(
        "the report has format version {version}, this texlens reads up to {VERSION}: open it with the version of texlens that wrote it or a newer one"
    )]
    Newer {
        /// Format version of the file.
        version: u32,
    },
    /// The report was cut off or edited.
    #[error("the report is damaged ({detail}): save or download it again")]
    Damaged {
        /// Description and location of the damage.
        detail: String,
    },
    /// The report has scores, but not the texts to which they belong.
    #[error(
        "the report holds no texts to judge: write it with `texlens evaluate DATASET --json FILE --texts`, or give a report saved as HTML"
    )]
    NoTexts,
    /// The report exceeds the size limit, on writing or reading.
    #[error(
        "the report has {} MB, the limit is {} MB: split the evaluation or use smaller page images",
        bytes.div_ceil(1_000_000),
        MAX_BYTES / 1_000_000
    )]
    TooLarge {
        /// Size of the report in bytes.
        bytes: usize,
    },
    /// The evaluation contradicts itself and would not open again.
    #[error("the evaluation cannot be saved: {0}; please report this with the texts that led to it")]
    Inconsistent(String),
    /// The style sheet or the fonts are not KaTeX's.
    #[error("the formula fonts cannot be embedded: {0}; reload the app or install it again")]
    Assets(String),
}
