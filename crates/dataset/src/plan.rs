//! The plan of an import, made before anything runs: a value that can be inspected, corrected, stored and compared.

mod candidate;
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
use crate::parsers::Parser;
use crate::syntax::Syntax;

pub(crate) use candidate::{Candidate, Output, whole};
pub use correction::{Correction, CorrectionError, Role};
pub use draft::is_picture;
pub(crate) use draft::{Draft, picture};
pub use overview::{Overview, Scored, SystemCount};

/// The result of recognition: samples, systems, pairs, and files left over. The same files and choices give the same
/// plan.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Plan {
    /// All files, in the order of the listing.
    pub files: Vec<PlannedFile>,
    /// The layouts that were recognised, in the order of their recognition.
    pub layouts: Vec<Recognised>,
    /// The samples in the order of the layouts; within a layout, in the order of its list or of the names.
    pub samples: Vec<Sample>,
    /// Names of the systems, by the index in [`Prediction::system`].
    pub systems: Vec<String>,
    /// Files that are not used, in the order of the listing.
    pub left_over: Vec<LeftOver>,
    /// Problems with the input.
    pub notices: Notices,
    /// Saved evaluations, which the app opens directly.
    pub reports: Vec<FileId>,
    /// The page images of those saved evaluations that are folders.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub report_images: BTreeMap<FileId, Vec<FileId>>,
    /// People's ratings of single items, for [`read_ratings`](crate::read_ratings).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<FileId>,
    /// Files with records, and the meaning assigned to their columns.
    pub tables: Vec<PlannedTable>,
    /// Files that are the output of a document parser for one document.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub outputs: BTreeMap<FileId, Parser>,
}

/// A file in a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedFile {
    /// Path of the file.
    pub path: Arc<str>,
    /// Unpacked size, in bytes.
    pub size: u64,
}

/// A layout that was recognised.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recognised {
    /// The layout.
    pub layout: Layout,
    /// The folder that the layout fills; empty for the top level.
    pub folder: String,
    /// The files that list its samples; empty if names determine the samples.
    pub lists: Vec<FileId>,
    /// Number of samples of the layout.
    pub samples: usize,
}

/// A way to arrange samples and predictions in files.
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
    /// Files that their names group together.
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

/// A unit of evaluation, with the location of its parts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// The id of the sample, unique within the plan.
    pub id: String,
    /// The kind of the sample. Each page of a document is a sample; a PDF as a whole is one sample.
    pub kind: Kind,
    /// The document to which the page belongs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
    /// The page number in the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<u64>,
    /// The picture of the sample.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<Picture>,
    /// The reference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<Passage>,
    /// The predictions, by system.
    pub predictions: Vec<Prediction>,
    /// Further predictions of systems that answered several times, in the order of their numbers. Only unit tests use
    /// them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repeats: Vec<Prediction>,
    /// The unit tests of the sample, in benchmarks with unit tests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<Listed>,
    /// The document for whose first page, this sample, olmOCR-bench adds a test, since the document has none of the
    /// type `baseline`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline_of: Option<String>,
    /// Further information about the sample.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub tags: Map<String, Value>,
    /// The file and line that list the sample.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed: Option<Listed>,
    /// Whether only the order in which they were given distinguishes reference and prediction.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sides_by_order: bool,
    /// Problems with this sample alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Notice>,
}

impl Sample {
    /// Returns a sample with an id and no other information.
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
            repeats: Vec::new(),
            tests: Vec::new(),
            baseline_of: None,
            tags: Map::new(),
            listed: None,
            sides_by_order: false,
            problems: Vec::new(),
        }
    }

    /// Reports whether unit tests judge the sample.
    #[must_use]
    pub fn is_tested(&self) -> bool {
        !self.tests.is_empty() || self.baseline_of.is_some()
    }

    /// Returns all predictions of a system, the first repeat first.
    pub fn repeats_of(&self, system: usize) -> impl Iterator<Item = &Passage> {
        let all = self.predictions.iter().chain(&self.repeats);
        all.filter(move |prediction| prediction.system == system)
            .map(|prediction| &prediction.text)
    }

    /// Returns the prediction of a system, or `None` if there is none.
    #[must_use]
    pub fn prediction(&self, system: usize) -> Option<&Passage> {
        let mut predictions = self.predictions.iter();
        predictions
            .find(|prediction| prediction.system == system)
            .map(|prediction| &prediction.text)
    }
}

/// The place where a sample is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// The file.
    pub file: FileId,
    /// The line, from 1.
    pub line: usize,
}

/// The prediction of a system for a sample.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prediction {
    /// Index in [`Plan::systems`].
    pub system: usize,
    /// The text of the prediction.
    pub text: Passage,
}

/// A picture of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// The file, which is an image or a document.
    pub file: FileId,
    /// The page of the document, from 1; `None` for an image and for all pages of a document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
}

/// The location of a text, and its language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// The file.
    pub file: FileId,
    /// The part of the file.
    #[serde(default, skip_serializing_if = "Part::is_whole")]
    pub part: Part,
    /// The language of the text.
    pub syntax: Syntax,
}

impl Passage {
    /// Returns the file if the text fills it, so that it can be given to another sample as a whole.
    #[must_use]
    pub fn whole_file(&self) -> Option<FileId> {
        let is_whole = matches!(
            self.part,
            Part::Whole
                | Part::Parsed {
                    record: None,
                    page: None,
                    ..
                }
        );
        is_whole.then_some(self.file)
    }
}

