//! Errors of vocabularies and tables of vectors.

/// The reason why a vocabulary or a table of vectors cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The file is not in the expected format.
    #[error("the {file} cannot be read{}: {problem}; is it the right file, and complete?", place(*.at))]
    Format {
        /// The kind of file.
        file: &'static str,
        /// The byte or line where reading stopped, if known.
        at: Option<usize>,
        /// A description of the problem.
        problem: String,
    },
    /// The file was written by another version.
    #[error(
        "the {file} has version {found}, but version {expected} is needed; use the one that came with this program"
    )]
    Version {
        /// The kind of file.
        file: &'static str,
        /// The version of the file.
        found: u16,
        /// The version that can be read.
        expected: u16,
    },
    /// The file exceeds a limit.
    #[error("the {file} has {found} {what} and at most {limit} are read; is it the right file?")]
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
    /// The file asks for a feature that texlens does not have.
    #[error(
        "the {file} has {field} = {found}, and only {needed} can be used; is it the tokenizer.json of TeXBLEU, or one of the same kind?"
    )]
    Unsupported {
        /// The kind of file.
        file: &'static str,
        /// The field of the file, with the fields that contain it.
        field: String,
        /// The value of the field.
        found: String,
        /// The values that can be used.
        needed: &'static str,
    },
    /// The vocabulary and the vectors do not belong to the same model.
    #[error(
        "the vocabulary has {entries} entries and the table of vectors {rows} rows; they are not of the same model"
    )]
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

    /// Returns `found`, unless it is over the limit.
    pub(super) fn within(file: &'static str, what: &'static str, found: usize, limit: usize) -> Result<usize, Self> {
        if found <= limit {
            return Ok(found);
        }
        Err(Self::TooLarge {
            file,
            what,
            found,
            limit,
        })
    }
}

fn place(at: Option<usize>) -> String {
    at.map_or_else(String::new, |at| format!(" (at {at})"))
}
