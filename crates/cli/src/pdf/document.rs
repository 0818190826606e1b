//! PDF files that can be opened, and their pages as pictures.

use std::sync::Arc;

/// Stands for the bytes of a file. Nobody outside can make two files with the same one.
pub(super) type Key = (usize, u64);

/// A PDF file that can be opened.
#[derive(Debug)]
pub(crate) struct Document {
    pub(super) key: Key,
    pub(super) bytes: Arc<Vec<u8>>,
    pub(super) pages: u32,
}

impl Document {
    /// How many pages there are; at least one.
    pub(crate) fn pages(&self) -> u32 {
        self.pages
    }
}

/// A page as a picture.
#[derive(Debug)]
pub(crate) struct Drawn {
    /// PNG.
    pub(crate) png: Vec<u8>,
    /// Pixels.
    pub(crate) width: u32,
    /// Pixels.
    pub(crate) height: u32,
    /// Dots per inch: as asked for, or fewer if the page is too large.
    pub(crate) dpi: u16,
    /// What a person should know of it, as parts of a sentence.
    pub(crate) remarks: Vec<String>,
}
