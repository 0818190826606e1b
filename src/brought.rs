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

/// What belongs to one sample, before it becomes one, or one for each system. At least one of image, sheets, reference and predictions
/// is there.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Draft {
    /// What it is to be called, without a system.
    pub name: String,
    /// What it is a sample of.
    pub kind: Kind,
    /// The document it is a page of.
    pub document: Option<String>,
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
}

impl From<Evaluation> for Report {
    fn from(mut evaluation: Evaluation) -> Self {
        let images = evaluation.samples.iter_mut().map(|sample| sample.image.take());
        Self {
            pictures: images.map(|image| image.map(Picture::from)).collect(),
            evaluation,
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
