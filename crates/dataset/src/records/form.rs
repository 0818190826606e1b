//! Formats of files with records.

use std::cell::RefCell;

/// The format of a file, and what reading its records takes.
#[derive(Debug)]
pub(super) enum Form {
    Json,
    Csv {
        /// Of single records; to make one takes longer than to read a record.
        parser: Box<RefCell<csv_core::Reader>>,
        header: Vec<String>,
    },
}
