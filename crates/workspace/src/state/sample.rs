//! A sample, and all that is known of it.

use std::{collections::BTreeMap, rc::Rc};

use serde::{Deserialize, Serialize};
use texlens_evaluate::{Credit, Detail, ErrorFinding, Kind, Prediction, Scored};
use texlens_metrics::Score;
use texlens_ocr::Recognition;
use texlens_tex::{Compilation, Form};

use super::found::{Found, Part};
use crate::brought::{Piece, Text};
use crate::comparison::Comparison;
use crate::faults::Faults;
use crate::messages::Job;
use crate::picture::Picture;

/// A job that was lost with its worker is tried again this often: a page that kills the worker must not do so for ever.
pub(super) const ATTEMPTS: u8 = 2;

/// Names a sample for as long as the page is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SampleId(pub u32);

/// One sample and all that is known of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// Its identity.
    pub id: SampleId,
    /// Shown in the list; unique.
    pub name: String,
    /// Names the unit of evaluation: samples that are what several systems say of the same have it in common.
    pub case: Rc<str>,
    /// What it is a sample of.
    pub kind: Kind,
    /// The document it is a page of.
    pub leaf: Option<Leaf>,
    /// Names the document it is from, whether that is in the list or not.
    pub document: Option<Rc<str>>,
    /// The page.
    pub image: Option<Rc<Picture>>,
    /// Reference LaTeX.
    pub reference: Option<Rc<Text>>,
    /// A system's LaTeX.
    pub prediction: Option<Rc<Prediction>>,
    /// Whether that of a document is a text of its own, and not put together from those of its pages.
    pub is_given: bool,
    /// Whether the person is asked which of both texts is the reference: nothing but their order has told.
    pub asks_sides: bool,
    /// What the built-in OCR found on it; not kept in saved evaluations.
    pub found: Option<Found>,
    /// The part that is being read again; otherwise it is the whole page.
    pub part: Option<Part>,
    /// How far the built-in OCR is with the page.
    pub reading: Reading,
    /// How far the metrics are.
    pub scoring: Scoring,
    /// What they said; those of before, while they run again because of the engine's verdict.
    pub scored: Option<Rc<Scored>>,
    /// What the engine says of the prediction.
    pub verdict: Verdict,
    /// What it says of the reference, assembled as the prediction is.
    pub reference_verdict: Option<Rc<Compilation>>,
    /// What keeps the prediction from compiling, as far as is known; found out when the sample is shown.
    pub faults: Option<Rc<Faults>>,
    /// Whether the prediction brings a preamble.
    pub form: Form,
    /// Where the two texts differ, once there are two and the sample is shown.
    pub comparison: Option<Rc<Comparison>>,
    /// The job of the worker that finds out, and what would keep the prediction from compiling.
    pub(super) looking: Option<Job>,
    /// Licence and origin, for pages that came with the app.
    pub credit: Option<Rc<Credit>>,
    /// What ran the model, when the prediction is the built-in OCR's.
    pub run: Option<Run>,
    /// What its dataset tells of it, and what a person has marked it with, the latter without values.
    pub tags: Rc<BTreeMap<String, String>>,
    /// What a person has written about it.
    pub comment: Rc<str>,
    /// Names what it came together with.
    pub dataset: Rc<str>,
    /// The import that it came with last.
    pub piece: Option<Piece>,
    /// How often a worker was lost with it.
    pub(super) attempts: u8,
}

/// A page's place in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaf {
    /// The sample of the document.
    pub document: SampleId,
    /// The page's number there.
    pub number: u64,
    /// Whether its text was written together with those of the other pages.
    pub is_joined: bool,
}

/// What ran the model for one page.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Name and reason of the execution provider, as in [`Provenance`](texlens_evaluate::Provenance).
    pub provider: String,
    /// SHA-256 of the model.
    pub model: Option<String>,
    /// How it went; not kept in saved evaluations.
    pub pace: Option<Pace>,
}

/// How fast a page was read, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct Pace {
    /// From image bytes to LaTeX.
    pub seconds: f64,
    /// The part of the machine that computed.
    pub device: &'static str,
}

/// How far the built-in OCR is with a page.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Reading {
    /// Not asked for.
    #[default]
    Idle,
    /// Waits for its turn.
    Queued,
    /// The worker has it.
    Running {
        /// The work.
        job: Job,
        /// Tiles done and in all, once known.
        tiles: Option<(usize, usize)>,
    },
    /// The worker was asked to stop.
    Stopping {
        /// The work.
        job: Job,
    },
    /// The prediction is there.
    Done,
    /// Stopped by the person.
    Cancelled,
    /// It did not work out.
    Failed {
        /// What went wrong and what to do.
        message: String,
    },
}

