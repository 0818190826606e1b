//! Limits on files and pages.

/// The limits on a file and its pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of bytes of a file.
    pub bytes: usize,
    /// Maximum number of pages of a file.
    pub pages: usize,
    /// Maximum number of pixels of a page, give or take a row. A page with more is drawn at a lower resolution.
    pub pixels: u64,
    /// Maximum number of glyphs, lines, drawings and images of a page together. A page with more is drawn, but its text
    /// is not read.
    pub content: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 64 << 20,
            pages: 5_000,
            // Below the limit of the OCR.
            pixels: 70_000_000,
            content: 200_000,
        }
    }
}
