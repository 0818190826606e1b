//! Notices: problems with the input, with their place and advice.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::input::{ArchiveProblem, ReadError};

/// A problem with the input, with its place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Notice {
    /// Path of the file.
    pub path: String,
    /// Line or record in the file, from 1; `None` if the notice is about the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The problem, with advice.
    pub problem: Problem,
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            _ if self.path.is_empty() => self.problem.fmt(f),
            Some(line) => write!(f, "{} line {line}: {}", self.path, self.problem),
            None => write!(f, "{}: {}", self.path, self.problem),
        }
    }
}

/// A problem with the input. Its text includes advice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Problem {
    /// There are more files than the limit.
    #[error("there are more than {limit} files; the others are ignored. Import them in several parts")]
    TooManyFiles {
        /// The maximum number of files.
        limit: usize,
    },
    /// A name leads out of its folder, or has characters that no file name should have.
    #[error("the name {given:?} leads out of its folder or has control characters; it is read as shown here")]
    UnsafeName {
        /// The original name.
        given: String,
    },
    /// A path is over the limits.
    #[error("the path is too long or has too many folders; move the file up or give it a shorter name")]
    PathTooLong,
    /// A link leads out of the folder that a person named.
    #[error(
        "is a link to {target}, outside of {folder}, and is not followed. Copy the target into the folder, or name it on the command line"
    )]
    OutsideLink {
        /// The target of the link.
        target: String,
        /// The folder that was named.
        folder: String,
    },
    /// A link leads to a folder that is read in its own place. The folder may contain the link.
    #[error("is a link to the folder {target}, which is read once, under its own name")]
    FolderTwice {
        /// The target of the link.
        target: String,
    },
    /// The path is a pipe, a socket or a device.
    #[error("is a pipe, a socket or a device, and is not opened; save its output as a file")]
    NotAFile,
    /// A folder has more files and folders than the limit.
    #[error("has more than {limit} files and folders; the others are ignored. Name a smaller folder")]
    TooManyEntries {
        /// The maximum number of files and folders.
        limit: usize,
    },
    /// Folders are nested too deeply.
    #[error("is more than {limit} folders deep and is skipped; move it up, or name it directly")]
    FolderTooDeep {
        /// The maximum nesting depth of folders.
        limit: usize,
    },
    /// A second file has the same path.
    #[error("there is already a file with this path; this one is omitted. Rename it")]
    SamePath,
    /// An archive, or a file in an archive, cannot be unpacked.
    #[error(transparent)]
    Archive(#[from] ArchiveProblem),
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A Parquet or Arrow file, or some of its rows, cannot be read.
    #[error("{detail}")]
    Table {
        /// The reason, with advice.
        detail: String,
    },
    /// A record is not a JSON object.
    #[error("not a record: {detail}; it must be an object like {{\"id\": \"a/001\", \"reference\": \"a/001.tex\"}}")]
    NotARecord {
        /// The message of the parser, with the column.
        detail: String,
    },
    /// A file that should hold records holds none.
    #[error("holds no records: {detail}")]
    NoRecords {
        /// The actual content of the file.
        detail: String,
    },
    /// A record is over the limit.
    #[error("the record has {bytes} bytes, the limit is {limit}; split it into pages")]
    RecordTooLong {
        /// Length of the record, in bytes.
        bytes: usize,
        /// The maximum length, in bytes.
        limit: usize,
    },
    /// A file has more records than the limit.
    #[error("there are more than {limit} records; the others are not read. Split the file")]
    TooManyRecords {
        /// The maximum number of records.
        limit: usize,
    },
    /// A record has no id where ids are required.
    #[error("the id is empty; it names the page and its prediction")]
    NoId,
    /// An id is over the limits of paths.
    #[error("the id has {bytes} bytes or too many folders; it names files, so give the sample a shorter one")]
    IdTooLong {
        /// Length of the id, in bytes.
        bytes: usize,
    },
    /// A field has the wrong type.
    #[error("{field:?} is {found}, and must be {expected}")]
    WrongType {
        /// Name of the field.
        field: String,
        /// The type found.
        found: String,
        /// The type expected.
        expected: String,
    },
    /// An id occurs twice.
    #[error("the id {id:?} is in line {first} already; each id must name one sample")]
    DuplicateId {
        /// The id.
        id: String,
        /// The line of its first occurrence.
        first: usize,
    },
    /// A page of a document occurs twice.
    #[error("page {page} of {document:?} is in line {first} already")]
    DuplicatePage {
        /// The document.
        document: String,
        /// Number of the page.
        page: u64,
        /// The line of its first occurrence.
        first: usize,
    },
    /// A path in a file leads out of its folder.
    #[error("the {what} {path:?} would leave the folder; it must be relative, without `..`")]
    Escape {
        /// The role of the file at the path.
        what: What,
        /// The path as written.
        path: String,
    },
    /// A file that another file names does not exist.
    #[error("{what} {path} cannot be read: there is no such file")]
    NotThere {
        /// The role of the file.
        what: What,
        /// The path as written.
        path: String,
    },
    /// A sample has a second text for the same role.
    #[error("{id} already has a {what}; this one is omitted. Keep only one of them")]
    SecondText {
        /// The sample.
        id: String,
        /// The role of the text.
        what: String,
    },
    /// A file has more columns than the limit.
    #[error("there are more than {limit} columns; the others are ignored. Remove the columns that are not needed")]
    TooManyColumns {
        /// The maximum number of columns.
        limit: usize,
    },
    /// There are more samples than the limit.
    #[error("there are more than {limit} samples; the others are omitted. Split the dataset")]
    TooManySamples {
        /// The maximum number of samples.
        limit: usize,
    },
    /// There are more predictions than the limit.
    #[error("there are more than {limit} predictions; the others are omitted. Split the list")]
    TooManyPredictions {
        /// The maximum number of predictions.
        limit: usize,
    },
    /// The name of a system or a document is too long, perhaps a text.
    #[error("the name of the {what} has {bytes} bytes, the limit is {limit}; check which column names it")]
    NameTooLong {
        /// The kind of the named object.
        what: String,
        /// Length of the name, in bytes.
        bytes: usize,
        /// The maximum length, in bytes.
        limit: usize,
    },
    /// There are more systems than the limit.
    #[error("there are more than {limit} systems; the others are omitted. Check the column or folder that names them")]
    TooManySystems {
        /// The maximum number of systems.
        limit: usize,
    },
    /// No column holds a text to compare.
    #[error("no column with a text to compare was found among {columns}; name the columns by hand")]
    NoColumns {
        /// The columns found.
        columns: String,
    },
    /// Only part of the name of a column tells its meaning.
    #[error("the meaning of columns is a guess by their names: {columns}. Rename them if it is wrong")]
    GuessedColumns {
        /// The columns with their meanings.
        columns: String,
    },
    /// A document in a list belongs to no sample.
    #[error("a document is not used: {detail}")]
    NoPlace {
        /// The reason.
        detail: String,
    },
    /// The output of a parser has blocks of types that texlens does not know.
    #[error("the text of blocks of unknown types is kept as paragraphs: {types}")]
    UnknownBlocks {
        /// The types.
        types: String,
    },
    /// There are predictions but no reference.
    #[error(
        "no reference was found: add files such as p1.reference.tex or a folder named reference, or say which system is the reference"
    )]
    NoReference,
    /// There are references but no prediction.
    #[error("no prediction was found: add files such as p1.prediction.tex, or a folder of p1.tex for each system")]
    NoPrediction,
}

