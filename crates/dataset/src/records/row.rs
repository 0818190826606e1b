//! Positions of the records of a file.

use std::ops::Range;

use crate::limits::Limits;
use crate::notice::{Notices, Problem};

/// The position of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The line of the record, from 1.
    pub line: usize,
    /// Byte range of the record in the text.
    pub bytes: Range<usize>,
    /// The name of the record in an object of records.
    pub(super) key: Option<String>,
}

/// A list of rows under construction, within the limits.
pub(super) struct RowList<'a> {
    pub(super) rows: Vec<Row>,
    pub(super) path: &'a str,
    pub(super) limits: &'a Limits,
    pub(super) notices: Notices,
}

impl<'a> RowList<'a> {
    pub(super) fn new(path: &'a str, limits: &'a Limits) -> Self {
        Self {
            rows: Vec::new(),
            path,
            limits,
            notices: Notices::default(),
        }
    }

    /// Adds a row. Returns `false` if the limit on records is reached.
    pub(super) fn push(&mut self, line: usize, bytes: Range<usize>, key: Option<String>) -> bool {
        let limit = self.limits.records;
        if self.rows.len() >= limit {
            self.notices
                .push(self.path, Some(line), Problem::TooManyRecords { limit });
            return false;
        }
        let limit = self.limits.record_bytes;
        if bytes.len() > limit {
            let bytes = bytes.len();
            self.notices
                .push(self.path, Some(line), Problem::RecordTooLong { bytes, limit });
        } else {
            self.rows.push(Row { line, bytes, key });
        }
        true
    }
}
