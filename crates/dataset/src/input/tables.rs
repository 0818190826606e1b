//! Lists Parquet and Arrow files: they wait, are read by a reader of tables, and become a list with its images.

use std::rc::Rc;

use super::error::ReadError;
use super::listing::{Listing, Place};
use super::name::{parent, stem};
use super::source::Source;
use super::table::{ReadTable, TableImage, TableRemark, TableRoom, WaitingTable};
use crate::notice::Problem;

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

    /// Returns the bytes of a table, which fit into the memory that is left.
    ///
    /// # Errors
    /// If they do not fit, or cannot be read or unpacked.
    pub fn table_bytes(&self, table: &WaitingTable) -> Result<Vec<u8>, ReadError> {
        let room = self.room();
        room.check(table.source.size())?;
        table.source.read(room.left)
    }

    /// Lists a table under its own path as JSON lines, and its images in a folder beside it. Problems become notices; a
    /// table of which no row could be read is not listed.
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
            let bytes = self.table_bytes(&table).map_err(Problem::from);
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
        let is_empty = read.lines.iter().all(|byte| *byte == b'\n');
        if is_empty && read.remarks.is_empty() {
            let detail = "the table has no rows".to_owned();
            return Err(Problem::NoRecords { detail });
        }
        for TableRemark { line, problem } in read.remarks {
            self.notices.push(path, Some(line), problem);
        }
        if is_empty {
            return Ok(());
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
