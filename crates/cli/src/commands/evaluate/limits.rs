//! The limit on predictions that are evaluated together.

/// Maximum number of predictions that are scored together at each level. The scores of one take up to 10 kB.
pub(super) const MAX_SCORED: usize = 300_000;
