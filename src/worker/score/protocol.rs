//! Messages between the page and a worker that scores.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use texlens_evaluate::{ErrorFinding, FormulaPair, Kind};
use texlens_metrics::Score;
use texlens_tex::Compilation;

use crate::worker::protocol::Job;

/// Two texts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// What they are.
    pub kind: Kind,
    /// Reference LaTeX.
    pub reference: String,
    /// Byte ranges of its pages.
    pub reference_pages: Vec<Range<usize>>,
    /// Prediction LaTeX.
    pub prediction: String,
    /// Byte ranges of its pages.
    pub prediction_pages: Vec<Range<usize>>,
    /// The TeX engine's verdict on the prediction, where there is one.
    pub compilation: Option<Compilation>,
    /// Whether the places behind the scores are wanted, and the formulas.
    pub detailed: bool,
}

/// What the metrics say.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Scored {
    /// Whether the places behind the scores are told, and the formulas.
    pub detailed: bool,
    /// In the order of the registry.
    pub scores: Vec<Score>,
    /// Formulas of both sides.
    pub formulas: Vec<FormulaPair>,
    /// What was found of each error type.
    pub error_types: Vec<ErrorFinding>,
}

/// Page to worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// Score these.
    Score {
        /// Names the work.
        job: Job,
        /// What is set otherwise than by default, by name.
        settings: BTreeMap<String, String>,
        /// One or more.
        pairs: Vec<Pair>,
    },
}

/// Worker to page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// They were scored.
    Scored {
        /// The work.
        job: Job,
        /// In the order in which they were given; in place of scores, what is wrong with a pair.
        results: Vec<Result<Scored, String>>,
    },
    /// They could not be handed over, or the worker does not come up.
    Failed {
        /// The work.
        job: Option<Job>,
        /// What went wrong and what to do.
        message: String,
    },
    /// Sent by the page's own handle: a worker died and was started again; unfinished jobs are lost.
    Restarted {
        /// Why.
        message: String,
        /// The jobs that were not finished.
        lost: Vec<Job>,
    },
}
