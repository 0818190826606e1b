//! Sentences about the pages of a document.

/// Progress while the pages are combined into one text.
pub const COMBINING: &str = "Combining the pages";

/// Button that reads pages without a prediction.
pub const READ: &str = "Read all pages";

/// Button that reads pages again that have a prediction.
pub const READ_AGAIN: &str = "Read all pages again";

/// Progress while the pages are read.
#[must_use]
pub fn read(read: usize, all: usize) -> String {
    format!("Read {read} of {all} pages")
}

/// Warning about pages that could not be read.
#[must_use]
pub fn unread(pages: usize) -> String {
    match pages {
        1 => "1 page was not read and counts as empty.".to_owned(),
        count => format!("{count} pages were not read and count as empty."),
    }
}
