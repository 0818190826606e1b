//! What was understood of the files, before anything runs: a value that can be looked at, corrected, kept and compared.

mod correction;
mod draft;
mod overview;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use texlens_vocabulary::Kind;

use crate::input::{FileId, ending};
use crate::mapping::Mapping;
use crate::notice::{Notice, Notices};
use crate::syntax::Syntax;

pub use correction::{Correction, CorrectionError, Role};
pub use draft::is_picture;
pub(crate) use draft::{Draft, picture, whole};
pub use overview::{Overview, SystemCount};

/// Samples, systems, what pairs with what, and what is left over. The same files and choices give the same plan.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Plan {
    /// All files, in the order of the listing.
    pub files: Vec<PlannedFile>,
    /// The layouts that were recognised, in the order they were looked for.
    pub layouts: Vec<Recognised>,
    /// In the order of the layouts, and within each in that of its list or of the names.
    pub samples: Vec<Sample>,
    /// By index in [`Prediction::system`].
    pub systems: Vec<String>,
    /// Files that nothing is done with, in their order.
    pub left_over: Vec<LeftOver>,
    /// What could not be used.
    pub notices: Notices,
    /// Saved evaluations, which the app opens as they are.
    pub reports: Vec<FileId>,
    /// The page images of those that are folders.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub report_images: BTreeMap<FileId, Vec<FileId>>,
    /// People's ratings of single samples, for [`read_ratings`](crate::read_ratings).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<FileId>,
    /// Files with records, and what their columns were taken for.
    pub tables: Vec<PlannedTable>,
}

/// A file as the plan shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedFile {
    /// Its path.
    pub path: Arc<str>,
    /// Its bytes, unpacked.
    pub size: u64,
}

/// A layout that was recognised.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recognised {
    /// Which.
    pub layout: Layout,
    /// The folder it fills; empty for the top.
    pub folder: String,
    /// The files that list its samples; none where names tell.
    pub lists: Vec<FileId>,
    /// How many samples it gave.
    pub samples: usize,
}

/// Ways to lay out samples and predictions in files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Layout {
    /// A folder with `manifest.jsonl`.
    Manifest,
    /// pdf-parse-bench.
    PdfParseBench,
    /// olmOCR-bench.
    OlmOcrBench,
    /// OmniDocBench.
    OmniDocBench,
    /// Saved evaluations.
    Report,
    /// Records in JSONL, JSON or CSV.
    Table,
    /// Files that belong together by their names.
    Names,
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Manifest => "dataset folder",
            Self::PdfParseBench => "pdf-parse-bench",
            Self::OlmOcrBench => "olmOCR-bench",
            Self::OmniDocBench => "OmniDocBench",
            Self::Report => "saved evaluation",
            Self::Table => "records",
            Self::Names => "files by name",
        })
    }
}

/// A unit of evaluation and where its parts are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Names it within the plan.
    pub id: String,
    /// What it is a sample of. A document of several pages is a sample for each page, or one if it is a PDF as a whole.
    pub kind: Kind,
    /// The document it is a page of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
    /// Its number in the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<u64>,
    /// What it looks like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<Picture>,
    /// What it should say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<Passage>,
    /// What systems say, by system.
    pub predictions: Vec<Prediction>,
    /// The unit tests it is judged by, in benchmarks that have such.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<Listed>,
    /// What else is known of it.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub tags: Map<String, Value>,
    /// The file and line that list it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed: Option<Listed>,
    /// Whether reference and prediction are told apart by nothing but the order in which they were given.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sides_by_order: bool,
    /// What is wrong with it alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Notice>,
}

impl Sample {
    /// A sample of which nothing is known yet.
    #[must_use]
    pub fn new(id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            kind: Kind::Page,
            document: None,
            page: None,
            image: None,
            reference: None,
            predictions: Vec::new(),
            tests: Vec::new(),
            tags: Map::new(),
            listed: None,
            sides_by_order: false,
            problems: Vec::new(),
        }
    }

    /// What a system says; none where it says nothing.
    #[must_use]
    pub fn prediction(&self, system: usize) -> Option<&Passage> {
        let mut predictions = self.predictions.iter();
        predictions
            .find(|prediction| prediction.system == system)
            .map(|prediction| &prediction.text)
    }
}

/// Where a sample is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// The file.
    pub file: FileId,
    /// The line, from 1.
    pub line: usize,
}

/// What a system says of a sample.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prediction {
    /// Index in [`Plan::systems`].
    pub system: usize,
    /// Its text.
    pub text: Passage,
}

/// A picture of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// An image, or a document.
    pub file: FileId,
    /// The page of the document, from 1; none for an image, and for all pages of a document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
}

