//! What reading a file gives: batches of rows, and parts that cannot be read.

use arrow_array::RecordBatch;

/// Rows of a table that follow each other.
#[derive(Debug, Clone)]
pub struct Batch {
    /// Number of rows before these.
    pub first_row: u64,
    /// The columns that were selected, in their order.
    pub columns: RecordBatch,
}

/// A part of a file that cannot be read, such as a row group. The others can.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{part} cannot be read{}: {reason}", self.rows())]
pub struct BadPart {
    /// The part, such as `row group 3`, counted from 0.
    pub part: String,
    /// Number of rows before those that cannot be read, if the file tells.
    pub first_row: u64,
    /// Number of rows that cannot be read, if the file tells.
    pub lost: Option<u64>,
    /// The reason.
    pub reason: String,
}

impl BadPart {
    fn rows(&self) -> String {
        match self.lost {
            Some(lost) if lost > 1 => {
                let last = self.first_row.saturating_add(lost - 1);
                format!(" (rows {} to {last}, from 0)", self.first_row)
            }
            Some(1) => format!(" (row {}, from 0)", self.first_row),
            _ => format!(" (from row {} on, from 0)", self.first_row),
        }
    }
}
