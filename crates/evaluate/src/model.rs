//! The data model of an evaluation. A report serialises these types, so changing one changes the file format.

use std::collections::{BTreeMap, HashMap, HashSet};
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
use crate::unit_tests::{SystemVerdicts, TestedSystem, UnitTests};

/// A finished evaluation: samples, predictions, scores, and everything needed to explain them.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Evaluation {
    /// Title, shown as the heading of the report.
    pub title: String,
    /// Comparisons of the systems on all samples, one entry for each level; empty if none were made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comparisons: Vec<Comparison>,
    /// The selection that `samples` holds; `None` if it holds all samples.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selection: Option<Selection>,
    /// The samples: one entry for each sample and system.
    pub samples: Vec<SampleResult>,
    /// Verdicts of language models on formulas and tables, one entry for each run; empty without a judge.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub judge: Vec<JudgeRun>,
    /// The unit tests of the pages, if the dataset is a benchmark that has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit_tests: Option<UnitTests>,
    /// Whether references, predictions and quotations of them were left out when the evaluation was saved. Then only
    /// scores are there, and nothing can be scored again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub texts_left_out: bool,
    /// The provenance of the evaluation.
    pub provenance: Provenance,
}

impl Evaluation {
    /// Adds a judge's run. Samples that are formulas get its verdicts as scores of the metrics [`JUDGE`](crate::JUDGE).
    /// These replace the scores of an earlier judge, or the reason why there were none.
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

    /// Moves the verdicts of unit tests to the samples that they are about, for a reader that has samples only. The
    /// first sample of a case also gets those of systems without a prediction. A page that is not among the samples
    /// becomes one, without texts. Verdicts that the samples already have stay.
    pub fn hand_out_verdicts(&mut self) {
        let Some(tests) = self.unit_tests.take() else { return };
        let known: HashSet<(String, String)> = (self.samples.iter().flat_map(|sample| &sample.unit_tests))
            .map(|tests| (tests.system.clone(), tests.page.sample.clone()))
            .collect();
        let mut places: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, sample) in self.samples.iter().enumerate() {
            places.entry(sample.case().to_owned()).or_default().push(place);
        }
        let mut pages: Vec<SystemVerdicts> = Vec::new();
        for TestedSystem { system, pages: own, .. } in tests.systems {
            let of_system = own.into_iter().map(|page| SystemVerdicts {
                system: system.clone(),
                page,
            });
            pages.extend(of_system.filter(|one| !known.contains(&(one.system.clone(), one.page.sample.clone()))));
        }
        // Predictions come first, so that missing ones find a sample of the same page.
        pages.sort_by_key(|one| one.page.is_missing);
        for verdicts in pages {
            let SystemVerdicts { system, page } = &verdicts;
            let of_case = places.entry(page.sample.clone()).or_default();
            let is_own = |place: &&usize| self.samples.get(**place).and_then(SampleResult::system) == Some(system);
            let first = of_case.first().filter(|_| page.is_missing);
            let place = of_case.iter().find(is_own).or(first).copied();
            let place = place.unwrap_or_else(|| {
                of_case.push(self.samples.len());
                self.samples.push(SampleResult {
                    id: page.sample.clone(),
                    kind: Kind::Page,
                    prediction: (!page.is_missing).then(|| Prediction::given(system.clone(), String::new())),
                    texts_left_out: true,
                    ..SampleResult::default()
                });
                self.samples.len() - 1
            });
            if let Some(sample) = self.samples.get_mut(place) {
                sample.unit_tests.push(verdicts);
            }
        }
    }
}

/// The samples of an evaluation that are shown one by one, if there are too many to show all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selection {
    /// Number of samples that are shown.
    pub shown: usize,
    /// Number of samples that were scored.
    pub total: usize,
    /// The metric by which the samples were chosen: those with the lowest values, the lowest first.
    pub lowest: String,
    /// Number of images that were left out because of their size.
    pub images_left_out: usize,
}

