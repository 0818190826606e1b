//! Limits on what is asked for and what is brought.

/// Maximum number of pages of one run.
pub const MOST_PAGES: usize = 10_000;
/// Maximum size of a file of formulas in bytes.
pub const MAX_CORPUS: usize = 64 << 20;
/// The least complexity of a formula: the paper keeps formulas "with scores exceeding eight".
pub const LEAST: u32 = 9;
/// Maximum number of formulas of a corpus; further ones are left out.
pub const MOST_FORMULAS: usize = 1_000_000;
/// Maximum number of formulas that a report names as left out; it counts the others.
pub const MOST_NAMED: usize = 1_000;
/// Maximum number of runs of the engine for one page, for each of its variants.
pub const MOST_RUNS: usize = 80;
