//! A Parquet or Arrow file that waits for a reader of tables, and what the reader makes of it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::source::Source;
use super::text::Encoding;
use crate::notice::Problem;

/// A Parquet or Arrow file of a listing that has not been read.
#[derive(Debug)]
pub struct WaitingTable {
    pub(super) system: Option<Arc<str>>,
    pub(super) before: usize,
    pub(super) depth: usize,
    pub(super) path: String,
    pub(super) source: Source,
}

/// What a reader of tables may make of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRoom {
    /// Maximum size of the records as JSON lines, in bytes.
    pub lines: u64,
    /// Maximum size of the images, in bytes.
    pub images: u64,
    /// The size that archives, lists and images may have together, in bytes, for messages.
    pub all: u64,
    /// Maximum number of lines.
    pub records: usize,
    /// The name of the folder of the images.
    pub folder: String,
    /// How texts are read that are not UTF-8.
    pub encoding: Encoding,
}

/// A table that was read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ReadTable {
    /// The records as JSON lines, one for each row of the table. Lines of rows that cannot be read are empty.
    pub lines: Vec<u8>,
    /// The images. Records name them by their folder and name.
    pub images: Vec<TableImage>,
    /// Problems with rows or with parts of the table.
    pub remarks: Vec<TableRemark>,
}

/// An image of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableImage {
    /// The name of the file: the number of the row, and an ending for the format.
    pub name: String,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
}

/// A problem with a row of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableRemark {
    /// The number of the line, from 1.
    pub line: usize,
    /// The problem.
    pub problem: Problem,
}

impl WaitingTable {
    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }
}