/// One sample with one system's prediction and its scores.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SampleResult {
    /// Identifies the sample within the evaluation, for example a file name without its extension.
    pub id: String,
    /// The unit of evaluation that entries of several systems have in common, if their ids differ; see
    /// [`case`](Self::case).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<String>,
    /// The kind of sample.
    pub kind: Kind,
    /// The document of which this is a page, if the document is a sample too. The document comes before its pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_of: Option<PageOf>,
    /// The document from which the sample comes, if the document is not a sample. Intervals are drawn over documents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
    /// Name of the dataset, if the samples of the evaluation come from several. Systems are compared within one
    /// dataset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dataset: Option<String>,
    /// The page image, if there is one.
    pub image: Option<Image>,
    /// Reference LaTeX, if there is one.
    pub reference: Option<String>,
    /// The prediction; `None` until the system has given one.
    pub prediction: Option<Prediction>,
    /// Author and licence, if the licence requires that they accompany every copy of the page.
    pub credit: Option<Credit>,
    /// Scores in the order of the registry; empty without a reference.
    pub scores: Vec<Score>,
    /// Counts for the metrics that are pooled over a corpus.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<Counts>,
    /// The formulas of both sides, matched one to one in reading order.
    pub formulas: Vec<FormulaPair>,
    /// The TeX engine's verdict on the prediction; `None` if the engine did not run. Lines and bytes are those of the
    /// prediction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compilation: Option<Compilation>,
    /// The TeX engine's verdict on the reference, assembled like the prediction; `None` if the engine did not run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference_compilation: Option<Compilation>,
    /// The finding for each of TexOCR's error types; empty if they were not looked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub error_types: Vec<ErrorFinding>,
    /// Signs that the prediction was made for the metrics; usually empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suspicions: Vec<Suspicion>,
    /// The verdicts of unit tests on the prediction. The first sample of a case also has those of systems without a
    /// prediction.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unit_tests: Vec<SystemVerdicts>,
    /// Whether the texts of the sample were left out, so that only results are there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub texts_left_out: bool,
    /// Tags of the dataset with their values, and tags that a person added, which have empty values.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
    /// A person's comment on the sample.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
}

impl SampleResult {
    /// Returns the name of the unit of evaluation, which the entries of several systems have in common.
    #[must_use]
    pub fn case(&self) -> &str {
        self.case.as_deref().unwrap_or(&self.id)
    }

    /// Returns the system of the prediction.
    #[must_use]
    pub fn system(&self) -> Option<&str> {
        self.prediction.as_ref().map(|prediction| prediction.system.as_str())
    }

    /// Reports whether the sample has an error of this type.
    #[must_use]
    pub fn has_error(&self, error_type: ErrorType) -> bool {
        let mut found = self.error_types.iter().filter(|finding| finding.is_found());
        found.any(|finding| finding.error_type == error_type)
    }
}

/// The position of a page in a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageOf {
    /// The [`id`](SampleResult::id) of the document.
    pub document: String,
    /// The number of the page in the document.
    pub page: u64,
}

/// Licence and origin of a page and its reference. They must accompany every copy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credit {
    /// Title of the work.
    pub title: String,
    /// Page of the work, from 1.
    pub page: u32,
    /// Authors of the work.
    pub authors: String,
    /// Name of the licence, for example its SPDX identifier.
    pub licence: String,
    /// URL of the licence's text; `https` or `http`.
    pub licence_url: String,
    /// Place of publication, for a person.
    pub origin: String,
    /// URL of the source; `https` or `http`.
    pub source_url: String,
    /// Changes to the reference; empty if there are none.
    pub changes: String,
}

/// An encoded page image, unchanged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Image {
    /// `image/png` or `image/jpeg`.
    pub media_type: String,
    /// The encoded bytes.
    #[serde(skip)]
    pub bytes: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// The suffix of the name of a system whose output a person has corrected.
const CORRECTED: &str = ", corrected";

/// A system's prediction for a sample.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Prediction {
    /// Name of the system, for example `texlens OCR 0.1` or a file name.
    pub system: String,
    /// LaTeX of the prediction.
    pub latex: String,
    /// The position of each piece on the page, if the system is the built-in OCR.
    pub recognition: Option<Recognition>,
    /// Corrections by a person, if any. The scores are then no longer those of the system alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_hand: Option<ByHand>,
}

