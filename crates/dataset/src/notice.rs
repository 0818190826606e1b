//! What could not be used, where, and what to do about it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::input::{ArchiveProblem, ReadError};

/// Something that could not be used as it is, and where.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Notice {
    /// Path of the file.
    pub path: String,
    /// Line or record in the file, from 1; none where it is about the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What is wrong and what to do.
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

/// What could not be used. Its text says what to do about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Problem {
    /// There are more files than are looked at.
    #[error("there are more than {limit} files; those after them are not looked at. Bring them in several parts")]
    TooManyFiles {
        /// How many are.
        limit: usize,
    },
    /// A name that would lead out of its folder, or has characters that no file should have.
    #[error("the name {given:?} leads out of its folder or has control characters; it is read as shown here")]
    UnsafeName {
        /// As it was.
        given: String,
    },
    /// A path over the limits.
    #[error("the path is too long or has too many folders; move the file up or give it a shorter name")]
    PathTooLong,
    /// A link that leads out of the folder that a person named.
    #[error(
        "is a link to {target}, outside of {folder}, and is not followed. Copy the target into the folder, or name it on the command line"
    )]
    OutsideLink {
        /// Where it leads.
        target: String,
        /// The folder that was named.
        folder: String,
    },
    /// A link to a folder that is read where it is, perhaps one around the link.
    #[error("is a link to the folder {target}, which is read once, under its own name")]
    FolderTwice {
        /// Where it leads.
        target: String,
    },
    /// A pipe, a socket or a device.
    #[error("is a pipe, a socket or a device, and is not opened; save what comes out of it as a file")]
    NotAFile,
    /// More files and folders than a folder is searched for.
    #[error("has more than {limit} files and folders; the others are not looked at. Name a smaller folder")]
    TooManyEntries {
        /// How many are looked at.
        limit: usize,
    },
    /// Folders within folders without end.
    #[error("is more than {limit} folders deep and is not looked into; move it up, or name it itself")]
    FolderTooDeep {
        /// How many folders there may be.
        limit: usize,
    },
    /// A second file of the same path.
    #[error("there is a file of this path already; this one is left out. Rename it")]
    SamePath,
    /// An archive or a file in it cannot be unpacked.
    #[error(transparent)]
    Archive(#[from] ArchiveProblem),
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A record that is no JSON object.
    #[error("not a record: {detail}; it must be an object like {{\"id\": \"a/001\", \"reference\": \"a/001.tex\"}}")]
    NotARecord {
        /// What the parser says, with the column.
        detail: String,
    },
    /// A file that should hold records and holds none.
    #[error("holds no records: {detail}")]
    NoRecords {
        /// What is there instead.
        detail: String,
    },
    /// A record over the limit.
    #[error("the record has {bytes} bytes, the most are {limit}; split it into pages")]
    RecordTooLong {
        /// Its length.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// More records than are read.
    #[error("there are more than {limit} records; those after them are not read. Split the file")]
    TooManyRecords {
        /// How many are read.
        limit: usize,
    },
    /// A record without an id where ids are needed.
    #[error("the id is empty; it names the page and its prediction")]
    NoId,
    /// An id over the limits of paths.
    #[error("the id has {bytes} bytes or too many folders; it names files, so give the sample a shorter one")]
    IdTooLong {
        /// Its length.
        bytes: usize,
    },
    /// A field of another type than it must be.
    #[error("{field:?} is {found}, and must be {expected}")]
    WrongType {
        /// Name of the field.
        field: String,
        /// What it is.
        found: String,
        /// What it must be.
        expected: String,
    },
    /// An id that occurs twice.
    #[error("the id {id:?} is in line {first} already; ids name one sample each")]
    DuplicateId {
        /// The id.
        id: String,
        /// Where it was first.
        first: usize,
    },
    /// A page of a document that occurs twice.
    #[error("page {page} of {document:?} is in line {first} already")]
    DuplicatePage {
        /// The document.
        document: String,
        /// Number of the page.
        page: u64,
        /// Where it was first.
        first: usize,
    },
    /// A path in a file that leads out of its folder.
    #[error("the {what} {path:?} would leave the folder; it must be relative, without `..`")]
    Escape {
        /// What the path is of.
        what: What,
        /// As it is written.
        path: String,
    },
    /// A file that another one names.
    #[error("{what} {path} cannot be read: there is no such file")]
    NotThere {
        /// What it would be.
        what: What,
        /// As it is written.
        path: String,
    },
    /// A second text for the same place.
    #[error("{id} has a {what} already; this one is left out. Say which is meant")]
    SecondText {
        /// The sample.
        id: String,
        /// What it would be.
        what: String,
    },
    /// More columns than are looked at.
    #[error("there are more than {limit} columns; the others are not looked at. Leave out those that are not needed")]
    TooManyColumns {
        /// How many are.
        limit: usize,
    },
    /// More samples than are kept.
    #[error("there are more than {limit} samples; those after them are left out. Split the dataset")]
    TooManySamples {
        /// How many are kept.
        limit: usize,
    },
    /// More predictions than are kept.
    #[error("there are more than {limit} predictions; those after them are left out. Split the list")]
    TooManyPredictions {
        /// How many are kept.
        limit: usize,
    },
    /// The name of a system or a document is a text.
    #[error("the name of the {what} has {bytes} bytes, the most are {limit}; check which column names it")]
    NameTooLong {
        /// What is named.
        what: String,
        /// Its length.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// More systems than are compared.
    #[error(
        "there are more than {limit} systems; those after them are left out. Check the column or folder that names them"
    )]
    TooManySystems {
        /// How many are.
        limit: usize,
    },
    /// No column says what to compare.
    #[error("no column with a text to compare was found among {columns}; name the columns by hand")]
    NoColumns {
        /// Those there are.
        columns: String,
    },
    /// Systems without anything to compare them with.
    #[error(
        "no reference was found: add files such as p1.reference.tex or a folder named reference, or say which system is the reference"
    )]
    NoReference,
    /// Nothing to compare with the references.
    #[error("no prediction was found: add files such as p1.prediction.tex, or a folder of p1.tex for each system")]
    NoPrediction,
}

