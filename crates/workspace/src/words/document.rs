//! Sentences about the pages of a document.

use crate::state::PageCount;

/// Progress while the pages are combined into one text.
pub const COMBINING: &str = "Combining the pages";

/// Button that reads pages without a prediction.
pub const READ: &str = "Read all pages";

/// Button that reads the pages of a PDF file from their images.
pub const READ_IMAGES: &str = "Read the images";

/// Button that reads pages again that have a prediction.
pub const READ_AGAIN: &str = "Read all pages again";

/// Name of the pages of a document that are read, and of their scores.
pub const PAGES_SO_FAR: &str = "Pages read so far";

/// Name of the scores of the pages of a document.
pub const SCORES_BY_PAGE: &str = "Scores by page";

/// Heading of the numbers of pages.
pub const PAGE: &str = "Page";

/// What the parts are of pages that are shown in several.
pub const THE_PAGES: &str = "the pages";

/// State of a page without text.
pub const EMPTY_PAGE: &str = "No text was found on this page.";

/// Heading of a page.
#[must_use]
pub fn page(number: u64) -> String {
    format!("{PAGE} {number}")
}

/// Hint of the button that shows a page.
#[must_use]
pub fn open(number: u64) -> String {
    format!("Show page {number} beside its image")
}

/// Says that pages are still to be read.
#[must_use]
pub fn waiting(pages: usize) -> String {
    match pages {
        1 => "1 page is still to be read.".to_owned(),
        pages => format!("{pages} pages are still to be read."),
    }
}

/// Progress while the pages are read.
#[must_use]
pub fn read(read: usize, all: usize) -> String {
    format!("Read {read} of {all} pages")
}

/// Returns how many pages were read from the text of the PDF file, after the number of pages; empty if none was.
#[must_use]
pub fn from_text(pages: PageCount) -> String {
    match pages.from_text {
        0 => String::new(),
        count if count == pages.total => ", read from the PDF's text".to_owned(),
        1 => ", 1 of them read from the PDF's text".to_owned(),
        count => format!(", {count} of them read from the PDF's text"),
    }
}

/// Warning about pages that could not be read.
#[must_use]
pub fn unread(pages: usize) -> String {
    match pages {
        1 => "1 page was not read and counts as empty.".to_owned(),
        count => format!("{count} pages were not read and count as empty."),
    }
}
