//! Limits of tests, pages, tables and formulas.

/// The maximum length of a page, in bytes.
pub const MAX_MARKDOWN_BYTES: usize = 1 << 19;

/// The maximum length of a text in a test, in characters.
pub const MAX_FIELD_CHARACTERS: usize = 4096;

/// The maximum number of places in the grids of a page. A cell that spans several places counts as often.
pub(super) const MAX_SLOTS: usize = 50_000;

/// The maximum number of different formulas of a page.
pub const MAX_FORMULAS: usize = 5000;

/// The maximum number of symbols of a formula that is compared.
pub const MAX_SYMBOLS: usize = 2000;
