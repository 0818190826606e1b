//! Messages between the main thread and the worker that compares systems.

use serde::{Deserialize, Serialize};
use texlens_evaluate::{AbsentValues, Breakdown, Comparison, Correlations, Difference, PackedBoard};

use super::frame::Job;
use crate::brought::Rated;

/// A question about a board.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Ask {
    /// Means and intervals of all systems.
    Standing,
    /// The differences between two systems, given by their indices.
    Pair([usize; 2]),
    /// Means and intervals for each value of a tag.
    Tag(String),
    /// The correlations of metrics with people's ratings.
    Ratings,
}

/// A message to the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// Sets the board for the following questions.
    Take(PackedBoard),
    /// Asks a question.
    Answer {
        /// The id of the job.
        job: Job,
        /// The question.
        ask: Ask,
        /// The ratings for [`Ask::Ratings`].
        ratings: Vec<Rated>,
    },
}

/// The answer to an [`Ask`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// Means and intervals, without differences.
    Standing {
        /// The means and intervals of all systems.
        comparison: Comparison,
        /// The values of missing predictions, for plots of single samples.
        absent: Vec<AbsentValues>,
    },
    /// The difference on every metric.
    Pair(Vec<Difference>),
    /// A row for each value of the tag.
    Tag(Breakdown),
    /// The correlation of every metric with the ratings.
    Ratings(Correlations),
}

/// A message from the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// A job is done.
    Answered {
        /// The id of the job.
        job: Job,
        /// The answer.
        answer: Box<Answer>,
    },
}
