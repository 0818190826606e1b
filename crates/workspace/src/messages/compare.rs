//! Messages between the page and the worker that compares.

use serde::{Deserialize, Serialize};
use texlens_evaluate::{AbsentValues, Breakdown, Comparison, Correlations, Difference, PackedBoard};

use crate::brought::Rated;
use crate::messages::Job;

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
    Take(PackedBoard),
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
    /// Means and intervals, without differences.
    Standing {
        /// Of all systems.
        comparison: Comparison,
        /// What the missing predictions have, for those who draw single samples.
        absent: Vec<AbsentValues>,
    },
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
