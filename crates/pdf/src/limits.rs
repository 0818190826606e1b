//! Limits on files and pages.

/// What is read at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a file.
    pub bytes: usize,
    /// Pages of a file.
    pub pages: usize,
    /// Pixels of a page, give or take a row; one with more is drawn at a lower resolution.
    pub pixels: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 64 << 20,
            pages: 5_000,
            // Below what the recogniser reads.
            pixels: 70_000_000,
        }
    }
}
