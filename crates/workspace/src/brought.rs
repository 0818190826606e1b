//! Imported data on its way into the list of samples.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use texlens_evaluate::{Credit, Evaluation, Kind, SystemVerdicts};

use crate::picture::Picture;

/// Samples, saved evaluations and ratings from an import, and the files that could not be used.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Brought {
    /// The samples, in list order.
    pub drafts: Vec<Draft>,
    /// Saved evaluations.
    pub reports: Vec<Report>,
    /// People's ratings of single samples.
    #[serde(default)]
    pub ratings: Vec<Ratings>,
    /// Files that could not be used.
    pub refusals: Vec<Refusal>,
    /// Texts around whose LaTeX something was removed.
    #[serde(default)]
    pub stripped: Vec<Stripped>,
}

/// A text around whose LaTeX fences and remarks were removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stripped {
    /// The path of the file, with the line of a list.
    pub name: String,
    /// The remarks that were removed; empty if it was only a fence.
    pub removed: Vec<String>,
}

/// A text that is not Unicode, as it would be in Latin-1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Undecoded {
    /// The first line that shows whether Latin-1 is right.
    pub line: String,
    /// The sample with this text alone.
    pub draft: Draft,
    /// The import that the text belongs to.
    pub import: Option<ImportId>,
}

/// Identifies an import among all imports that the browser has ever stored: its start time in milliseconds since 1970.
pub type ImportId = u64;

/// The position of a sample within an import. An import that starts again uses it to find out which samples already
/// exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// The id of the import.
    pub import: ImportId,
    /// Index of the sample, saved evaluation or file of ratings in the plan.
    pub index: u32,
    /// Number of the sample among those that the plan's item produces. Documents that are assembled from their pages
    /// count down from the maximum.
    pub part: u32,
}

impl Piece {
    /// Returns the position of one sample of an item, or `None` if the sample does not come from an import.
    #[must_use]
    pub fn nth(import: Option<ImportId>, index: u32, part: usize) -> Option<Self> {
        // Lists are limited to far fewer samples.
        let part = u32::try_from(part).unwrap_or(u32::MAX);
        import.map(|import| Self { import, index, part })
    }

    /// Returns the position of a page of this document. Page numbers start at 1.
    #[must_use]
    pub fn page(self, number: u64) -> Self {
        // Documents are limited to far fewer pages.
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        Self {
            part: self.part.saturating_add(number),
            ..self
        }
    }

    /// Returns the position of the document that is assembled from this page and others.
    #[must_use]
    pub fn document(self) -> Self {
        Self {
            part: !self.part,
            ..self
        }
    }
}

/// The data of one sample before it becomes one sample, or one sample for each system. At least one of image, sheets,
/// reference and predictions is present.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Draft {
    /// The name of the sample, without a system.
    pub name: String,
    /// The kind of the sample.
    pub kind: Kind,
    /// The name of the document that the sample belongs to.
    pub document: Option<String>,
    /// Whether the import has the whole document, so that it is listed with its pages.
    #[serde(default)]
    pub is_leaf: bool,
    /// The page number in the document.
    pub page: Option<u64>,
    /// The image of the page.
    pub image: Option<Picture>,
    /// The pages of a document given as a PDF file with several pages, in order.
    pub sheets: Vec<Picture>,
    /// The reference LaTeX.
    pub reference: Option<Text>,
    /// The predictions of the systems.
    pub predictions: Vec<Given>,
    /// Systems whose empty predictions stand for missing ones: they have predictions for other pages of the document.
    #[serde(default)]
    pub missing: Vec<String>,
    /// Whether the import may be another dataset with the same ids: a sample without a reference then joins none.
    #[serde(default)]
    pub is_of_dataset: bool,
    /// The verdicts of unit tests on the prediction of each system, present or missing.
    #[serde(default)]
    pub unit_tests: Vec<SystemVerdicts>,
    /// The tags of the sample.
    #[serde(default)]
    pub tags: BTreeMap<String, String>,
    /// The licence and origin, if known.
    #[serde(default)]
    pub credit: Option<Credit>,
    /// Index of the item in the plan, as in [`Piece`].
    #[serde(default)]
    pub index: u32,
    /// Whether only the order of the two texts tells reference and prediction apart.
    #[serde(default)]
    pub sides_by_order: bool,
}

impl Draft {
    /// Returns whether the draft has no image, sheets, reference or predictions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.image.is_none() && self.sheets.is_empty() && self.reference.is_none() && self.predictions.is_empty()
    }
}

/// A LaTeX text and its origin.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Text {
    /// The path of a file, or a phrase such as "pasted text".
    pub origin: String,
    /// The text.
    pub latex: String,
}

/// A system's prediction for a sample.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Given {
    /// The name of a sample with this prediction.
    pub name: String,
    /// The system.
    pub system: String,
    /// The predicted LaTeX.
    pub latex: String,
}

/// People's ratings from one file.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Ratings {
    /// The name of the file.
    pub name: String,
    /// The ratings, in the order of the file.
    pub ratings: Vec<Rated>,
}

/// One person's rating of a system's prediction for a sample.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rated {
    /// The case that the rating belongs to.
    pub id: String,
    /// The system; empty if the file names none.
    pub system: String,
    /// The person; empty if the file names none.
    pub rater: String,
    /// The rating: any finite number. Higher is better.
    pub rating: f64,
}

/// A saved evaluation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Report {
    /// The evaluation without its images.
    pub evaluation: Evaluation,
    /// The images of the samples, in their order.
    pub pictures: Vec<Option<Picture>>,
    /// Index of the item in the plan, as in [`Piece`].
    #[serde(default)]
    pub index: u32,
}

impl From<Evaluation> for Report {
    fn from(mut evaluation: Evaluation) -> Self {
        evaluation.hand_out_verdicts();
        let images = evaluation.samples.iter_mut().map(|sample| sample.image.take());
        Self {
            pictures: images.map(|image| image.map(Picture::from)).collect(),
            evaluation,
            index: 0,
        }
    }
}

/// A file that could not be used, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Refusal {
    /// The name of the file.
    pub name: String,
    /// A sentence that says what is wrong and what to do.
    pub reason: String,
    /// The text, if it may be Latin-1.
    #[serde(default)]
    pub latin1: Option<Box<Undecoded>>,
}

impl Refusal {
    /// Turns `reason` into a sentence.
    #[must_use]
    pub fn new(name: &str, reason: &str) -> Self {
        Self {
            name: name.to_owned(),
            reason: sentence(reason),
            latin1: None,
        }
    }
}

/// Capitalises the first letter and adds a full stop if there is none. An empty text stays empty.
#[must_use]
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let mut sentence: String = first.chain(letters).collect();
    if !sentence.is_empty() && !sentence.ends_with('.') {
        sentence.push('.');
    }
    sentence
}
