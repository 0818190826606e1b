//! The outcome of a test.

/// The outcome of a test on one page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the test passed.
    pub passed: bool,
    /// The reason, in one sentence for readers.
    pub explanation: String,
}

impl Verdict {
    pub(super) fn pass(explanation: impl Into<String>) -> Self {
        Self {
            passed: true,
            explanation: explanation.into(),
        }
    }

    pub(super) fn fail(explanation: impl Into<String>) -> Self {
        Self {
            passed: false,
            explanation: explanation.into(),
        }
    }
}
