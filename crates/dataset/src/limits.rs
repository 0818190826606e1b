//! What is read at most.

use serde::{Deserialize, Serialize};

/// What is read at most of what people bring. Whatever is over a limit is left out and named; everything else goes on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Files, those in archives included.
    pub files: usize,
    /// Files and folders that a folder is searched for, whatever they are.
    pub entries: usize,
    /// Length of a path, in bytes.
    pub path_bytes: usize,
    /// Folders within folders.
    pub path_depth: usize,
    /// Archives within archives; 1 is an archive by itself.
    pub archive_depth: usize,
    /// Bytes of all files of an archive, unpacked.
    pub archive_bytes: u64,
    /// Bytes that are held in memory in all: of tar archives, archives within archives, files packed by gzip, and lists.
    pub held_bytes: u64,
    /// How many bytes a packed byte may become, from [`RATIO_FLOOR`] bytes on.
    pub ratio: u64,
    /// Bytes of an image or a document.
    pub file_bytes: u64,
    /// Bytes of the text of a page or formula.
    pub text_bytes: u64,
    /// Bytes of a file with many records, such as a JSONL file.
    pub table_bytes: u64,
    /// Bytes of a record.
    pub record_bytes: usize,
    /// Records of a file.
    pub records: usize,
    /// Columns of a file with records.
    pub columns: usize,
    /// Samples of lists.
    pub samples: usize,
    /// Predictions of lists.
    pub predictions: usize,
    /// Bytes of the name of a system or a document.
    pub name_bytes: usize,
    /// Systems that are compared: each has a place for every sample.
    pub systems: usize,
}

/// Files up to this size may be packed as well as they like: a megabyte does no harm.
pub const RATIO_FLOOR: u64 = 1 << 20;

impl Default for Limits {
    fn default() -> Self {
        Self {
            files: 200_000,
            entries: 500_000,
            path_bytes: 1024,
            path_depth: 32,
            archive_depth: 2,
            archive_bytes: 16 << 30,
            held_bytes: 512 << 20,
            ratio: 200,
            file_bytes: 64 << 20,
            text_bytes: 512 << 10,
            table_bytes: 256 << 20,
            record_bytes: 4 << 20,
            records: 500_000,
            columns: 256,
            samples: 500_000,
            predictions: 1_000_000,
            name_bytes: 1024,
            systems: 1000,
        }
    }
}
