//! The reasons why a file gives no text.

use std::io;

use texlens_dataset::{Problem, TextError};

/// The reason why a file gives no text.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadError {
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    #[error("has more than {limit} bytes, the limit for such files; check that it is the right file, or split it")]
    TooBig { limit: u64 },
    /// The file is not opened.
    #[error(transparent)]
    Refused(#[from] Problem),
    #[error(transparent)]
    NotUtf8(#[from] NotUtf8),
    /// A text of a sample has another encoding.
    #[error(transparent)]
    Text(TextError),
}

/// The place where bytes are not UTF-8.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "is not UTF-8: byte 0x{byte:02X} at offset {offset}. Convert it first, for example with: iconv -f LATIN1 -t UTF-8"
)]
pub(crate) struct NotUtf8 {
    /// Number of bytes before the wrong one.
    pub(crate) offset: usize,
    /// The wrong byte.
    pub(crate) byte: u8,
}
