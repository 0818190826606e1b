//! The reasons why a file cannot be opened or written.

use std::io;

/// The reason why a file cannot be opened as a table.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The file is of another format.
    #[error(
        "is neither a Parquet nor an Arrow file: check that it is the right file and that it was copied as a whole"
    )]
    OtherFormat,
    /// The description of the content is damaged, too large or unknown.
    #[error("is damaged or not supported, since its description cannot be read: {0}")]
    Damaged(String),
}

/// The reason why a table cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The disk refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The columns cannot be encoded.
    #[error("the columns cannot be encoded: {0}")]
    Encode(String),
}
