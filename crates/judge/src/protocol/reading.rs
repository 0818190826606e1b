//! Ways to turn answers into verdicts.

use serde::{Deserialize, Serialize};

/// The way in which an answer becomes a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// An object with a `score` of 0 to 10, which may have `is_correct` and `analysis`.
    Score,
    /// An object with `errors` and an integer `score`, which is clamped to 0 to 10.
    ClampedScore,
    /// The first word of the answer that consists of digits, clamped to 0 to 10.
    FirstInteger,
    /// The lines in the only code block of the answer.
    CodeBlock,
    /// An object with `verdict` (`Pass` or `Fail`), `error_types` and `notes`.
    Verdict,
    /// An object with `bug_present` and `bug_type` beside the fields of [`Verdict`](Self::Verdict).
    Contrast,
    /// A list of extracted formulas.
    Extraction,
    /// A list of the parts of a group.
    Split,
}
