//! Messages between the page and a worker that scores.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use texlens_evaluate::{Detail, Kind, Scored};
use texlens_latex::{Diagnostic, check};
use texlens_report::diff::{Segment, SegmentKind, diff};
use texlens_tex::Compilation;

use crate::messages::Job;

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
    /// Its verdict on the reference.
    pub reference_compilation: Option<Compilation>,
    /// Whether the places behind the scores are wanted, and the formulas.
    pub detail: Detail,
}

/// The segments of a text diff, which cover both texts: what each says, and where it ends in the reference and in the prediction.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Segments(Vec<(SegmentKind, usize, usize)>);

impl Segments {
    /// Packs them.
    #[must_use]
    pub fn of(segments: &[Segment]) -> Self {
        let pack = |segment: &Segment| (segment.kind, segment.reference.end, segment.prediction.end);
        Self(segments.iter().map(pack).collect())
    }

    /// As they were.
    pub fn iter(&self) -> impl Iterator<Item = Segment> {
        let mut from = (0, 0);
        self.0.iter().map(move |&(kind, reference, prediction)| {
            let (start, start_of_prediction) = std::mem::replace(&mut from, (reference, prediction));
            Segment {
                kind,
                reference: start..reference,
                prediction: start_of_prediction..prediction,
            }
        })
    }
}

/// The texts of a sample that is looked at.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Texts {
    /// Reference LaTeX.
    pub reference: Option<String>,
    /// Prediction LaTeX.
    pub prediction: Option<String>,
}

/// What is found out of the texts of a sample that is looked at.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Looked {
    /// Where the two texts differ, where there are two.
    pub segments: Option<Segments>,
    /// What is expected to keep the prediction from compiling, where there is one.
    pub expected: Option<Vec<Diagnostic>>,
}

impl Looked {
    /// Looks. Linear in the length of the texts.
    #[must_use]
    pub fn at(texts: &Texts) -> Self {
        let Texts { reference, prediction } = texts;
        let pair = reference.as_ref().zip(prediction.as_ref());
        Self {
            segments: pair.map(|(reference, prediction)| Segments::of(&diff(reference, prediction))),
            expected: prediction.as_deref().map(check),
        }
    }
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
    /// Find out what only the one who looks at a sample wants to know.
    Look {
        /// Names the work.
        job: Job,
        /// At what.
        texts: Texts,
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
        #[serde(with = "crate::messages::packed")]
        results: Vec<Result<Scored, String>>,
    },
    /// The texts of a sample were looked at.
    Looked {
        /// The work.
        job: Job,
        /// What was found out.
        #[serde(with = "crate::messages::packed")]
        looked: Looked,
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
