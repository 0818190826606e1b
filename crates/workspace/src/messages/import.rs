//! Messages between the page and the worker that takes in what a person brought. Files travel as handles: their bytes stay where
//! the browser has them.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use texlens_blob::Blob;
use texlens_dataset::{Correction, FileId, Kind, Mapping, Overview, Recognised};

use crate::brought::{Brought, ImportId};
use crate::messages::Job;
use crate::messages::pdf::Pages;
use crate::picture::Pdf;

/// Page to worker. The worker has one import at a time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Another import begins; what there was of the one before is gone.
    Begin {
        /// Names it as long as the worker lives.
        job: Job,
        /// Names it for good.
        import: ImportId,
        /// What was put right in it, if it was interrupted.
        steps: Vec<Step>,
    },
    /// Some files; others may follow.
    Add {
        /// Names the import.
        job: Job,
        /// Where each was found, with `/` between folders.
        files: Vec<(String, Delivery)>,
    },
    /// The files that were called for, in the order of the call.
    Deliver {
        /// The import.
        job: Job,
        /// The files.
        files: Joined,
    },
    /// That is all: say what was understood of it.
    Plan {
        /// The import.
        job: Job,
    },
    /// What came of opening a PDF file.
    Opened {
        /// The import.
        job: Job,
        /// Which.
        file: FileId,
        /// The same.
        pdf: Pdf,
        /// Its pages, or why it is not read.
        pages: Result<Pages, String>,
    },
    /// Put something right.
    Amend {
        /// The import.
        job: Job,
        /// What.
        step: Step,
    },
    /// Take the last step back.
    TakeBack {
        /// The import.
        job: Job,
    },
    /// Say what stands in some rows.
    Show {
        /// The import.
        job: Job,
        /// Of which list.
        list: List,
        /// Which rows.
        rows: Range<usize>,
    },
    /// Hand over the next samples, or the first.
    Hand {
        /// The import.
        job: Job,
    },
}

/// Files one behind the other in one handle: to read many handles takes the browser four times as long.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Joined {
    /// The bytes of all of them.
    pub whole: Blob,
    /// How many bytes each of them has.
    pub sizes: Vec<u64>,
}

impl Joined {
    /// Joins files. Nothing is read yet.
    #[must_use]
    pub fn of(files: &[Blob]) -> Self {
        Self {
            whole: Blob::joined(files.iter()),
            sizes: files.iter().map(Blob::size).collect(),
        }
    }
}

/// How the worker gets a file. To send one, the browser looks at it on the disk while the page waits, so that thousands are sent only
/// when they are to be read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// Here it is.
    Here(Blob),
    /// It is called for by this number.
    OnCall(usize),
    /// Not at all: the browser refuses it.
    Refused,
}

impl Delivery {
    /// The file, if it is here.
    #[must_use]
    pub fn file(&self) -> Option<&Blob> {
        match self {
            Self::Here(file) => Some(file),
            Self::OnCall(_) | Self::Refused => None,
        }
    }
}

/// What a person puts right at a time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Where files belong, and what systems are called.
    Corrections(Vec<Correction>),
    /// What the columns of a list mean.
    Columns {
        /// Path of the list.
        path: String,
        /// Their meaning.
        mapping: Mapping,
    },
}

/// A list that is shown in rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum List {
    /// Samples.
    Samples,
    /// Files that nothing is done with.
    LeftOver,
}

