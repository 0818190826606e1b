//! The result of one answer.

use serde::{Deserialize, Serialize};

use crate::finding::Finding;
use crate::item::Key;

/// The result of one answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// Whether the answer passes: there is no finding.
    pub passes: bool,
    /// The reasons why it does not pass.
    pub findings: Vec<Finding>,
    /// The detector's answer, if the item is a contrast and the answer is valid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detected: Option<Key>,
}

impl Verdict {
    pub(super) fn of(findings: Vec<Finding>) -> Self {
        Self {
            passes: findings.is_empty(),
            findings,
            detected: None,
        }
    }
}
