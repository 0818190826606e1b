//! Messages between the main thread and the worker that imports files. Files travel as handles; their bytes stay where
//! the browser has them.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use texlens_blob::Blob;
use texlens_dataset::{
    Correction, FileId, Kind, KnownSamples, Mapping, Overview, PageRange, PageRangeError, Recognised,
};

use super::frame::Job;
use crate::brought::{Brought, ImportId};
use crate::messages::pdf::Pages;
use crate::picture::Pdf;

/// A message to the worker, which handles one import at a time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Starts another import and drops the previous one.
    Begin {
        /// The id of the import as long as the worker lives.
        job: Job,
        /// The permanent id of the import.
        import: ImportId,
        /// The steps that were already made, if the import was interrupted.
        steps: Vec<Step>,
        /// How texts are read.
        texts: TextChoices,
    },
    /// Adds files. More may follow.
    Add {
        /// The id of the import.
        job: Job,
        /// The path where each file was found, with `/` between folders.
        files: Vec<(String, Delivery)>,
    },
    /// Delivers the requested files, in the order of the request.
    Deliver {
        /// The id of the import.
        job: Job,
        /// The files.
        files: Joined,
    },
    /// Asks for the plan: all files were added.
    Plan {
        /// The id of the import.
        job: Job,
        /// The samples that exist, to which texts may belong.
        known: KnownSamples,
    },
    /// Delivers the result of opening a PDF file.
    Opened {
        /// The id of the import.
        job: Job,
        /// The id of the file.
        file: FileId,
        /// The file.
        pdf: Pdf,
        /// The pages, or the reason why the file is not used.
        pages: Result<Pages, String>,
    },
    /// Applies a step.
    Amend {
        /// The id of the import.
        job: Job,
        /// The step.
        step: Step,
    },
    /// Undoes the last step.
    TakeBack {
        /// The id of the import.
        job: Job,
    },
    /// Asks for rows of a list.
    Show {
        /// The id of the import.
        job: Job,
        /// The list.
        list: List,
        /// The range of rows.
        rows: Range<usize>,
    },
    /// Asks for the next samples.
    Hand {
        /// The id of the import.
        job: Job,
    },
}

/// Files concatenated in one handle, because browsers take four times as long to read many handles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Joined {
    /// The bytes of all files.
    pub whole: Blob,
    /// The number of bytes of each file.
    pub sizes: Vec<u64>,
}

impl Joined {
    /// Concatenates files without reading them.
    #[must_use]
    pub fn of(files: &[Blob]) -> Self {
        Self {
            whole: Blob::joined(files.iter()),
            sizes: files.iter().map(Blob::size).collect(),
        }
    }
}

/// The way in which the worker gets a file. To send a file, the browser looks it up on the disk and blocks the main
/// thread. Thousands of files are therefore sent only when they are to be read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// The file is sent with this message.
    Here(Blob),
    /// The worker requests the file by this number.
    OnCall(usize),
    /// The file is not sent, because the browser denies access to it.
    Refused,
}

impl Delivery {
    /// Returns the file, if it was sent.
    #[must_use]
    pub fn file(&self) -> Option<&Blob> {
        match self {
            Self::Here(file) => Some(file),
            Self::OnCall(_) | Self::Refused => None,
        }
    }
}

/// How the texts of an import are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TextChoices {
    /// Whether the fences and remarks around the LaTeX of answers stay.
    pub whole_answers: bool,
}

/// A step that a person makes in the import dialog.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Changes the roles of files or the names of systems.
    Corrections(Vec<Correction>),
    /// Sets the meaning of a list's columns.
    Columns {
        /// The path of the list.
        path: String,
        /// The meaning of the columns.
        mapping: Mapping,
    },
    /// Chooses pages of a PDF file.
    Pages {
        /// The path of the file.
        path: String,
        /// The pages as the person wrote them; empty for all.
        pages: String,
    },
    /// Reads texts that are not Unicode as Latin-1.
    Latin1 {
        /// The path of the file; `None` for all files.
        path: Option<String>,
    },
}

/// A list that is shown in rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum List {
    /// Samples.
    Samples,
    /// Unused files.
    LeftOver,
}

/// A message from the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Files were listed.
    Listed {
        /// The id of the import.
        job: Job,
        /// Number of files so far, including those in archives.
        files: usize,
    },
    /// Requests files. There is one request at a time.
    Called {
        /// The id of the import.
        job: Job,
        /// The numbers of the files.
        numbers: Vec<usize>,
    },
    /// Asks the main thread to open a PDF file, because the samples in it depend on its pages.
    Opening {
        /// The id of the import.
        job: Job,
        /// The id of the file.
        file: FileId,
        /// The file.
        pdf: Pdf,
        /// Number of opened files.
        done: usize,
        /// Number of all files to open.
        total: usize,
    },
    /// A plan was made, at first or after a step.
    Planned {
        /// The id of the import.
        job: Job,
        /// A summary of the plan.
        summary: Box<Summary>,
        /// The steps in the plan.
        steps: Vec<Step>,
        /// The reason why a step was refused, or earlier steps were dropped.
        refused: Option<String>,
    },
    /// Rows of a list.
    Rows {
        /// The id of the import.
        job: Job,
        /// The rows.
        rows: Rows,
    },
    /// Samples are handed over. The main thread asks for the next ones.
    Handed {
        /// The id of the import.
        job: Job,
        /// The permanent id of the import.
        import: ImportId,
        /// The samples.
        brought: Brought,
        /// Number of items handed over so far.
        done: usize,
        /// Number of all items.
        total: usize,
    },
}