impl Problem {
    /// Whether nothing more of a list is taken because of it.
    pub(crate) fn ends_the_list(&self) -> bool {
        matches!(self, Self::TooManySamples { .. } | Self::TooManyPredictions { .. })
    }

    /// Whether something is left out because of it.
    #[must_use]
    pub fn is_loss(&self) -> bool {
        !matches!(
            self,
            Self::UnsafeName { .. } | Self::FolderTwice { .. } | Self::NoReference | Self::NoPrediction
        )
    }

    /// Whether a reference is not there because of it.
    #[must_use]
    pub fn is_of_reference(&self) -> bool {
        self.is_of(What::Reference)
    }

    /// Whether an image is not there because of it.
    #[must_use]
    pub fn is_of_image(&self) -> bool {
        self.is_of(What::Image)
    }

    fn is_of(&self, of: What) -> bool {
        matches!(self, Self::NotThere { what, .. } | Self::Escape { what, .. } if *what == of)
    }
}

/// As much of a text as a person looks at in a message: what a list or an archive holds may have megabytes.
pub(crate) fn shown(text: &str) -> String {
    const LONGEST: usize = 200;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// What a file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// Names the sample.
    Id,
    /// The page's picture.
    Image,
    /// The text to compare with.
    Reference,
    /// The text that is compared.
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

/// Notices, up to a number that a person may read.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Notices {
    /// The first of them.
    pub list: Vec<Notice>,
    /// How many more there were.
    pub more: usize,
}

impl Notices {
    /// Notices that are kept one by one.
    const KEPT: usize = 1000;

    /// One more.
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

    /// Takes those of another list.
    pub fn extend(&mut self, other: &Self) {
        for notice in &other.list {
            self.push(&notice.path, notice.line, notice.problem.clone());
        }
        self.more += other.more;
    }

    /// Whether something is left out.
    #[must_use]
    pub fn has_losses(&self) -> bool {
        self.more > 0 || self.list.iter().any(|notice| notice.problem.is_loss())
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
