//! The verdict of the TeX engine on a text.

use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;

/// The verdict of the TeX engine on one text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compilation {
    /// Whether the engine ended with exit status 0 in nonstop mode and wrote at least one page. Warnings (unresolved
    /// references, overfull boxes) are not errors.
    pub compiles: bool,
    /// Whether the engine gave up before the end of the text.
    pub fatal: bool,
    /// Number of pages, as the engine counts them when it ends; 0 if it was stopped earlier.
    pub pages: u32,
    /// Number of errors, including those that [`errors`](Self::errors) omits.
    pub error_count: usize,
    /// The errors in the order in which the engine met them, at most the first [`MAX_ERRORS`](Self::MAX_ERRORS).
    pub errors: Vec<TexError>,
    /// The limit that ended the run, if one did.
    pub limit: Option<Limit>,
}

impl Compilation {
    /// Maximum length of [`errors`](Self::errors).
    pub const MAX_ERRORS: usize = 100;

    /// Returns the verdict on a text without anything to typeset, which gives no page.
    #[must_use]
    pub const fn of_nothing() -> Self {
        Self::clean(0)
    }

    /// Returns the verdict on a text that gives this number of pages without an error.
    #[must_use]
    pub const fn clean(pages: u32) -> Self {
        Self {
            compiles: pages > 0,
            fatal: false,
            pages,
            error_count: 0,
            errors: Vec::new(),
            limit: None,
        }
    }

    /// Returns the same verdict without the list of errors.
    #[must_use]
    pub fn without_errors(&self) -> Self {
        Self {
            errors: Vec::new(),
            ..*self
        }
    }
}

/// One error, located in the text as it was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TexError {
    /// Kind, message, advice and byte range.
    #[serde(flatten)]
    pub diagnostic: Diagnostic,
    /// Line of the text, from 1.
    pub line: Option<u32>,
    /// Column in characters, from 1: where the engine stood when it met the error, which is after the cause. If the
    /// engine stood at the end of the file, this is the position of the cause, as the instant check finds it.
    pub column: Option<u32>,
    /// The part of the line up to the error, as the engine shows it.
    pub excerpt: String,
}

/// A resource of which a run may use a limited amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// Steps of the engine. Their number is the same on every machine.
    Steps,
    /// Memory.
    Memory,
    /// Bytes written.
    Output,
    /// Files opened.
    Files,
}
