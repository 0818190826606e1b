//! What a fault changes.

use std::ops::Range;

/// Replacements of byte ranges of an article, in order.
pub(crate) type Changes = Vec<(Range<usize>, String)>;
