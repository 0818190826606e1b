//! Limits of tests, of pages and of their tables.

/// Longest page, in bytes.
pub const MAX_MARKDOWN_BYTES: usize = 1 << 19;

/// Longest text in a test, in characters.
pub const MAX_FIELD_CHARACTERS: usize = 4096;

/// Most places in the grids of a page, a cell that spans several counted as often.
pub(super) const MAX_SLOTS: usize = 50_000;
