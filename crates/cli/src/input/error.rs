//! Why a file gives no text.

use std::io;

use texlens_dataset::Problem;

/// Why a file gave no text.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadError {
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    #[error("has more than {limit} bytes, the most that are read here; check that it is the right file, or split it")]
    TooBig { limit: u64 },
    /// It is not opened at all.
    #[error(transparent)]
    Refused(#[from] Problem),
    #[error(transparent)]
    NotUtf8(#[from] NotUtf8),
}

/// Where bytes stop being UTF-8.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "is not UTF-8: byte 0x{byte:02X} at offset {offset}. Convert it first, for example with: iconv -f LATIN1 -t UTF-8"
)]
pub(crate) struct NotUtf8 {
    /// Bytes before the one that is wrong.
    pub(crate) offset: usize,
    /// Its value.
    pub(crate) byte: u8,
}
