//! The vocabulary of an evaluation. These types are what a report serialises: changing one is changing the file format.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use serde::{Deserialize, Serialize};
use texlens_metrics::{Kind, Score};
use texlens_vocabulary::{Compilation, Correction, Recognition};

use crate::comparison::Comparison;
use crate::counts::Counts;
use crate::error_types::{ErrorFinding, ErrorType};
use crate::judged::{JudgeRun, JudgedItem};
use crate::provenance::Provenance;
use crate::suspicions::Suspicion;

/// A finished evaluation: samples, what the systems said, scores, and everything needed to say how they came about.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Evaluation {
    /// Shown as the heading of the report.
    pub title: String,
    /// Systems compared on all samples, one entry for each level; empty where none were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comparisons: Vec<Comparison>,
    /// Which of the samples are in `samples`; none where all of them are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selection: Option<Selection>,
    /// One entry for each sample and system.
    pub samples: Vec<SampleResult>,
    /// What language models said of its formulas and tables, one entry for each run; empty where none was asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub judge: Vec<JudgeRun>,
    /// Whether references and predictions, and what quotes them, were left out when it was saved: only scores are there, and nothing can be scored again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub texts_left_out: bool,
    /// How it was made.
    pub provenance: Provenance,
}

impl Evaluation {
    /// Adds a judge's run. Samples that are formulas get its verdicts as their scores of the metrics [`JUDGE`](crate::JUDGE), in the place of what an earlier judge said or of the reason why nobody did.
    pub fn add_judge(&mut self, run: JudgeRun) {
        let judged = run.judged_systems();
        let items: HashMap<(&str, &str), &JudgedItem> = (run.items.iter())
            .map(|item| ((item.id.as_str(), item.system.as_str()), item))
            .collect();
        for sample in self.samples.iter_mut().filter(|sample| sample.kind == Kind::Formula) {
            let Some(system) = sample.prediction.as_ref().map(|prediction| prediction.system.as_str()) else {
                continue;
            };
            let names = [sample.id.as_str(), sample.case()];
            let Some(item) = names.iter().find_map(|name| items.get(&(*name, system))) else {
                continue;
            };
            for score in item.scores(judged.contains(system)) {
                match sample.scores.iter_mut().find(|known| known.metric == score.metric) {
                    Some(known) => *known = score,
                    None => sample.scores.push(score),
                }
            }
        }
        self.judge.push(run);
    }
}

/// The samples of an evaluation that are shown one by one, where there are too many to show all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selection {
    /// Samples that are shown.
    pub shown: usize,
    /// Samples that were scored.
    pub total: usize,
    /// The metric whose lowest values were chosen, the lowest of all first.
    pub lowest: String,
    /// Images that were left out because of their size.
    pub images_left_out: usize,
}

/// One sample with one system's prediction and its scores.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SampleResult {
    /// Identifies the sample within the evaluation, for example a file name without its ending.
    pub id: String,
    /// What several entries, one for each system, are the same unit of evaluation by, where their ids differ; see [`case`](Self::case).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<String>,
    /// What it is a sample of.
    pub kind: Kind,
    /// The document it is a page of, where that is a sample, too; it comes before its pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_of: Option<PageOf>,
    /// The document it is from, where that is no sample itself. Intervals are drawn over documents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
    /// Names what it came together with, where samples of one evaluation came by several ways: systems are compared within one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dataset: Option<String>,
    /// The page image, where there is one.
    pub image: Option<Image>,
    /// Reference LaTeX, where there is one.
    pub reference: Option<String>,
    /// What the system said; none while it has not been asked.
    pub prediction: Option<Prediction>,
    /// Whose work it is, where its licence asks that this be told wherever the page goes.
    pub credit: Option<Credit>,
    /// Scores in the order of the registry; empty without a reference.
    pub scores: Vec<Score>,
    /// What it adds to the metrics that are pooled over a corpus.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<Counts>,
    /// Formulas of both sides, matched one to one in reading order.
    pub formulas: Vec<FormulaPair>,
    /// What the TeX engine says of the prediction; none where it was not asked. Lines and bytes are those of the prediction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compilation: Option<Compilation>,
    /// What it says of the reference, assembled as the prediction is; none where it was not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference_compilation: Option<Compilation>,
    /// What was found of each of TexOCR's error types; empty where they were not looked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub error_types: Vec<ErrorFinding>,
    /// Signs that the prediction was made for the metrics; empty for most.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suspicions: Vec<Suspicion>,
    /// What is known of the sample besides: tags of its dataset with their values, and those that a person has given it, without.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
    /// What a person has written about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
}

impl SampleResult {
    /// Names the unit of evaluation: entries of several systems on the same one have it in common.
    #[must_use]
    pub fn case(&self) -> &str {
        self.case.as_deref().unwrap_or(&self.id)
    }

    /// Whether the sample has an error of this type.
    #[must_use]
    pub fn has_error(&self, error_type: ErrorType) -> bool {
        let mut found = self.error_types.iter().filter(|finding| finding.is_found());
        found.any(|finding| finding.error_type == error_type)
    }
}

/// A page's place in a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageOf {
    /// The [`id`](SampleResult::id) of the document.
    pub document: String,
    /// The page's number there.
    pub page: u64,
}

