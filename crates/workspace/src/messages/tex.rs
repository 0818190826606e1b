//! Messages between the main thread and the worker that compiles.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use texlens_metrics::Appearance;
use texlens_tex::Compilation;
use texlens_vocabulary::{Drawn, DrawnPage};

use super::frame::Job;
use super::score::Texts;

/// A pair of formulas that the engine has set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TypesetPair {
    /// What the metrics of appearance need: the reference and the prediction. Without a reference, there are no scores,
    /// and both are `None`.
    pub appearances: [Option<Appearance>; 2],
    /// The drawings of reference and prediction, if they were asked for.
    pub drawn: [Option<Drawn>; 2],
}

/// A text as TeX sets it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DrawnText {
    /// The drawings of the first pages.
    pub pages: Vec<DrawnPage>,
    /// Number of all pages.
    pub count: usize,
    /// Number of glyphs on the drawn pages that the other text lacks.
    pub unmatched: usize,
    /// Number of glyphs of these pages that are not drawn, since their fonts have no outlines here.
    pub undrawn: usize,
}

/// The drawings of the reference, if it can be set, and of the prediction.
pub type DrawnTexts = [Option<DrawnText>; 2];

/// A message to the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Compiles a prediction. Files that the engine needs are loaded first.
    Compile {
        /// The id of the job.
        job: Job,
        /// The prediction.
        latex: String,
        /// Byte ranges of the prediction's pages.
        pages: Vec<Range<usize>>,
        /// The reference with its pages, if there is one. Errors that the reference has as well do not count against
        /// the prediction.
        reference: Option<(String, Vec<Range<usize>>)>,
        /// Whether to draw both as well, as far as they have no preamble of their own.
        draws: bool,
    },
    /// Sets pairs of formulas. Files that the engine needs are loaded first.
    Typeset {
        /// The id of the job.
        job: Job,
        /// The formulas.
        pairs: Vec<Texts>,
        /// Whether to draw them.
        draws: bool,
    },
}

/// A message from the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The engine's files are being loaded.
    Loading {
        /// Bytes so far.
        loaded: f64,
        /// Bytes in all.
        total: f64,
    },
    /// The engine starts with the texts of a job. It receives nothing until it is done.
    Compiling {
        /// The id of the job.
        job: Job,
    },
    /// A text was compiled.
    Compiled {
        /// The id of the job.
        job: Job,
        /// The verdict.
        compilation: Compilation,
        /// The verdict on the reference, if the engine has all files for it.
        reference: Option<Compilation>,
        /// The drawings, if they were asked for.
        drawn: Option<DrawnTexts>,
    },
    /// Pairs of formulas were set.
    Typeset {
        /// The id of the job.
        job: Job,
        /// The results in the order of the pairs.
        pairs: Vec<TypesetPair>,
    },
}
