//! Why a table cannot be used.

use std::fmt;

/// Why a vocabulary or a table of vectors cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableError {
    /// It is not in the format it should be in.
    Format {
        /// Which file.
        file: &'static str,
        /// Byte or line where reading stopped, where that says something.
        at: Option<usize>,
        /// What is wrong.
        problem: String,
    },
    /// It was written by another version.
    Version {
        /// Which file.
        file: &'static str,
        /// Found in it.
        found: u16,
        /// The one that is read.
        expected: u16,
    },
    /// It is larger than anything that is expected.
    TooLarge {
        /// Which file.
        file: &'static str,
        /// What there is too much of.
        what: &'static str,
        /// How much there is.
        found: usize,
        /// At most so much is read.
        limit: usize,
    },
    /// Vocabulary and vectors do not belong together.
    Mismatch {
        /// Entries of the vocabulary.
        entries: usize,
        /// Rows of the table.
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
                    "the {file} has version {found} and version {expected} is read; use the one that came with this program"
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
