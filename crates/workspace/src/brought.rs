//! What a person brought, on its way into the list of samples.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use texlens_evaluate::{Evaluation, Kind};

use crate::picture::Picture;

/// Samples, saved evaluations, and what could not be used.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Brought {
    /// In the order in which they are to be listed.
    pub drafts: Vec<Draft>,
    /// Saved evaluations.
    pub reports: Vec<Report>,
    /// What people gave for single samples.
    #[serde(default)]
    pub ratings: Vec<Ratings>,
    /// Files that could not be used.
    pub refusals: Vec<Refusal>,
}

/// Names an import, among all that the browser has ever kept: milliseconds since 1970 when it began.
pub type ImportId = u64;

/// The place of a sample among what came of an import. An import that begins anew finds by it which samples are there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// The import.
    pub import: ImportId,
    /// Index of the sample, saved evaluation or file of ratings in the plan.
    pub index: u32,
    /// Which of the samples that come of it. Those of documents that are put together from their pages count down from the end.
    pub part: u32,
}

impl Piece {
    /// One of the samples that come of a piece of an import; none of what comes without one.
    #[must_use]
    pub fn nth(import: Option<ImportId>, index: u32, part: usize) -> Option<Self> {
        // The limits of lists are far below.
        let part = u32::try_from(part).unwrap_or(u32::MAX);
        import.map(|import| Self { import, index, part })
    }

    /// A page of the document that this is, by its number from 1.
    #[must_use]
    pub fn page(self, number: u64) -> Self {
        // The limits of documents are far below.
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        Self {
            part: self.part.saturating_add(number),
            ..self
        }
    }

    /// The document that is put together from this page and others.
    #[must_use]
    pub fn document(self) -> Self {
        Self {
            part: !self.part,
            ..self
        }
    }
}

/// What belongs to one sample, before it becomes one, or one for each system. At least one of image, sheets, reference and predictions
/// is there.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Draft {
    /// What it is to be called, without a system.
    pub name: String,
    /// What it is a sample of.
    pub kind: Kind,
    /// The document it is from.
    pub document: Option<String>,
    /// Whether all of the document is there, so that it is listed with its pages.
    #[serde(default)]
    pub is_leaf: bool,
    /// Its number there.
    pub page: Option<u64>,
    /// The page.
    pub image: Option<Picture>,
    /// The pages of a document that is a PDF of several, in their order.
    pub sheets: Vec<Picture>,
    /// Reference LaTeX.
    pub reference: Option<Text>,
    /// What systems say.
    pub predictions: Vec<Given>,
    /// What is known of it besides, as words.
    #[serde(default)]
    pub tags: BTreeMap<String, String>,
    /// Its index in the plan, as in [`Piece`].
    #[serde(default)]
    pub index: u32,
    /// Whether reference and prediction are told apart by nothing but the order in which they were given.
    #[serde(default)]
    pub sides_by_order: bool,
}

impl Draft {
    /// Whether nothing is there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.image.is_none() && self.sheets.is_empty() && self.reference.is_none() && self.predictions.is_empty()
    }
}

/// A LaTeX text and where it came from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Text {
    /// Path of a file, or a phrase such as "pasted text".
    pub origin: String,
    /// The text.
    pub latex: String,
}

/// What a system says of a sample.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Given {
    /// What a sample with this prediction is to be called.
    pub name: String,
    /// The system.
    pub system: String,
    /// Its LaTeX.
    pub latex: String,
}

/// People's ratings, as a file has them.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Ratings {
    /// The file.
    pub name: String,
    /// In its order.
    pub ratings: Vec<Rated>,
}

/// A person's rating of what a system says of a sample.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rated {
    /// The sample, by what all systems' predictions of it have in common.
    pub id: String,
    /// The system; empty where the file does not name any.
    pub system: String,
    /// The person; empty where nobody is named.
    pub rater: String,
    /// Any finite number, more is better.
    pub rating: f64,
}

/// A saved evaluation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Report {
    /// Without its images.
    pub evaluation: Evaluation,
    /// The images of its samples, in their order.
    pub pictures: Vec<Option<Picture>>,
    /// Its index in the plan, as in [`Piece`].
    #[serde(default)]
    pub index: u32,
}

impl From<Evaluation> for Report {
    fn from(mut evaluation: Evaluation) -> Self {
        let images = evaluation.samples.iter_mut().map(|sample| sample.image.take());
        Self {
            pictures: images.map(|image| image.map(Picture::from)).collect(),
            evaluation,
            index: 0,
        }
    }
}

/// A file that could not be used, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The file's name.
    pub name: String,
    /// What is wrong and what to do, as a sentence.
    pub reason: String,
}

impl Refusal {
    /// Says it as a sentence.
    #[must_use]
    pub fn new(name: &str, reason: &str) -> Self {
        Self {
            name: name.to_owned(),
            reason: sentence(reason),
        }
    }
}

/// Parts of a sentence as one; empty if there are none.
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
