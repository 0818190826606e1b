//! Messages between the main thread and the worker that makes leaderboards.

use serde::{Deserialize, Serialize};
use texlens_blob::Blob;
use texlens_leaderboard::Shown;

use super::frame::Job;

/// A message to the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Makes the leaderboards of evaluations and publications.
    Stand {
        /// The id of the job.
        job: Job,
        /// Saved evaluations with their names.
        evaluations: Vec<(String, Blob)>,
        /// Names of publications.
        printed: Vec<String>,
    },
}

/// Leaderboards, and the files that give none.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Standings {
    /// The tables.
    pub shown: Shown,
    /// Names of files that could not be used, each with the reason.
    pub refused: Vec<(String, String)>,
}

/// A message from the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The leaderboards are made.
    Stood {
        /// The id of the job.
        job: Job,
        /// The leaderboards.
        standings: Box<Standings>,
    },
}
