//! How much is evaluated together.

/// Most predictions that are scored together, at each level: the scores of one take up to ten kilobytes.
pub(super) const MAX_SCORED: usize = 300_000;
