//! What a rule finds.

use std::ops::Range;

/// What a rule reports.
pub(super) struct Found {
    pub(super) range: Range<usize>,
    pub(super) message: String,
    pub(super) advice: String,
}