/// Licence and origin of a page and of its reference: what has to accompany every copy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credit {
    /// Title of the work.
    pub title: String,
    /// Page of the work, from 1.
    pub page: u32,
    /// Who wrote it.
    pub authors: String,
    /// Name of the licence, for example its SPDX identifier.
    pub licence: String,
    /// Address of the licence's text; `https` or `http`.
    pub licence_url: String,
    /// Where it was published, for a person.
    pub origin: String,
    /// Address of the source; `https` or `http`.
    pub source_url: String,
    /// What was changed in the reference; empty if nothing was.
    pub changes: String,
}

/// An encoded page image as it was given.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Image {
    /// `image/png` or `image/jpeg`.
    pub media_type: String,
    /// The encoded bytes.
    #[serde(skip)]
    pub bytes: Vec<u8>,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
}

/// What is added to the name of a system whose output a person has corrected.
const CORRECTED: &str = ", corrected";

/// What a system says a sample is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Prediction {
    /// Name of the system, for example `texlens OCR 0.1` or a file name.
    pub system: String,
    /// Its LaTeX.
    pub latex: String,
    /// Where each piece of it stands on the page, when the system is the built-in OCR.
    pub recognition: Option<Recognition>,
    /// What a person has put right in it, if anything: its scores are no longer those of the system alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_hand: Option<ByHand>,
}

/// A recognition as it was, and what a person has put right in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ByHand {
    /// As the system read it.
    pub read: Recognition,
    /// In the order they were made.
    pub corrections: Vec<Correction>,
}

impl Prediction {
    /// A system's LaTeX, with no place on the page known.
    #[must_use]
    pub fn given(system: String, latex: String) -> Self {
        Self {
            system,
            latex,
            recognition: None,
            by_hand: None,
        }
    }

    /// What the built-in OCR read.
    #[must_use]
    pub fn recognised(system: String, recognition: Recognition) -> Self {
        Self {
            system,
            latex: recognition.latex.clone(),
            recognition: Some(recognition),
            by_hand: None,
        }
    }

    /// The same for the system that corrections by hand make of its own: the name says so wherever it stands.
    #[must_use]
    pub fn by_corrected_system(mut self) -> Self {
        if !self.is_of_corrected_system() {
            self.system += CORRECTED;
        }
        self
    }

    /// The same for the system without a person's help.
    #[must_use]
    pub fn by_system_alone(mut self) -> Self {
        if let Some(alone) = self.system.strip_suffix(CORRECTED) {
            self.system.truncate(alone.len());
        }
        self
    }

    /// Whether it is of a system whose output a person has corrected, in other places perhaps.
    #[must_use]
    pub fn is_of_corrected_system(&self) -> bool {
        self.system.ends_with(CORRECTED)
    }

    /// What a person has put right, in the order it was done.
    #[must_use]
    pub fn corrections(&self) -> &[Correction] {
        self.by_hand.as_ref().map_or(&[], |by_hand| &by_hand.corrections)
    }

    /// What the system read, before anything was put right.
    #[must_use]
    pub fn read(&self) -> Option<&Recognition> {
        let read = self.by_hand.as_ref().map(|by_hand| &by_hand.read);
        read.or(self.recognition.as_ref())
    }

    /// The same reading with these corrections instead of those it has; none for what was not read here.
    #[must_use]
    pub fn corrected(&self, corrections: Vec<Correction>) -> Option<Self> {
        let read = self.read()?;
        let corrected = Self::recognised(self.system.clone(), read.corrected(&corrections));
        Some(Self {
            by_hand: (!corrections.is_empty()).then(|| ByHand {
                read: read.clone(),
                corrections,
            }),
            ..corrected
        })
    }
}

/// A formula and where it stands in its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Formula {
    /// LaTeX without its delimiters or environment.
    pub latex: String,
    /// Whether it is displayed on lines of its own.
    pub display: bool,
    /// Byte range in the text, delimiters included.
    pub range: Range<usize>,
}

/// How a formula of the reference was found in the prediction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    /// The evaluation was made before this was recorded.
    #[default]
    Unrecorded,
    /// The same formula in its place.
    Equal,
    /// Another formula in its place.
    Aligned,
    /// Out of the order of the others.
    Moved,
    /// As part of a formula that holds several of the reference.
    Merged,
    /// As several formulas that follow each other.
    Split,
    /// In the text, without delimiters.
    Undelimited,
    /// Only one side has it.
    Alone,
}

impl Found {
    /// What a reader of the pair would not expect, in a few words.
    #[must_use]
    pub const fn remark(self) -> Option<&'static str> {
        match self {
            Self::Moved => Some("in another place"),
            Self::Merged => Some("part of a larger formula"),
            Self::Split => Some("as several formulas"),
            Self::Undelimited => Some("without delimiters"),
            Self::Unrecorded | Self::Equal | Self::Aligned | Self::Alone => None,
        }
    }
}

/// A formula of the reference beside the formula of the prediction that was matched with it. At least one is present.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormulaPair {
    /// From the reference.
    pub reference: Option<Formula>,
    /// From the prediction.
    pub prediction: Option<Formula>,
    /// Same tokens after normalisation.
    pub exact: bool,
    /// How the two were found to belong together.
    #[serde(default)]
    pub found: Found,
}
