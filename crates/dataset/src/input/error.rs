//! Why the bytes of a file cannot be read.

use serde::{Deserialize, Serialize};

use super::text::TextError;

/// Why the bytes of a file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum ReadError {
    /// The disk or the browser refuses.
    #[error("cannot be read: {detail}. Check that it still exists and may be read")]
    Unreadable {
        /// What they say.
        detail: String,
    },
    /// Over the limit.
    #[error("has more than {limit} bytes, the most that are read; split it into pages")]
    TooBig {
        /// The limit.
        limit: u64,
    },
    /// Over the limit together with what is held in memory already.
    #[error(
        "does not fit: the archives and lists that are held in memory may have {limit} bytes in all. Bring it by itself, or unpacked"
    )]
    NoRoom {
        /// The limit.
        limit: u64,
    },
    /// In an archive, and cannot be unpacked.
    #[error(transparent)]
    Archive(#[from] ArchiveProblem),
    /// No text, or in an encoding that is not read.
    #[error(transparent)]
    Text(#[from] TextError),
}

/// Why an archive, or a file in one, cannot be unpacked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum ArchiveProblem {
    /// It is none, or was cut off.
    #[error("the archive cannot be read ({detail}); download or pack it again")]
    Damaged {
        /// What the reader of archives says.
        detail: String,
    },
    /// A password is needed.
    #[error("the file in the archive is encrypted; unpack the archive first")]
    Encrypted,
    /// Packed in a way that is not read.
    #[error("the file in the archive is packed with {method}; pack it again with the usual method (deflate)")]
    Method {
        /// The method's name or number.
        method: String,
    },
    /// Packed suspiciously well.
    #[error("unpacks to more than {ratio} times its size, as files do that are made to fill a disk; it is left out")]
    Ratio {
        /// The limit.
        ratio: u64,
    },
    /// Shares its bytes with another file.
    #[error(
        "shares its bytes with another file of the archive, as archives do that are made to fill a disk; it is left out"
    )]
    Overlap,
    /// A symbolic or hard link.
    #[error("is a link; links in archives are not followed. Pack the archive again with the files that they lead to")]
    Link,
    /// A device or the like.
    #[error("is neither a file nor a folder; unpack the archive first")]
    NotAFile,
    /// Over the limit in all.
    #[error("the archive unpacks to more than {limit} bytes; what comes after them is left out. Split it")]
    TooBig {
        /// The limit.
        limit: u64,
    },
    /// An archive in an archive in an archive.
    #[error("archives within archives are opened {limit} deep; unpack the outer one first")]
    TooDeep {
        /// The limit.
        limit: usize,
    },
}

/// An error of a reader of archives.
pub(super) fn damaged(error: impl std::fmt::Display) -> ArchiveProblem {
    ArchiveProblem::Damaged {
        detail: error.to_string(),
    }
}
