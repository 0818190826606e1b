//! Parquet and Arrow files of a listing: they wait, are read by a reader of tables, and become a list with its images.

use std::rc::Rc;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::error::ReadError;
use super::listing::{Listing, Place};
use super::name::{parent, stem};
use super::source::Source;
use super::text::Encoding;
use crate::notice::Problem;

/// A Parquet or Arrow file of a listing that has not been read.
#[derive(Debug)]
pub struct WaitingTable {
    system: Option<Arc<str>>,
    before: usize,
    depth: usize,
    path: String,
    source: Source,
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

    /// Returns the bytes of the file, which fit into the memory that `listing` has left.
    ///
    /// # Errors
    /// If they do not fit, or cannot be read or unpacked.
    pub fn bytes(&self, listing: &Listing) -> Result<Vec<u8>, ReadError> {
        let room = listing.room();
        room.check(self.source.size())?;
        self.source.read(room.left)
    }
}

impl Listing {
    /// Reports whether tables have not been read.
    #[must_use]
    pub fn has_waiting_tables(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Returns the next table to read with [`read_table`](crate::read_table), and what may be made of it. The caller
    /// reads it and adds the result with [`Listing::add_table`].
    pub fn next_table(&mut self) -> Option<(WaitingTable, TableRoom)> {
        let table = self.waiting.pop_front()?;
        let room = TableRoom {
            lines: self.limits.table_bytes.min(self.room().left),
            images: self.room().left,
            all: self.room().limit,
            records: self.limits.records,
            folder: folder(&table.path).1.to_owned(),
            encoding: self.encoding(),
        };
        Some((table, room))
    }

    /// Lists a table under its own path as JSON lines, and its images in a folder beside it. Problems become notices.
    pub fn add_table(&mut self, table: WaitingTable, read: Result<ReadTable, Problem>) {
        let WaitingTable {
            system,
            before,
            depth,
            path,
            ..
        } = table;
        let place = Place {
            system: system.as_ref(),
            before,
            depth,
        };
        match read.and_then(|read| self.list_table(place, &path, read)) {
            Ok(()) => {}
            Err(problem) => self.notices.push(&path, None, problem),
        }
    }

    /// Reads all tables that wait.
    #[cfg(feature = "tables")]
    pub fn read_tables(&mut self) {
        while let Some((table, room)) = self.next_table() {
            let bytes = table.bytes(self).map_err(Problem::from);
            let read = bytes.and_then(|bytes| super::columns::read_table(bytes, &room));
            self.add_table(table, read);
        }
    }

    /// Lets a table wait.
    pub(super) fn wait(&mut self, place: Place<'_>, path: &str, source: Source) {
        self.waiting.push_back(WaitingTable {
            system: place.system.cloned(),
            before: place.before,
            depth: place.depth,
            path: path.to_owned(),
            source,
        });
    }

    fn list_table(&mut self, place: Place<'_>, path: &str, read: ReadTable) -> Result<(), Problem> {
        for TableRemark { line, problem } in read.remarks {
            self.notices.push(path, Some(line), problem);
        }
        // What a reader gives is checked again: it may run elsewhere.
        self.room().check(read.lines.len() as u64)?;
        let (parent, folder) = folder(path);
        for TableImage { name, bytes } in read.images {
            let named = match parent {
                "" => format!("{folder}/{name}"),
                parent => format!("{parent}/{folder}/{name}"),
            };
            if let Err(error) = self.room().check(bytes.len() as u64) {
                self.notices.push(&named, None, error);
                continue;
            }
            if let Some(file) = self.check_name(&named) {
                self.hold_file(place, &file, bytes);
            }
        }
        self.hold_file(place, path, read.lines);
        Ok(())
    }

    fn hold_file(&mut self, place: Place<'_>, path: &str, bytes: Vec<u8>) {
        self.hold(bytes.len());
        let size = bytes.len();
        self.push(place, path, Source::Held(Rc::new(bytes), 0..size));
    }
}

/// Returns the folder of a table, and the name of the folder of its images within.
fn folder(path: &str) -> (&str, &str) {
    let parent = parent(path);
    let stem = stem(path);
    (parent, stem.rsplit('/').next().unwrap_or(stem))
}