/// A summary of a plan.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Summary {
    /// Number of the plan. Rows of an earlier plan are out of date.
    pub revision: u32,
    /// The numbers of samples, systems and files.
    pub overview: Overview,
    /// The folder that contains all files, omitted from displayed paths; empty if there is none.
    pub root: String,
    /// The layouts that were recognised.
    pub layouts: Vec<Recognised>,
    /// Number of pages without predictions, which the built-in OCR would read.
    pub to_read: usize,
    /// Number of those pages that have a reference, so that they are scored then.
    pub read_and_scored: usize,
    /// The PDF files with several pages among the samples.
    pub pdfs: PdfCount,
    /// Problems with their place and advice.
    pub notices: Vec<String>,
    /// Number of problems that are not in `notices`.
    pub more_notices: usize,
    /// Lists with the meaning of their columns.
    pub tables: Vec<TableView>,
    /// Lists that are not Unicode.
    pub undecoded: Vec<UndecodedList>,
    /// Number of steps that can be undone.
    pub steps: usize,
    /// Whether the import needs no confirmation.
    pub is_plain: bool,
}

impl Summary {
    /// Returns whether the person has to say what the columns of a list mean: no reference or no prediction is known,
    /// or their meaning is a guess.
    #[must_use]
    pub fn needs_columns(&self) -> bool {
        let is_scored = self.overview.pairs + self.overview.tested + self.read_and_scored > 0;
        let has_open = |table: &TableView| !table.first_open_column().is_empty();
        let is_open = !is_scored && self.tables.iter().any(has_open);
        is_open || self.tables.iter().any(|table| !table.guessed.is_empty())
    }
}

/// A list that is not Unicode.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct UndecodedList {
    /// The path of the list.
    pub path: String,
    /// The first line that shows whether Latin-1 is right.
    pub line: String,
}

/// PDF files that are samples as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PdfCount {
    /// Number of files with several pages.
    pub documents: usize,
    /// Number of their pages.
    pub pages: usize,
}

/// A list with its first records.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct TableView {
    /// The path of the list.
    pub path: String,
    /// The number of records.
    pub records: usize,
    /// The columns, as JSON pointers.
    pub columns: Vec<String>,
    /// The meaning of the columns.
    pub mapping: Mapping,
    /// The first records, with truncated fields.
    pub rows: Vec<Vec<String>>,
    /// The columns whose meaning is a guess.
    #[serde(default)]
    pub guessed: Vec<String>,
}

impl TableView {
    /// Returns the column that a person should look at first: a guess, or else the first without a meaning. Empty if
    /// nothing is open.
    #[must_use]
    pub fn first_open_column(&self) -> &str {
        let Mapping {
            reference, predictions, ..
        } = &self.mapping;
        let has_meaning = |column: &String| self.mapping.columns().any(|(_, taken)| taken == column);
        let lacks = reference.is_none() || predictions.is_empty();
        let first = self.columns.iter().find(|column| lacks && !has_meaning(column));
        self.guessed.first().or(first).map_or("", String::as_str)
    }
}

/// Some rows of a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rows {
    /// Samples.
    Samples(Window<SampleRow>),
    /// Unused files.
    LeftOver(Window<LeftOverRow>),
}

/// A part of a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Window<T> {
    /// The number of the plan that the rows belong to.
    pub revision: u32,
    /// Index of the first row.
    pub start: usize,
    /// The rows.
    pub rows: Vec<T>,
}

impl<T> Default for Window<T> {
    fn default() -> Self {
        Self {
            revision: 0,
            start: 0,
            rows: Vec::new(),
        }
    }
}

impl<T> Window<T> {
    /// Returns the row at an index of the list, if it is in this window and belongs to this plan.
    #[must_use]
    pub fn get(&self, revision: u32, index: usize) -> Option<&T> {
        let place = index.checked_sub(self.start)?;
        self.rows.get(place).filter(|_| self.revision == revision)
    }
}

/// A sample in the import dialog.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SampleRow {
    /// The id of the sample.
    pub id: String,
    /// The kind of the sample.
    pub kind: Kind,
    /// The document that it is a page of, and the page number.
    pub page: Option<(String, Option<u64>)>,
    /// The number of pages, if the sample is a PDF file with several.
    pub pages: Option<usize>,
    /// The PDF file whose pages can be chosen.
    pub choice: Option<PageChoice>,
    /// The place of the image.
    pub image: Option<Place>,
    /// The place of the reference.
    pub reference: Option<Place>,
    /// The predictions: index in [`Overview::systems`], and place.
    pub predictions: Vec<(usize, Place)>,
    /// The problems of the sample.
    pub problems: Vec<String>,
}

/// The pages of a PDF file that are used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageChoice {
    /// The path of the file.
    pub path: String,
    /// The number of all its pages.
    pub all: u32,
    /// The chosen pages; `None` for all.
    pub chosen: Option<PageRange>,
}

impl PageChoice {
    /// Returns how many pages a choice as people write it has; an empty one has all.
    ///
    /// # Errors
    /// If the text is no choice of pages, or the file has none of them.
    pub fn check(&self, text: &str) -> Result<usize, PageRangeError> {
        match text.trim() {
            "" => Ok(self.all as usize),
            _ => Ok(text.parse::<PageRange>()?.of(self.all)?.len()),
        }
    }
}

/// The place of a text or image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// The file, if the text or image is the whole file. Only then can the file be moved.
    pub file: Option<FileId>,
    /// Path and line, without the folder that contains all files.
    pub path: String,
}

/// An unused file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LeftOverRow {
    /// The file.
    pub file: FileId,
    /// Its path, without the folder that contains all files.
    pub path: String,
    /// The reason why the file is not used.
    pub why: String,
    /// The possible use of the file.
    pub nature: Nature,
}

/// The possible use of a file, judged by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Nature {
    /// An image or a document.
    Picture,
    /// A text.
    Text,
    /// A file that is not read.
    Other,
}
