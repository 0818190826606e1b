//! What the engine says of a text.

use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;

/// The verdict on one text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compilation {
    /// Exit status 0 in nonstop mode, and at least one page. Warnings (unresolved references, overfull boxes) are no errors.
    pub compiles: bool,
    /// Whether the engine gave up before the end of the text.
    pub fatal: bool,
    /// Pages that came out, as the engine counts them when it ends; 0 when it was stopped before.
    pub pages: u32,
    /// Number of errors, also of those that are not listed.
    pub error_count: usize,
    /// The errors in the order in which the engine met them; the first [`MAX_ERRORS`](Self::MAX_ERRORS) at most.
    pub errors: Vec<TexError>,
    /// The limit that ended the run, if one did.
    pub limit: Option<Limit>,
}

impl Compilation {
    /// Most errors that are listed.
    pub const MAX_ERRORS: usize = 100;

    /// The verdict on a text without anything to typeset: no page comes out of it.
    #[must_use]
    pub fn of_nothing() -> Self {
        Self {
            compiles: false,
            fatal: false,
            pages: 0,
            error_count: 0,
            errors: Vec::new(),
            limit: None,
        }
    }

    /// The same without the list of errors.
    #[must_use]
    pub fn without_errors(&self) -> Self {
        Self {
            errors: Vec::new(),
            ..*self
        }
    }
}

/// One error, in the text as it was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TexError {
    /// Kind, message, advice and bytes.
    #[serde(flatten)]
    pub diagnostic: Diagnostic,
    /// Line of the text, from 1.
    pub line: Option<u32>,
    /// Column in characters, from 1: where the engine stood when it met the error, which is after its cause. Where the engine was at the end of
    /// the file, the cause itself as the instant check finds it.
    pub column: Option<u32>,
    /// The piece of the line up to there, as the engine shows it.
    pub excerpt: String,
}

/// What a run may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// Steps of the engine: the same number on every machine.
    Steps,
    /// Memory.
    Memory,
    /// Bytes written.
    Output,
    /// Files opened.
    Files,
}
