//! A sample with all its data.

use std::{collections::BTreeMap, rc::Rc};

use serde::{Deserialize, Serialize};
use texlens_evaluate::{Credit, Detail, ErrorFinding, Kind, Prediction, Scored, SystemVerdicts, UnitVerdict};
use texlens_metrics::{Appearance, Score};
use texlens_ocr::Recognition;
use texlens_tex::{Compilation, Form};

use super::found::{Found, Part};
use super::material::Material;
use crate::brought::{Piece, Text};
use crate::faults::Faults;
use crate::messages::Job;
use crate::picture::Picture;
use crate::text_diff::TextDiff;

/// Number of attempts at a job whose worker is lost. A page that kills the worker must not do so forever.
pub(super) const ATTEMPTS: u8 = 2;

/// The id of a sample while the page is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SampleId(pub u32);

/// A sample with all its data.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// The id.
    pub id: SampleId,
    /// The unique name in the list.
    pub name: String,
    /// The name of the case, which the samples of several systems share.
    pub case: Rc<str>,
    /// The kind of the sample.
    pub kind: Kind,
    /// The place of a page in its document.
    pub leaf: Option<Leaf>,
    /// The name of the document that the sample comes from, whether the document is in the list or not.
    pub document: Option<Rc<str>>,
    /// The page image.
    pub image: Option<Rc<Picture>>,
    /// The reference LaTeX.
    pub reference: Option<Rc<Text>>,
    /// The prediction of a system.
    pub prediction: Option<Rc<Prediction>>,
    /// Whether a document's prediction is given, not assembled from its pages.
    pub is_given: bool,
    /// Whether the person is asked which text is the reference, because only their order tells them apart.
    pub asks_sides: bool,
    /// The glyphs that the built-in OCR found; not stored in saved evaluations.
    pub found: Option<Found>,
    /// What the person wants the page to be read from, if it is one of a PDF file.
    pub material: Material,
    /// The part that is being read again, if not the whole page.
    pub part: Option<Part>,
    /// The progress of the built-in OCR.
    pub reading: Reading,
    /// The progress of the metrics.
    pub scoring: Scoring,
    /// The scores. They are kept while the metrics run again because of the engine's verdict.
    pub scored: Option<Rc<Scored>>,
    /// The engine's verdict on the prediction.
    pub verdict: Verdict,
    /// The engine's verdict on the reference, assembled like the prediction.
    pub reference_verdict: Option<Rc<Compilation>>,
    /// The progress of typesetting, if the sample is a formula.
    pub typesetting: Typesetting,
    /// The known errors that keep the prediction from compiling; determined when the sample is shown.
    pub faults: Option<Rc<Faults>>,
    /// Whether the prediction has a preamble.
    pub form: Form,
    /// The text diff, if there are two texts and the sample is shown.
    pub text_diff: Option<Rc<TextDiff>>,
    /// The job that compares and checks the texts.
    pub(super) looking: Option<Job>,
    /// Number of workers that were lost while they had to compare and check these texts.
    pub(super) lost_looks: u8,
    /// Licence and origin, for pages that come with the app.
    pub credit: Option<Rc<Credit>>,
    /// How the page was read, if it was read here.
    pub run: Option<Run>,
    /// The verdicts of unit tests on the prediction, and on missing ones of other systems.
    pub unit_tests: Rc<Vec<SystemVerdicts>>,
    /// Whether the sample comes from a report that left its texts out.
    pub texts_left_out: bool,
    /// The tags: those of the dataset with values, and those of the person without.
    pub tags: Rc<BTreeMap<String, String>>,
    /// The person's comment.
    pub comment: Rc<str>,
    /// The name of the dataset.
    pub dataset: Rc<str>,
    /// The piece of an import that the sample came with last.
    pub piece: Option<Piece>,
    /// Number of times a worker was lost with the sample.
    pub(super) attempts: u8,
}

