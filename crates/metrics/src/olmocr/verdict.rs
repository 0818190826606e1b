//! The outcome of a test.

/// The outcome of a test on one page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the test passed.
    pub passed: bool,
    /// Why it did not, in one sentence for a person; empty if it did.
    pub explanation: String,
}

impl Verdict {
    pub(super) fn pass() -> Self {
        Self {
            passed: true,
            explanation: String::new(),
        }
    }

    pub(super) fn fail(explanation: impl Into<String>) -> Self {
        Self {
            passed: false,
            explanation: explanation.into(),
        }
    }
}
