//! How answers are turned into verdicts.

use serde::{Deserialize, Serialize};

/// How an answer is turned into a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// An object with a `score` of 0 to 10, which may have `is_correct` and `analysis`.
    Score,
    /// An object with `errors` and a whole `score`, which is brought into 0 to 10.
    ClampedScore,
    /// The first word of the answer that consists of digits, brought into 0 to 10.
    FirstInteger,
    /// An object with `verdict` (`Pass` or `Fail`), `error_types` and `notes`.
    Verdict,
    /// The same with `bug_present` and `bug_type`.
    Contrast,
    /// A list of found formulas.
    Extraction,
    /// A list of parts.
    Split,
}
