//! The outcome of a test.

/// The outcome of a test on one page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the test passed.
    pub passed: bool,
    /// The reason for a failure, in one sentence for readers; empty if the test passed.
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
