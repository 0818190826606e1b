//! Formats of files with records.

use std::cell::RefCell;

/// The format of a file, with the state needed to read its records.
#[derive(Debug)]
pub(super) enum Form {
    Json,
    Csv {
        /// A parser for single records. To create one takes longer than to read a record.
        parser: Box<RefCell<csv_core::Reader>>,
        header: Vec<String>,
    },
}