/// A text: where it stands, and what it is written in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// The file.
    pub file: FileId,
    /// The part of it.
    #[serde(default, skip_serializing_if = "Part::is_whole")]
    pub part: Part,
    /// The language.
    pub syntax: Syntax,
}

/// A part of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// All of it.
    #[default]
    Whole,
    /// A field of a record.
    Field {
        /// Bytes of the record in the file's text.
        record: Range<usize>,
        /// The line of the record, from 1.
        line: usize,
        /// The field, as a JSON pointer (RFC 6901).
        pointer: Arc<str>,
    },
    /// A page that is put together from the elements of its annotation.
    Assembled {
        /// How.
        by: Assembly,
        /// Bytes of its record in the file's text, and the line; none if the annotation fills the file.
        record: Option<(Range<usize>, usize)>,
    },
}

/// Annotations that pages are put together from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Assembly {
    /// A page of OmniDocBench, by its elements in reading order.
    OmniDocBench,
    /// A page of pdf-parse-bench, by its segments.
    PdfParseBench,
}

impl Part {
    fn is_whole(&self) -> bool {
        *self == Self::Whole
    }

    /// The line it begins in, where it is not all of the file.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Field { line, .. } => Some(*line),
            Self::Assembled { record, .. } => record.as_ref().map(|(_, line)| *line),
            Self::Whole => None,
        }
    }
}

/// A file that nothing is done with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOver {
    /// The file.
    pub file: FileId,
    /// Why.
    pub why: Why,
}

/// Why nothing is done with a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// No other file has its name.
    #[error("no page or reference has this name; rename it, or say where it belongs")]
    NoPartner,
    /// Several samples could be meant.
    #[error(
        "it could belong to {first} or to {second}; put it into a folder of the same name, or say where it belongs"
    )]
    Ambiguous {
        /// One of them.
        first: String,
        /// Another.
        second: String,
    },
    /// The place where it belongs is taken.
    #[error("{id} has one already")]
    Taken {
        /// The sample.
        id: String,
    },
    /// There are too many systems.
    #[error("there are more than {limit} systems, and it is of another; put it into a folder of a system")]
    TooManySystems {
        /// How many there are at most.
        limit: usize,
    },
    /// A format that is not read.
    #[error("texlens does not read this kind of file")]
    NotRead,
    /// A list without texts.
    #[error("no column with a text to compare was found among {columns}; name the columns by hand if there is one")]
    NoTexts {
        /// Those there are.
        columns: String,
    },
    /// No list.
    #[error("holds no records: {detail}")]
    NoRecords {
        /// What is there instead.
        detail: String,
    },
    /// A list that could not be read; a notice says why.
    #[error("it could not be read; see the notices")]
    Unusable,
    /// Part of a benchmark that is not needed to score.
    #[error("part of the benchmark that is not needed")]
    NotNeeded,
    /// A person said so.
    #[error("left out by hand")]
    ByHand,
}

/// A file with records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedTable {
    /// The file.
    pub file: FileId,
    /// Its records.
    pub records: usize,
    /// Its columns, as JSON pointers: in their order in CSV, else by name.
    pub columns: Vec<String>,
    /// What they were taken for.
    pub mapping: Mapping,
}

impl Plan {
    /// The path of a file.
    #[must_use]
    pub fn path(&self, file: FileId) -> &str {
        self.files.get(file.index()).map_or("", |file| &file.path)
    }

    /// The PDF files that are brought whole, each once: how many pages they have says what they are samples of.
    pub fn uncounted(&self) -> impl Iterator<Item = FileId> {
        let images = self.samples.iter().filter_map(|sample| sample.image.as_ref());
        let whole = images.filter(|image| image.page.is_none() && ending(self.path(image.file)) == "pdf");
        whole.map(|image| image.file).collect::<BTreeSet<_>>().into_iter()
    }

    /// Takes over how many pages a PDF file has: one is the picture of its sample; several make the sample a document.
    pub fn count(&mut self, file: FileId, pages: u32) {
        for sample in &mut self.samples {
            let Some(image) = sample
                .image
                .as_mut()
                .filter(|image| image.file == file && image.page.is_none())
            else {
                continue;
            };
            if pages == 1 {
                image.page = Some(1);
            } else if sample.kind == Kind::Page {
                sample.kind = Kind::Document;
            }
        }
    }

    /// Whether something that was brought, or named in a list, could not be used.
    #[must_use]
    pub fn is_lossy(&self) -> bool {
        let mut of_samples = self.samples.iter().flat_map(|sample| &sample.problems);
        self.notices.has_losses() || of_samples.any(|notice| notice.problem.is_loss())
    }

    /// Whether there is nothing to evaluate or to open.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty() && self.reports.is_empty() && self.ratings.is_empty()
    }
}
