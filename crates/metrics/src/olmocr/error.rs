//! Errors of tests, and of running them.

use super::limits::{MAX_FIELD_CHARACTERS, MAX_FORMULAS, MAX_MARKDOWN_BYTES, MAX_SLOTS, MAX_SYMBOLS};

/// The reason why a line is not a test.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The line is not JSON.
    #[error("the line is not JSON: {message}")]
    Json {
        /// The error with its place.
        message: String,
    },
    /// The line is JSON, but not an object.
    #[error("a test must be a JSON object")]
    NotAnObject,
    /// There are no tests of this type.
    #[error(
        "there are no tests of type {name:?}; there are present, absent, order, table, baseline, format, footnote and math"
    )]
    UnknownType {
        /// The given type; empty if there is none.
        name: String,
    },
    /// A field is missing that every test of the type must have.
    #[error("the test needs the field {field:?}")]
    MissingField {
        /// The name of the field.
        field: &'static str,
    },
    /// A field is present that tests of the type do not have.
    #[error("tests of this type have no field {field:?}; remove it")]
    UnknownField {
        /// The name of the field.
        field: String,
    },
    /// The value of a field has the wrong type.
    #[error("{field:?} must be {expected}")]
    WrongType {
        /// The name of the field.
        field: &'static str,
        /// The expected type.
        expected: &'static str,
    },
    /// A field is empty, or contains only white space and emphasis marks.
    #[error("{field:?} must not be empty")]
    Empty {
        /// The name of the field.
        field: &'static str,
    },
    /// A field has more than [`MAX_FIELD_CHARACTERS`].
    #[error("{field:?} has more than {MAX_FIELD_CHARACTERS} characters; shorten it")]
    TooLong {
        /// The name of the field.
        field: &'static str,
    },
    /// More than half of a text would be allowed to differ.
    #[error("\"max_diffs\" must not be more than half of either text, here {allowed}")]
    MaxDiffsTooLarge {
        /// The maximum number of differences that the texts allow.
        allowed: usize,
    },
    /// There is no such format.
    #[error("\"format\" must be heading, bold or italic, not {name:?}")]
    UnknownFormat {
        /// The given format.
        name: String,
    },
    /// The marker of a footnote contains a space.
    #[error("\"marker\" must not contain a space")]
    MarkerWithSpace,
    /// An earlier test of the file has the same id.
    #[error("another test has the id {id:?} too; rename one")]
    DuplicateId {
        /// The repeated id.
        id: String,
    },
}

/// The reason why a file of tests cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct LineError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The error of the line.
    pub error: LoadError,
}

/// The reason why a test has no verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The Markdown is longer than [`MAX_MARKDOWN_BYTES`].
    #[error("the page has {bytes} bytes, more than {MAX_MARKDOWN_BYTES}; split it")]
    TooLong {
        /// The length of the Markdown, in bytes.
        bytes: usize,
    },
    /// The tables of the page have too many cells, or are nested so often that their texts are too long.
    #[error("the tables of the page have more than {MAX_SLOTS} cells, or are nested too often; split the page")]
    TablesTooLarge,
    /// The search for approximate occurrences takes too long.
    #[error("the page repeats the text that is looked for too often; shorten one of them or allow fewer differences")]
    TooComplex,
    /// The test compares rendered formulas, and the page has no renderer.
    #[error("the test compares formulas as they are rendered, and no renderer was given")]
    NoRenderer,
    /// The page has too many formulas.
    #[error("the page has more than {MAX_FORMULAS} different formulas; split it")]
    TooManyFormulas,
    /// A formula has too many symbols.
    #[error("a formula has more than {MAX_SYMBOLS} symbols; split it")]
    FormulaTooLong,
    /// The search for counterparts of the symbols takes too long.
    #[error("two formulas have too many equal symbols to be compared; shorten the formula of the test")]
    TooManyAssignments,
}
