//! PDF files that can be opened, and their pages as images.

use std::sync::Arc;

/// Identifies the bytes of a file. Nobody outside can make two files with the same key.
pub(super) type Key = (usize, u64);

/// A PDF file that can be opened.
#[derive(Debug)]
pub struct Document {
    pub(super) key: Key,
    pub(super) bytes: Arc<Vec<u8>>,
    pub(super) pages: u32,
}

impl Document {
    /// Returns the number of pages, at least one.
    #[must_use]
    pub fn pages(&self) -> u32 {
        self.pages
    }
}

/// A page as an image.
#[derive(Debug)]
pub struct Drawn {
    /// The image as PNG.
    pub png: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Resolution in dots per inch: the requested one, or a lower one if the page is too large.
    pub dpi: u16,
    /// Remarks for the user, as parts of a sentence.
    pub remarks: Vec<String>,
}