impl Problem {
    /// Reports whether the rest of a list is ignored because of this problem.
    pub(crate) fn ends_the_list(&self) -> bool {
        matches!(self, Self::TooManySamples { .. } | Self::TooManyPredictions { .. })
    }

    /// Reports whether something is omitted because of this problem.
    #[must_use]
    pub fn is_loss(&self) -> bool {
        !matches!(
            self,
            Self::UnsafeName { .. }
                | Self::FolderTwice { .. }
                | Self::UnknownBlocks { .. }
                | Self::GuessedColumns { .. }
                | Self::NoReference
                | Self::NoPrediction
        )
    }

    /// Reports whether a reference is missing because of this problem.
    #[must_use]
    pub fn is_of_reference(&self) -> bool {
        self.is_of(What::Reference)
    }

    /// Reports whether an image is missing because of this problem.
    #[must_use]
    pub fn is_of_image(&self) -> bool {
        self.is_of(What::Image)
    }

    fn is_of(&self, of: What) -> bool {
        matches!(self, Self::NotThere { what, .. } | Self::Escape { what, .. } if *what == of)
    }
}

/// Returns the start of a text for a message. A text from a list or an archive may have megabytes.
pub(crate) fn shown(text: &str) -> String {
    const LONGEST: usize = 200;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// The role of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// Names the sample.
    Id,
    /// The image of the page.
    Image,
    /// The reference.
    Reference,
    /// The prediction.
    Prediction,
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Id => "id",
            Self::Image => "image",
            Self::Reference => "reference",
            Self::Prediction => "prediction",
        })
    }
}

/// A list of notices, limited to a number that a person may read.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Notices {
    /// The first notices.
    pub list: Vec<Notice>,
    /// Number of further notices, which are not kept.
    pub more: usize,
}

impl Notices {
    /// Maximum number of notices that are kept individually.
    const KEPT: usize = 1000;

    /// Adds a notice.
    pub fn push(&mut self, path: &str, line: Option<usize>, problem: impl Into<Problem>) {
        if self.list.len() < Self::KEPT {
            self.list.push(Notice {
                path: path.to_owned(),
                line,
                problem: problem.into(),
            });
        } else {
            self.more += 1;
        }
    }

    /// Adds the notices of another list.
    pub fn extend(&mut self, other: &Self) {
        for notice in &other.list {
            self.push(&notice.path, notice.line, notice.problem.clone());
        }
        self.more += other.more;
    }

    /// Reports whether anything is omitted. Notices that are not kept count as omissions.
    #[must_use]
    pub fn has_losses(&self) -> bool {
        self.more > 0 || self.list.iter().any(|notice| notice.problem.is_loss())
    }

    /// Reports whether there are no notices.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
