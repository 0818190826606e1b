//! Messages between the main thread and the worker that compares systems.

use serde::{Deserialize, Serialize};
use texlens_evaluate::{
    AbsentValues, Breakdown, Comparison, CorrelatedItems, Correlations, Difference, JudgedValues, PackedBoard,
    SystemVerdicts, UnitTests,
};

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
    /// The correlations of metrics and judges with people's ratings, over these items.
    Ratings(CorrelatedItems),
    /// The pass rates of unit tests of all systems.
    Tests,
    /// The differences between the pass rates of two systems, given by their indices among the tested ones.
    TestPair([usize; 2]),
}

/// A message to the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// Sets the board for the following questions.
    Take(PackedBoard),
    /// Sets the verdicts of unit tests for the following questions.
    TakeTests(Vec<SystemVerdicts>),
    /// Asks a question.
    Answer {
        /// The id of the job.
        job: Job,
        /// The question.
        ask: Ask,
        /// The ratings for [`Ask::Ratings`].
        ratings: Vec<Rated>,
        /// The judges' scores for [`Ask::Ratings`].
        judges: Vec<JudgedValues>,
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
    /// The correlation of every metric and judge with the ratings.
    Ratings(Correlations),
    /// The pass rates of each system, without differences.
    Tests(UnitTests),
    /// The differences of the score and of each type of test.
    TestPair(Vec<Difference>),
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
