//! Errors of reading the bytes of a file.

use serde::{Deserialize, Serialize};

use super::text::TextError;

/// The reason why the bytes of a file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum ReadError {
    /// The disk or the browser refuses.
    #[error("cannot be read: {detail}. Check that it still exists and may be read")]
    Unreadable {
        /// The error message of the disk or the browser.
        detail: String,
    },
    /// The file is over the limit.
    #[error("has more than {limit} bytes, which is the limit; split it into pages")]
    TooBig {
        /// The maximum size, in bytes.
        limit: u64,
    },
    /// The file is over the limit together with everything that is already held in memory.
    #[error(
        "does not fit: the archives and lists held in memory may have {limit} bytes together. Import it alone, or unpack it first"
    )]
    NoRoom {
        /// The maximum number of bytes held in memory.
        limit: u64,
    },
    /// The file is in an archive and cannot be unpacked.
    #[error(transparent)]
    Archive(#[from] ArchiveProblem),
    /// The file is not text, or its encoding is not supported.
    #[error(transparent)]
    Text(#[from] TextError),
}

/// The reason why an archive, or a file in an archive, cannot be unpacked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum ArchiveProblem {
    /// The file is not an archive, or was cut off.
    #[error("the archive cannot be read ({detail}); download or pack it again")]
    Damaged {
        /// The error message of the archive reader.
        detail: String,
    },
    /// A password is required.
    #[error("the file in the archive is encrypted; unpack the archive first")]
    Encrypted,
    /// The compression method is not supported.
    #[error("the file in the archive is packed with {method}; pack it again with the usual method (deflate)")]
    Method {
        /// Name or number of the method.
        method: String,
    },
    /// The compression ratio is suspiciously high.
    #[error("unpacks to more than {ratio} times its size, like a file made to fill a disk; it is omitted")]
    Ratio {
        /// The maximum ratio.
        ratio: u64,
    },
    /// The file shares its bytes with another file.
    #[error("shares its bytes with another file of the archive, as in archives made to fill a disk; it is omitted")]
    Overlap,
    /// The entry is a symbolic or hard link.
    #[error("is a link; links in archives are not followed. Pack the archive again with the target files")]
    Link,
    /// The entry is a device or similar.
    #[error("is neither a file nor a folder; unpack the archive first")]
    NotAFile,
    /// The files of the archive together are over the limit.
    #[error("the archive unpacks to more than {limit} bytes; the rest is omitted. Split it")]
    TooBig {
        /// The maximum size, in bytes.
        limit: u64,
    },
    /// Archives are nested too deeply.
    #[error("archives within archives are opened {limit} deep; unpack the outer one first")]
    TooDeep {
        /// The maximum nesting depth.
        limit: usize,
    },
}

/// Converts an error of an archive reader.
pub(super) fn damaged(error: impl std::fmt::Display) -> ArchiveProblem {
    ArchiveProblem::Damaged {
        detail: error.to_string(),
    }
}