/// The place of a page in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaf {
    /// The sample of the document.
    pub document: SampleId,
    /// The page number.
    pub number: u64,
    /// Whether the page was typeset together with the other pages.
    pub is_joined: bool,
}

/// How one page was read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Run {
    /// The name of the execution provider and the reason for it, as in [`Provenance`](texlens_evaluate::Provenance);
    /// `None` if no model ran, because the text of a PDF page was read.
    pub provider: Option<String>,
    /// SHA-256 of the model.
    pub model: Option<String>,
    /// The speed; not stored in saved evaluations.
    pub pace: Option<Pace>,
}

/// The speed of reading a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Pace {
    /// Seconds from image bytes or PDF page to LaTeX.
    pub seconds: f64,
    /// The device that computed.
    pub device: &'static str,
}

/// The progress of the built-in OCR on a page.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Reading {
    /// Reading was not requested.
    #[default]
    Idle,
    /// The page waits to be read.
    Queued,
    /// The worker reads the page.
    Running {
        /// The id of the job.
        job: Job,
        /// Finished tiles and all tiles, once known.
        tiles: Option<(usize, usize)>,
    },
    /// The worker was told to stop.
    Stopping {
        /// The id of the job.
        job: Job,
    },
    /// The page was read.
    Done,
    /// The person cancelled reading.
    Cancelled,
    /// Reading failed.
    Failed {
        /// A message that says what went wrong and what to do.
        message: String,
    },
}

/// The progress of the metrics.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Scoring {
    /// A text is missing.
    #[default]
    Waiting,
    /// The sample waits to be scored.
    Queued,
    /// The worker scores the sample.
    Running {
        /// The id of the job.
        job: Job,
    },
    /// The sample was scored.
    Done,
    /// The person cancelled scoring.
    Cancelled,
    /// Scoring failed.
    Failed {
        /// A message that says what went wrong and what to do.
        message: String,
    },
}

/// The engine's verdict on a sample's prediction.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Verdict {
    /// There is no verdict yet.
    #[default]
    Open,
    /// The worker compiles the prediction.
    Running {
        /// The id of the job.
        job: Job,
    },
    /// The engine finished.
    Given(Rc<Compilation>),
    /// The engine crashed, or had to be stopped.
    Failed {
        /// A message that says what happened.
        message: String,
    },
}

impl Verdict {
    /// Returns the message of an engine that crashed or had to be stopped.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        match self {
            Self::Failed { message } => Some(message),
            Self::Open | Self::Running { .. } | Self::Given(_) => None,
        }
    }
}

/// The progress of typesetting a formula, which some metrics need.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Typesetting {
    /// The formula was not typeset yet.
    #[default]
    Open,
    /// The engine was lost while it set several formulas, so it sets this one alone.
    Alone,
    /// The worker sets the formula.
    Running {
        /// The id of the job.
        job: Job,
    },
    /// The appearances of reference and prediction, until the formula is scored with them.
    Given(Rc<[Appearance; 2]>),
    /// The formula was scored with its appearance.
    Done,
    /// The engine crashed, or had to be stopped.
    Failed {
        /// A message that says what happened.
        message: String,
    },
}

impl Sample {
    /// Makes a sample without data.
    pub(crate) fn new(id: SampleId, name: String) -> Self {
        Self {
            id,
            case: name.as_str().into(),
            name,
            kind: Kind::default(),
            leaf: None,
            document: None,
            image: None,
            reference: None,
            prediction: None,
            is_given: false,
            asks_sides: false,
            found: None,
            material: Material::default(),
            part: None,
            reading: Reading::default(),
            scoring: Scoring::default(),
            scored: None,
            verdict: Verdict::default(),
            reference_verdict: None,
            typesetting: Typesetting::default(),
            faults: None,
            form: Form::Fragment,
            text_diff: None,
            looking: None,
            lost_looks: 0,
            credit: None,
            run: None,
            unit_tests: Rc::default(),
            texts_left_out: false,
            tags: Rc::default(),
            comment: Rc::default(),
            dataset: "".into(),
            piece: None,
            attempts: 0,
        }
    }

