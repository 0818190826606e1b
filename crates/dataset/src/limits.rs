//! Limits on the input.

use serde::{Deserialize, Serialize};

/// Limits on imported files. Anything over a limit is omitted and reported; everything else is processed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Number of files, including files in archives.
    pub files: usize,
    /// Number of files and folders of any kind that are visited in a folder.
    pub entries: usize,
    /// Length of a path, in bytes.
    pub path_bytes: usize,
    /// Nesting depth of folders.
    pub path_depth: usize,
    /// Nesting depth of archives; an archive that is not inside another has depth 1.
    pub archive_depth: usize,
    /// Total size of all files of an archive, unpacked, in bytes.
    pub archive_bytes: u64,
    /// Total size held in memory, in bytes: tar archives, archives within archives, files packed by gzip, and lists.
    pub held_bytes: u64,
    /// LaTeX of the outputs of parsers read last, in bytes. Outputs beyond it are read again for each page.
    pub parsed_bytes: u64,
    /// Ratio of unpacked to packed bytes. It applies to files of more than [`RATIO_FLOOR`] bytes.
    pub ratio: u64,
    /// Size of an image or a document, in bytes.
    pub file_bytes: u64,
    /// Size of the text of a page or formula, in bytes.
    pub text_bytes: u64,
    /// Size of a file with many records, such as a JSONL file, in bytes.
    pub table_bytes: u64,
    /// Size of a record, in bytes.
    pub record_bytes: usize,
    /// Number of records of a file.
    pub records: usize,
    /// Number of columns of a file with records.
    pub columns: usize,
    /// Number of samples of lists.
    pub samples: usize,
    /// Number of predictions of lists.
    pub predictions: usize,
    /// Length of the name of a system or a document, in bytes.
    pub name_bytes: usize,
    /// Number of systems that are compared. Each system has an entry for every sample.
    pub systems: usize,
}

/// Size in bytes up to which a file may have any compression ratio: a megabyte does no harm.
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
            parsed_bytes: 64 << 20,
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