/// Worker to page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Files were looked at.
    Listed {
        /// The import.
        job: Job,
        /// How many there are by now, those in archives included.
        files: usize,
    },
    /// Files are to be delivered. There is one call at a time.
    Called {
        /// The import.
        job: Job,
        /// Their numbers.
        numbers: Vec<usize>,
    },
    /// A PDF file is to be opened by the page: what it is a sample of depends on its pages.
    Opening {
        /// The import.
        job: Job,
        /// Which.
        file: FileId,
        /// The same.
        pdf: Pdf,
        /// How many were opened.
        done: usize,
        /// In all.
        total: usize,
    },
    /// What was understood, at first and after every step.
    Planned {
        /// The import.
        job: Job,
        /// All of it in a few words and numbers.
        summary: Summary,
        /// What is put right in it.
        steps: Vec<Step>,
        /// Why a step was not made, or earlier ones had to be given up.
        refused: Option<String>,
    },
    /// Rows of a list.
    Rows {
        /// The import.
        job: Job,
        /// Which list, and what stands there.
        rows: Rows,
    },
    /// Samples are handed over. The next ones follow when the page asks for them.
    Handed {
        /// The import.
        job: Job,
        /// Names it for good.
        import: ImportId,
        /// What comes.
        brought: Brought,
        /// Samples and saved evaluations so far.
        done: usize,
        /// In all.
        total: usize,
    },
    /// Something was asked that cannot be, or the worker does not come up.
    Failed {
        /// The import.
        job: Option<Job>,
        /// What went wrong and what to do.
        message: String,
    },
    /// Sent by the page's own handle: the worker died and was started again; what it had is lost.
    Restarted {
        /// Why.
        message: String,
        /// The imports that were not finished.
        lost: Vec<Job>,
    },
}

/// What was understood.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Summary {
    /// Counts plans: rows of an earlier one are out of date.
    pub revision: u32,
    /// In numbers.
    pub overview: Overview,
    /// The folder that everything is in, which paths are shown without; empty if there is none.
    pub root: String,
    /// The layouts that were recognised.
    pub layouts: Vec<Recognised>,
    /// Pages that no system says anything of, which the built-in OCR would read.
    pub to_read: usize,
    /// The PDF files of several pages among the samples.
    pub pdfs: PdfCount,
    /// What could not be used, with its place and advice.
    pub notices: Vec<String>,
    /// How many more there were.
    pub more_notices: usize,
    /// Lists and what their columns were taken for.
    pub tables: Vec<TableView>,
    /// Steps that can be taken back.
    pub steps: usize,
    /// Whether there is nothing that a person would have to look at first.
    pub is_plain: bool,
}

/// PDF files that are samples as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PdfCount {
    /// Those of several pages.
    pub documents: usize,
    /// Their pages.
    pub pages: usize,
}

/// A list with its first records.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct TableView {
    /// Its path.
    pub path: String,
    /// Its records.
    pub records: usize,
    /// Its columns, as JSON pointers.
    pub columns: Vec<String>,
    /// What they mean.
    pub mapping: Mapping,
    /// What stands in the columns of the first records, cut short.
    pub rows: Vec<Vec<String>>,
}

/// Some rows of a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rows {
    /// Samples.
    Samples(Window<SampleRow>),
    /// Files that nothing is done with.
    LeftOver(Window<LeftOverRow>),
}

/// A part of a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Window<T> {
    /// The plan that it is of.
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
    /// The row at this place of the list, if it is here and of this plan.
    #[must_use]
    pub fn get(&self, revision: u32, index: usize) -> Option<&T> {
        let place = index.checked_sub(self.start)?;
        self.rows.get(place).filter(|_| self.revision == revision)
    }
}

/// A sample as the sheet shows it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SampleRow {
    /// Its id.
    pub id: String,
    /// What it is a sample of.
    pub kind: Kind,
    /// The document it is a page of, and its number.
    pub page: Option<(String, Option<u64>)>,
    /// How many pages it has, if that is a PDF of several.
    pub pages: Option<usize>,
    /// What it looks like.
    pub image: Option<Place>,
    /// What it should say.
    pub reference: Option<Place>,
    /// What systems say: index in [`Overview::systems`], and where.
    pub predictions: Vec<(usize, Place)>,
    /// What is wrong with it.
    pub problems: Vec<String>,
}

/// Where a text or picture is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// The file, if it fills it: then it can be given another place.
    pub file: Option<FileId>,
    /// Path and line, without the folder that everything is in.
    pub path: String,
}

/// A file that nothing is done with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LeftOverRow {
    /// The file.
    pub file: FileId,
    /// Its path, without the folder that everything is in.
    pub path: String,
    /// Why.
    pub why: String,
    /// What it can be.
    pub nature: Nature,
}

/// What a file can be, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Nature {
    /// An image or a document.
    Picture,
    /// A text.
    Text,
    /// Nothing that is read.
    Other,
}