    /// Returns the verdicts of unit tests on the prediction.
    pub fn unit_verdicts(&self) -> impl Iterator<Item = &UnitVerdict> {
        let of_system = self
            .unit_tests
            .iter()
            .filter(|tests| Some(tests.system.as_str()) == self.system());
        of_system.flat_map(|tests| &tests.page.verdicts)
    }

    /// Returns how many unit tests of the prediction pass, and how many there are.
    #[must_use]
    pub fn unit_tests_passed(&self) -> (usize, usize) {
        self.unit_verdicts().fold((0, 0), |(passed, tests), verdict| {
            (passed + usize::from(verdict.is_passed()), tests + 1)
        })
    }

    /// Returns the system of the prediction.
    #[must_use]
    pub fn system(&self) -> Option<&str> {
        self.prediction.as_ref().map(|prediction| prediction.system.as_str())
    }

    /// Returns the score of a metric, if there is one.
    #[must_use]
    pub fn score(&self, metric: &str) -> Option<&Score> {
        self.scored.as_ref()?.scores.iter().find(|score| score.metric == metric)
    }

    /// Returns the error types that the sample has.
    pub fn error_types(&self) -> impl Iterator<Item = &ErrorFinding> {
        let findings = self.scored.iter().flat_map(|scored| &scored.error_types);
        findings.filter(|finding| finding.is_found())
    }

    /// Returns the recognition of the built-in OCR.
    #[must_use]
    pub fn recognition(&self) -> Option<&Recognition> {
        self.prediction.as_ref()?.recognition.as_ref()
    }

    /// Must be called when a text has changed: drops results about the old one.
    pub(super) fn texts_changed(&mut self) {
        self.text_diff = None;
        (self.looking, self.lost_looks) = (None, 0);
        if self.reference_verdict.take().is_some() {
            // The reference may have changed.
            self.verdict = Verdict::Open;
        }
        self.typesetting = Typesetting::Open;
        self.scoring = Scoring::Waiting;
        self.scored = None;
        if self.reference.is_some() && self.prediction.is_some() {
            self.scoring = Scoring::Queued;
            self.attempts = 0;
        }
    }

    /// Determines the details that are needed only while the sample is shown.
    pub(super) fn look_at(&mut self) {
        if self.scoring == Scoring::Done && self.lacks_details() {
            self.scoring = Scoring::Queued;
        }
        if !self.waits_for_comparison()
            && let (None, Some(reference), Some(prediction)) = (&self.text_diff, &self.reference, &self.prediction)
        {
            self.text_diff = Some(Rc::new(TextDiff::new(&reference.latex, &prediction.latex)));
        }
        if let (None, Some(prediction), Some(compilation)) = (&self.faults, self.compilable(), self.compilation()) {
            let of_reference = self.reference_verdict.as_deref();
            self.faults = Some(Rc::new(Faults::certain(&prediction.latex, compilation, of_reference)));
        }
    }

    /// Returns whether there are scores without their spans.
    fn lacks_details(&self) -> bool {
        self.scored
            .as_ref()
            .is_some_and(|scored| scored.detail == Detail::Values)
    }

    /// Returns whether all details are determined, or a worker determines them.
    pub(super) fn is_looked_at(&self) -> bool {
        let is_compared = self.text_diff.is_some() || !self.has_pair() || self.waits_for_comparison();
        // Only a worker checks. The verdict of the engine needs no worker.
        let is_checked = self.faults.is_some() || self.compilable().is_none() || self.compilation().is_none();
        is_compared && is_checked && !(self.scoring == Scoring::Done && self.lacks_details())
    }
}

/// Makes a text a prediction by the system that its origin names.
pub(super) fn given(text: &Text) -> Prediction {
    Prediction::given(text.origin.clone(), text.latex.clone())
}
