//! Limits of tests, pages and tables.

/// The maximum length of a page, in bytes.
pub const MAX_MARKDOWN_BYTES: usize = 1 << 19;

/// The maximum length of a text in a test, in characters.
pub const MAX_FIELD_CHARACTERS: usize = 4096;

/// The maximum number of places in the grids of a page. A cell that spans several places counts as often.
pub(super) const MAX_SLOTS: usize = 50_000;
