//! What can be wrong with a test, and with running it.

use std::fmt;

use super::limits::{MAX_FIELD_CHARACTERS, MAX_MARKDOWN_BYTES, MAX_SLOTS};

/// Why a line is not a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoadError {
    /// Not JSON.
    Json {
        /// What is wrong and where.
        message: String,
    },
    /// JSON, but not an object.
    NotAnObject,
    /// No test has this type.
    UnknownType {
        /// As given; empty if there is none.
        name: String,
    },
    /// A field that every test of the type must have.
    MissingField {
        /// Its name.
        field: &'static str,
    },
    /// A field that tests of the type do not have.
    UnknownField {
        /// Its name.
        field: String,
    },
    /// A field with a value of another type.
    WrongType {
        /// Its name.
        field: &'static str,
        /// What it should be.
        expected: &'static str,
    },
    /// A field with nothing in it, or nothing but white space and marks of emphasis.
    Empty {
        /// Its name.
        field: &'static str,
    },
    /// A field with more than [`MAX_FIELD_CHARACTERS`].
    TooLong {
        /// Its name.
        field: &'static str,
    },
    /// More than half of a text may differ.
    MaxDiffsTooLarge {
        /// The most that its texts allow.
        allowed: usize,
    },
    /// No such format.
    UnknownFormat {
        /// As given.
        name: String,
    },
    /// The marker of a footnote has a space.
    MarkerWithSpace,
    /// An earlier test of the file has the same id.
    DuplicateId {
        /// The id.
        id: String,
    },
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json { message } => write!(f, "the line is not JSON: {message}"),
            Self::NotAnObject => write!(f, "a test must be a JSON object"),
            Self::UnknownType { name } => write!(
                f,
                "there are no tests of type {name:?}; there are present, absent, order, table, baseline, format, footnote and math"
            ),
            Self::MissingField { field } => write!(f, "the test needs the field {field:?}"),
            Self::UnknownField { field } => write!(f, "tests of this type have no field {field:?}; remove it"),
            Self::WrongType { field, expected } => write!(f, "{field:?} must be {expected}"),
            Self::Empty { field } => write!(f, "{field:?} must not be empty"),
            Self::TooLong { field } => write!(
                f,
                "{field:?} has more than {MAX_FIELD_CHARACTERS} characters; shorten it"
            ),
            Self::MaxDiffsTooLarge { allowed } => write!(
                f,
                "\"max_diffs\" must not be more than half of either text, here {allowed}"
            ),
            Self::UnknownFormat { name } => write!(f, "\"format\" must be heading, bold or italic, not {name:?}"),
            Self::MarkerWithSpace => write!(f, "\"marker\" must not contain a space"),
            Self::DuplicateId { id } => write!(f, "another test has the id {id:?} too; rename one"),
        }
    }
}

impl std::error::Error for LoadError {}

/// Why a file of tests cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: LoadError,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.error)
    }
}

impl std::error::Error for LineError {}

/// Why a test has no verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunError {
    /// The Markdown is longer than [`MAX_MARKDOWN_BYTES`].
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// The tables of the page have too many cells, or are nested so often that their texts are too long.
    TablesTooLarge,
    /// The search for approximate occurrences takes too long.
    TooComplex,
    /// Formulas are compared as they are rendered, which this version does not do.
    MathNotYet,
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { bytes } => write!(
                f,
                "the page has {bytes} bytes, more than {MAX_MARKDOWN_BYTES}; split it"
            ),
            Self::TablesTooLarge => write!(
                f,
                "the tables of the page have more than {MAX_SLOTS} cells, or are nested too often; split the page"
            ),
            Self::TooComplex => write!(
                f,
                "the page repeats the text that is looked for too often; shorten one of them or allow fewer differences"
            ),
            Self::MathNotYet => write!(
                f,
                "tests of formulas compare them as they are rendered, which this version does not do"
            ),
        }
    }
}

impl std::error::Error for RunError {}