/// How far the metrics are.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Scoring {
    /// A text is missing.
    #[default]
    Waiting,
    /// Waits for its turn.
    Queued,
    /// The worker has it.
    Running {
        /// The work.
        job: Job,
    },
    /// Scored.
    Done,
    /// Stopped by the person before its turn.
    Cancelled,
    /// It did not work out.
    Failed {
        /// What went wrong and what to do.
        message: String,
    },
}

/// What the engine says of a sample's prediction.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Verdict {
    /// Nothing yet.
    #[default]
    Open,
    /// The worker has it.
    Running {
        /// The work.
        job: Job,
    },
    /// It came to its end.
    Given(Rc<Compilation>),
    /// The engine died over it, or had to be stopped.
    Failed {
        /// What happened.
        message: String,
    },
}

impl Sample {
    /// A sample of which nothing is known yet.
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
            part: None,
            reading: Reading::default(),
            scoring: Scoring::default(),
            scored: None,
            verdict: Verdict::default(),
            reference_verdict: None,
            faults: None,
            form: Form::Fragment,
            comparison: None,
            looking: None,
            credit: None,
            run: None,
            tags: Rc::default(),
            comment: Rc::default(),
            dataset: "".into(),
            piece: None,
            attempts: 0,
        }
    }

    /// The system whose prediction it has.
    #[must_use]
    pub fn system(&self) -> Option<&str> {
        self.prediction.as_ref().map(|prediction| prediction.system.as_str())
    }

    /// The score of one metric, once it is there.
    #[must_use]
    pub fn score(&self, metric: &str) -> Option<&Score> {
        self.scored.as_ref()?.scores.iter().find(|score| score.metric == metric)
    }

    /// The error types that it has.
    pub fn error_types(&self) -> impl Iterator<Item = &ErrorFinding> {
        let findings = self.scored.iter().flat_map(|scored| &scored.error_types);
        findings.filter(|finding| finding.is_found())
    }

    /// What the built-in OCR found on the page.
    #[must_use]
    pub fn recognition(&self) -> Option<&Recognition> {
        self.prediction.as_ref()?.recognition.as_ref()
    }

    /// To be called when a text has changed: what was derived from the old one no longer holds.
    pub(super) fn texts_changed(&mut self) {
        self.comparison = None;
        self.looking = None;
        if self.reference_verdict.take().is_some() {
            // The reference may be another one.
            self.verdict = Verdict::Open;
        }
        self.scoring = Scoring::Waiting;
        self.scored = None;
        if self.reference.is_some() && self.prediction.is_some() {
            self.scoring = Scoring::Queued;
            self.attempts = 0;
        }
    }

    /// Finds out what only a person who looks at the sample wants to know.
    pub(super) fn look_at(&mut self) {
        if self.scoring == Scoring::Done && self.lacks_details() {
            self.scoring = Scoring::Queued;
        }
        if self.waits_for_a_look() {
            return;
        }
        if let (None, Some(reference), Some(prediction)) = (&self.comparison, &self.reference, &self.prediction) {
            self.comparison = Some(Rc::new(Comparison::new(&reference.latex, &prediction.latex)));
        }
        if let (None, Some(prediction)) = (&self.faults, self.compilable()) {
            self.faults = Some(Rc::new(match self.compilation() {
                Some(compilation) => Faults::certain(&prediction.latex, compilation, self.reference_verdict.as_deref()),
                None => Faults::expected(&prediction.latex),
            }));
        }
    }

    /// Whether scores are there, and not the places behind them.
    fn lacks_details(&self) -> bool {
        self.scored
            .as_ref()
            .is_some_and(|scored| scored.detail == Detail::Values)
    }

    /// Whether all of it is found out that such a person wants to know.
    pub(super) fn is_looked_at(&self) -> bool {
        let is_known =
            (self.comparison.is_some() || !self.has_pair()) && (self.faults.is_some() || self.compilable().is_none());
        (is_known || self.waits_for_a_look()) && !(self.scoring == Scoring::Done && self.lacks_details())
    }
}

/// A text as the prediction of whoever it is from.
pub(super) fn given(text: &Text) -> Prediction {
    Prediction::given(text.origin.clone(), text.latex.clone())
}
