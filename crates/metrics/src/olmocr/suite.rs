//! What the official script does around the tests.

use super::baseline::Baseline;
use super::test::{Check, Test};

/// Whether a test counts as passed for a system that answered several times: more than half of the repeats must pass.
/// One of two is not enough; without repeats, the test fails.
#[must_use]
pub fn passes(passed: usize, repeats: usize) -> bool {
    2 * passed > repeats
}

impl Test {
    /// Returns the `baseline` test of the first page that the official script adds for a document without such a test.
    #[must_use]
    pub fn added_baseline(pdf: &str) -> Self {
        Self {
            id: format!("{pdf}_baseline"),
            pdf: pdf.to_owned(),
            page: 1,
            max_diffs: 0,
            checked: None,
            url: None,
            check: Check::Baseline(Baseline::default()),
        }
    }
}