/// A part of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The whole file.
    #[default]
    Whole,
    /// A field of a record.
    Field {
        /// Byte range of the record in the file's text.
        record: Range<usize>,
        /// The line of the record, from 1.
        line: usize,
        /// The field, as a JSON pointer (RFC 6901).
        pointer: Arc<str>,
    },
    /// A page that is assembled from the elements of its annotation.
    Assembled {
        /// The method of assembly.
        by: Assembly,
        /// Byte range of the record in the file's text, and its line; `None` if the annotation fills the file.
        record: Option<(Range<usize>, usize)>,
    },
    /// The output of a document parser, or a page of it.
    Parsed {
        /// The parser.
        by: Parser,
        /// Byte range of the record in the file's text, and its line; `None` if the output fills the file.
        record: Option<(Range<usize>, usize)>,
        /// The number of the page, from 1; `None` for all pages.
        page: Option<u64>,
    },
}

/// A kind of annotation from which pages are assembled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Assembly {
    /// A page of OmniDocBench, assembled from its elements in reading order.
    OmniDocBench,
    /// A page of pdf-parse-bench, assembled from its segments.
    PdfParseBench,
}

impl Part {
    fn is_whole(&self) -> bool {
        *self == Self::Whole
    }

    /// Returns the line in which the part begins, or `None` for the whole file.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Field { line, .. } => Some(*line),
            Self::Assembled { record, .. } | Self::Parsed { record, .. } => record.as_ref().map(|(_, line)| *line),
            Self::Whole => None,
        }
    }
}

/// A file that is not used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOver {
    /// The file.
    pub file: FileId,
    /// The reason.
    pub why: Why,
}

/// The reason why a file is not used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// No other file has a matching name.
    #[error("no page or reference has this name; rename it, or say where it belongs")]
    NoPartner,
    /// The file could belong to several samples.
    #[error(
        "it could belong to {first} or to {second}; put it into a folder of the same name, or say where it belongs"
    )]
    Ambiguous {
        /// One of the samples.
        first: String,
        /// Another of the samples.
        second: String,
    },
    /// The sample already has such a file.
    #[error("{id} has one already")]
    Taken {
        /// The sample.
        id: String,
    },
    /// There are too many systems.
    #[error(
        "there are more than {limit} systems, and this file belongs to another one; put it into the folder of a system"
    )]
    TooManySystems {
        /// The maximum number of systems.
        limit: usize,
    },
    /// texlens does not read the format.
    #[error("texlens does not read this kind of file")]
    NotRead,
    /// A list has no column with texts.
    #[error("no column with a text to compare was found among {columns}; name the columns by hand if there is one")]
    NoTexts {
        /// The columns found.
        columns: String,
    },
    /// The file holds no records.
    #[error("holds no records: {detail}")]
    NoRecords {
        /// The actual content of the file.
        detail: String,
    },
    /// The list could not be read; a notice gives the reason.
    #[error("it could not be read; see the notices")]
    Unusable,
    /// The file is part of a benchmark but is not needed for scoring.
    #[error("part of the benchmark that is not needed")]
    NotNeeded,
    /// A parser wrote the file beside its result: pictures cut out of pages, drawn layouts, metadata.
    #[error("a parser wrote it beside its result, and it is not needed")]
    ByProduct,
    /// A person excluded the file.
    #[error("left out by hand")]
    ByHand,
}

/// A file with records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedTable {
    /// The file.
    pub file: FileId,
    /// Number of records.
    pub records: usize,
    /// The columns as JSON pointers; in CSV in their order, otherwise by name.
    pub columns: Vec<String>,
    /// The meaning assigned to the columns.
    pub mapping: Mapping,
    /// The columns whose meaning is a guess that a person should check.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guessed: Vec<String>,
}

impl Plan {
    /// Returns the path of a file.
    #[must_use]
    pub fn path(&self, file: FileId) -> &str {
        self.files.get(file.index()).map_or("", |file| &file.path)
    }

    /// Returns a whole file as a text, in the form that the plan has recognised.
    pub(crate) fn text(&self, file: FileId) -> Passage {
        match self.outputs.get(&file) {
            Some(&by) => Passage {
                file,
                part: Part::Parsed {
                    by,
                    record: None,
                    page: None,
                },
                syntax: Syntax::Latex,
            },
            None => whole(file, self.path(file)),
        }
    }

    /// Returns the PDF files that were imported as a whole, each once. Their number of pages determines the kind of
    /// their samples.
    pub fn uncounted(&self) -> impl Iterator<Item = FileId> {
        let images = self.samples.iter().filter_map(|sample| sample.image.as_ref());
        let whole = images.filter(|image| image.page.is_none() && ending(self.path(image.file)) == "pdf");
        whole.map(|image| image.file).collect::<BTreeSet<_>>().into_iter()
    }

    /// Records the pages of a PDF file that are used. A single page becomes the picture of its sample; several pages make
    /// the sample a document.
    pub fn count(&mut self, file: FileId, pages: &[u32]) {
        for sample in &mut self.samples {
            let Some(image) = sample
                .image
                .as_mut()
                .filter(|image| image.file == file && image.page.is_none())
            else {
                continue;
            };
            if let [only] = pages {
                image.page = Some(*only);
            } else if sample.kind == Kind::Page {
                sample.kind = Kind::Document;
            }
        }
    }

    /// Reports whether anything that was imported, or named in a list, could not be used.
    #[must_use]
    pub fn is_lossy(&self) -> bool {
        let mut of_samples = self.samples.iter().flat_map(|sample| &sample.problems);
        self.notices.has_losses() || of_samples.any(|notice| notice.problem.is_loss())
    }

    /// Reports whether there is nothing to evaluate or to open.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty() && self.reports.is_empty() && self.ratings.is_empty()
    }
}
