//! Errors of tests, and of running them.

use std::fmt;

use super::limits::{MAX_FIELD_CHARACTERS, MAX_MARKDOWN_BYTES, MAX_SLOTS};

/// The reason why a line is not a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoadError {
    /// The line is not JSON.
    Json {
        /// The error with its place.
        message: String,
    },
    /// The line is JSON, but not an object.
    NotAnObject,
    /// There are no tests of this type.
    UnknownType {
        /// The given type; empty if there is none.
        name: String,
    },
    /// A field is missing that every test of the type must have.
    MissingField {
        /// The name of the field.
        field: &'static str,
    },
    /// A field is present that tests of the type do not have.
    UnknownField {
        /// The name of the field.
        field: String,
    },
    /// The value of a field has the wrong type.
    WrongType {
        /// The name of the field.
        field: &'static str,
        /// The expected type.
        expected: &'static str,
    },
    /// A field is empty, or contains only white space and emphasis marks.
    Empty {
        /// The name of the field.
        field: &'static str,
    },
    /// A field has more than [`MAX_FIELD_CHARACTERS`].
    TooLong {
        /// The name of the field.
        field: &'static str,
    },
    /// More than half of a text would be allowed to differ.
    MaxDiffsTooLarge {
        /// The maximum number of differences that the texts allow.
        allowed: usize,
    },
    /// There is no such format.
    UnknownFormat {
        /// The given format.
        name: String,
    },
    /// The marker of a footnote contains a space.
    MarkerWithSpace,
    /// An earlier test of the file has the same id.
    DuplicateId {
        /// The repeated id.
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

/// The reason why a file of tests cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The error of the line.
    pub error: LoadError,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.error)
    }
}

impl std::error::Error for LineError {}

/// The reason why a test has no verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunError {
    /// The Markdown is longer than [`MAX_MARKDOWN_BYTES`].
    TooLong {
        /// The length of the Markdown, in bytes.
        bytes: usize,
    },
    /// The tables of the page have too many cells, or are nested so often that their texts are too long.
    TablesTooLarge,
    /// The search for approximate occurrences takes too long.
    TooComplex,
    /// The test compares rendered formulas, which this version does not support.
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
