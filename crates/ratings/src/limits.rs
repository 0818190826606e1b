//! Limits of a study.

/// Largest number of pairs.
pub const MAX_PAIRS: usize = 20_000;

/// Largest number of raters.
pub const MAX_RATERS: usize = 1_000;

/// Largest number of answers that a study asks for, over all raters.
pub const MAX_ANSWERS: usize = 500_000;

/// Largest number of groups of raters.
pub const MAX_GROUPS: usize = 20;

/// Largest size of a formula, of the instructions, and of a name, in bytes.
pub const MAX_TEXT: usize = 64 << 10;

/// Largest size of a study or a sheet as JSON, in bytes.
pub const MAX_JSON: usize = 256 << 20;
