//! Errors of vocabularies and tables of vectors.

use std::fmt;

/// The reason why a vocabulary or a table of vectors cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableError {
    /// The file is not in the expected format.
    Format {
        /// The kind of file.
        file: &'static str,
        /// The byte or line where reading stopped, if known.
        at: Option<usize>,
        /// A description of the problem.
        problem: String,
    },
    /// The file was written by another version.
    Version {
        /// The kind of file.
        file: &'static str,
        /// The version of the file.
        found: u16,
        /// The version that can be read.
        expected: u16,
    },
    /// The file exceeds a limit.
    TooLarge {
        /// The kind of file.
        file: &'static str,
        /// The unit that exceeds the limit.
        what: &'static str,
        /// The number of units in the file.
        found: usize,
        /// The maximum number of units that are read.
        limit: usize,
    },
    /// The vocabulary and the vectors do not belong to the same model.
    Mismatch {
        /// The number of entries of the vocabulary.
        entries: usize,
        /// The number of rows of the table.
        rows: usize,
    },
}

impl TableError {
    pub(super) fn format(file: &'static str, at: impl Into<Option<usize>>, problem: impl Into<String>) -> Self {
        Self::Format {
            file,
            at: at.into(),
            problem: problem.into(),
        }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format { file, at, problem } => {
                write!(f, "the {file} cannot be read")?;
                if let Some(at) = at {
                    write!(f, " (at {at})")?;
                }
                write!(f, ": {problem}; is it the right file, and complete?")
            }
            Self::Version { file, found, expected } => {
                write!(
                    f,
                    "the {file} has version {found}, but version {expected} is needed; use the one that came with this program"
                )
            }
            Self::TooLarge {
                file,
                what,
                found,
                limit,
            } => write!(
                f,
                "the {file} has {found} {what} and at most {limit} are read; is it the right file?"
            ),
            Self::Mismatch { entries, rows } => write!(
                f,
                "the vocabulary has {entries} entries and the table of vectors {rows} rows; they are not of the same model"
            ),
        }
    }
}

impl std::error::Error for TableError {}
