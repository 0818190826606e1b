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

/// The maximum length of a text in a reason, in characters.
const MAX_QUOTED: usize = 200;

/// Returns a text in quotation marks, cut off if it is long.
pub(super) fn quoted(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{:?}…", text.get(..end).unwrap_or_default()),
        None => format!("{text:?}"),
    }
}