/// A recognition before correction, and a person's corrections of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ByHand {
    /// The recognition as the system read it.
    pub read: Recognition,
    /// The corrections in the order in which they were made.
    pub corrections: Vec<Correction>,
}

impl Prediction {
    /// Creates a prediction from a system's LaTeX, without positions on the page.
    #[must_use]
    pub fn given(system: String, latex: String) -> Self {
        Self {
            system,
            latex,
            recognition: None,
            by_hand: None,
        }
    }

    /// Creates a prediction from a recognition of the built-in OCR.
    #[must_use]
    pub fn recognised(system: String, recognition: Recognition) -> Self {
        Self {
            system,
            latex: recognition.latex.clone(),
            recognition: Some(recognition),
            by_hand: None,
        }
    }

    /// Returns the prediction under the name of a corrected system, which shows everywhere that a person corrected it.
    #[must_use]
    pub fn by_corrected_system(mut self) -> Self {
        if !self.is_of_corrected_system() {
            self.system += CORRECTED;
        }
        self
    }

    /// Returns the prediction under the name of the system without corrections.
    #[must_use]
    pub fn by_system_alone(mut self) -> Self {
        if let Some(alone) = self.system.strip_suffix(CORRECTED) {
            self.system.truncate(alone.len());
        }
        self
    }

    /// Reports whether the system is one whose output a person has corrected, perhaps in other places.
    #[must_use]
    pub fn is_of_corrected_system(&self) -> bool {
        self.system.ends_with(CORRECTED)
    }

    /// Returns a person's corrections, in the order in which they were made.
    #[must_use]
    pub fn corrections(&self) -> &[Correction] {
        self.by_hand.as_ref().map_or(&[], |by_hand| &by_hand.corrections)
    }

    /// Returns the recognition before any correction.
    #[must_use]
    pub fn read(&self) -> Option<&Recognition> {
        let read = self.by_hand.as_ref().map(|by_hand| &by_hand.read);
        read.or(self.recognition.as_ref())
    }

    /// Returns the same recognition with these corrections instead of the present ones, or `None` without a
    /// recognition.
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

/// A formula and its position in the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Formula {
    /// LaTeX without its delimiters or environment.
    pub latex: String,
    /// Whether the formula is displayed on separate lines.
    pub display: bool,
    /// Byte range in the text, including delimiters.
    pub range: Range<usize>,
}

/// How a formula of the reference was found in the prediction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    /// Unknown: the evaluation was made before this was recorded.
    #[default]
    Unrecorded,
    /// The same formula in the same place.
    Equal,
    /// Another formula in the same place.
    Aligned,
    /// A formula outside the order of the others.
    Moved,
    /// A part of a formula that contains several formulas of the reference.
    Merged,
    /// Several consecutive formulas.
    Split,
    /// A passage of the text without delimiters.
    Undelimited,
    /// None: only one side has the formula.
    Alone,
}

impl Found {
    /// Returns a remark of a few words if the way is unexpected for a reader of the pair.
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

/// A formula of the reference and the matched formula of the prediction. At least one is present.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormulaPair {
    /// The formula of the reference.
    pub reference: Option<Formula>,
    /// The formula of the prediction.
    pub prediction: Option<Formula>,
    /// Whether the tokens are equal after normalisation.
    pub exact: bool,
    /// How the two formulas were matched.
    #[serde(default)]
    pub found: Found,
}

/// The texts of a sample, for programs that process them further, for example a judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampleTexts {
    /// Id of the page, the document without pages, or the formula.
    pub id: String,
    /// Document of the sample, or its own id if it belongs to no document.
    pub document: String,
    /// Kind of the sample.
    pub kind: Kind,
    /// Reference LaTeX.
    pub reference: String,
    /// LaTeX of each system, by its name; `None` if the system has no prediction.
    pub predictions: BTreeMap<String, Option<String>>,
}
