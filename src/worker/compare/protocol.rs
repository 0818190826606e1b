//! Messages between the page and the worker that compares.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use texlens_evaluate::{Breakdown, Comparison, Correlations, Difference, ErrorType, Kind};

use crate::brought::Rated;
use crate::worker::protocol::Job;

/// The scores of all systems on samples of one kind, without the words beside them: it is handed over as a whole.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Board {
    /// What a sample is.
    pub kind: Kind,
    /// What is set otherwise than by default, by name.
    pub settings: BTreeMap<String, String>,
    /// Names of the systems.
    pub systems: Vec<String>,
    /// Ids of the metrics, in the order of the registry.
    pub metrics: Vec<String>,
    /// Why metrics are not defined, each reason once.
    pub reasons: Vec<String>,
    /// In the order of their first samples.
    pub cases: Vec<Case>,
}

/// What all systems say of one thing.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Case {
    /// Names it.
    pub id: String,
    /// The document it comes from; its own id where there is none.
    pub document: String,
    /// What else is known of it.
    pub tags: BTreeMap<String, String>,
    /// Its reference, where a system has not said all of it: what is missing is scored as empty.
    pub reference: Option<Paged>,
    /// In the order of the systems.
    pub cells: Vec<Cell>,
}

/// A text of one page or several.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Paged {
    /// LaTeX.
    pub latex: String,
    /// Byte ranges of its pages.
    pub pages: Vec<Range<usize>>,
}

/// What is known of a system's prediction for a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Cell {
    /// There is none.
    Missing,
    /// It has no scores.
    Failed {
        /// Its sample in the list.
        sample: u32,
        /// Why.
        message: String,
    },
    /// It is a document without some of its pages, which is scored anew with these as empty ones.
    Partial {
        /// Its sample in the list.
        sample: u32,
        /// With the empty pages in their places.
        prediction: Paged,
        /// How many these are.
        missing: usize,
    },
    /// It was scored.
    Scored {
        /// Its sample in the list.
        sample: u32,
        /// Of its pages, or of itself, those that are empty: a prediction that is not there comes as an empty one.
        missing: usize,
        /// In the order of [`Board::metrics`]; none where the metric is not defined.
        values: Vec<Option<f64>>,
        /// Why not, for those without a value in their order: places in [`Board::reasons`] from 1, and 0 where the metric was not computed.
        undefined: Vec<usize>,
        /// Error types that were looked for, and whether they were found; none where that could not be judged.
        errors: Vec<(ErrorType, Option<bool>)>,
    },
}

impl Cell {
    /// Its sample in the list.
    #[must_use]
    pub fn sample(&self) -> Option<u32> {
        match self {
            Self::Missing => None,
            Self::Failed { sample, .. } | Self::Partial { sample, .. } | Self::Scored { sample, .. } => Some(*sample),
        }
    }

    /// The value of a metric, by its place in [`Board::metrics`].
    #[must_use]
    pub fn value(&self, metric: usize) -> Option<f64> {
        match self {
            Self::Scored { values, .. } => values.get(metric).copied().flatten(),
            Self::Missing | Self::Failed { .. } | Self::Partial { .. } => None,
        }
    }
}

/// What is wanted of a board.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Ask {
    /// Means and intervals of all systems.
    Standing,
    /// The differences of two systems, by their places.
    Pair([usize; 2]),
    /// Means and intervals for each value of a tag.
    Tag(String),
    /// How far metrics go with people's ratings.
    Ratings,
}

/// Page to worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// What is compared from now on.
    Take(Board),
    /// Compute something.
    Answer {
        /// Names the work.
        job: Job,
        /// What.
        ask: Ask,
        /// For [`Ask::Ratings`].
        ratings: Vec<Rated>,
    },
}

/// What came of an [`Ask`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// Without differences.
    Standing(Comparison),
    /// On every metric.
    Pair(Vec<Difference>),
    /// A row for each value.
    Tag(Breakdown),
    /// Of every metric with the ratings.
    Ratings(Correlations),
}

/// Worker to page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// How far it is.
    Progress {
        /// The work.
        job: Job,
        /// Steps that are done.
        done: usize,
        /// Steps in all.
        total: usize,
    },
    /// It is done.
    Answered {
        /// The work.
        job: Job,
        /// What came of it.
        answer: Box<Answer>,
    },
    /// It could not be handed over, or the worker does not come up.
    Failed {
        /// The work.
        job: Option<Job>,
        /// What went wrong and what to do.
        message: String,
    },
    /// Sent by the page's own handle: the worker died and was started again; unfinished jobs are lost.
    Restarted {
        /// Why.
        message: String,
        /// The jobs that were not finished.
        lost: Vec<Job>,
    },
}
