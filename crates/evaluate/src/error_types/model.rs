//! The error types and their findings. Part of the file format, like [`crate::model`].

use serde::{Deserialize, Serialize};
use texlens_metrics::{AnyParameter, Kind, Span};

/// An error type of TexOCR (table 3), in the order of the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorType {
    /// “Paragraph Truncation and Missing Text”
    MissingText,
    /// “Mathematical Formula Mismatches”
    FormulaMismatch,
    /// “Table Structure Corruption”
    TableCorruption,
    /// “Citation and Reference Errors”
    CitationError,
    /// “Compilation Failures”
    CompilationFailure,
}

/// The description of an error type.
#[derive(Debug)]
pub struct ErrorTypeInfo {
    /// Stable identifier, the name of its file.
    pub id: &'static str,
    /// Name in the paper.
    pub name: &'static str,
    /// Name of one or two words, for the head of a column.
    pub short: &'static str,
    /// Description in one sentence for a person.
    pub about: &'static str,
    /// The condition for an error, for a person.
    pub rule: &'static str,
    /// Kinds of samples to which the rule applies.
    pub kinds: &'static [Kind],
    /// Settings of the rule.
    pub parameters: &'static [&'static dyn AnyParameter],
}

/// The finding for one type in one sample.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ErrorFinding {
    /// The type.
    pub error_type: ErrorType,
    /// Whether the sample has the error.
    pub judgement: Judgement,
    /// Passages that show the error, those of the reference first; empty unless the error was found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spans: Vec<Span>,
}

/// The decision whether a sample has an error type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Judgement {
    /// The sample has the error.
    Found {
        /// The reason, in plain sentences.
        why: String,
    },
    /// The sample does not have the error.
    NotFound,
    /// The error could not be judged.
    NotJudged {
        /// The missing information.
        reason: String,
    },
}

impl ErrorType {
    /// All types, in the order of the paper.
    pub const ALL: [Self; 5] = [
        Self::MissingText,
        Self::FormulaMismatch,
        Self::TableCorruption,
        Self::CitationError,
        Self::CompilationFailure,
    ];
}

impl ErrorFinding {
    /// Reports whether the sample has the error.
    #[must_use]
    pub const fn is_found(&self) -> bool {
        matches!(self.judgement, Judgement::Found { .. })
    }
}
