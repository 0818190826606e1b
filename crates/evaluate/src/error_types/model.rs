//! The types and what is found of them. Part of the file format, as [`crate::model`] is.

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

/// What is known of a type without a sample.
#[derive(Debug)]
pub struct ErrorTypeInfo {
    /// Stable identifier, the name of its file.
    pub id: &'static str,
    /// As the paper calls it.
    pub name: &'static str,
    /// In a word or two, for the head of a column.
    pub short: &'static str,
    /// What it is, in one sentence for a person.
    pub about: &'static str,
    /// When a sample has it, for a person.
    pub rule: &'static str,
    /// Samples that it is looked for in.
    pub kinds: &'static [Kind],
    /// Settings of the rule.
    pub parameters: &'static [&'static dyn AnyParameter],
}

/// What is known of one type in one sample.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ErrorFinding {
    /// The type.
    pub error_type: ErrorType,
    /// Whether the sample has it.
    pub judgement: Judgement,
    /// The places to look at, those of the reference first; none unless it was found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spans: Vec<Span>,
}

/// Whether a sample has an error type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Judgement {
    /// It has.
    Found {
        /// Why, in plain sentences.
        why: String,
    },
    /// It has not.
    NotFound,
    /// Nobody can say.
    NotJudged {
        /// What is missing.
        reason: String,
    },
}

impl ErrorType {
    /// All of them, in the order of the paper.
    pub const ALL: [Self; 5] = [
        Self::MissingText,
        Self::FormulaMismatch,
        Self::TableCorruption,
        Self::CitationError,
        Self::CompilationFailure,
    ];
}

impl ErrorFinding {
    /// Whether the sample has the error.
    #[must_use]
    pub const fn is_found(&self) -> bool {
        matches!(self.judgement, Judgement::Found { .. })
    }
}
