//! Messages between the main thread and the worker that makes studies of ratings and their results.

use serde::{Deserialize, Serialize};
use texlens_blob::Blob;
use texlens_ratings::{Sheet, StudyPlan};
use texlens_report::ResultTable;

use super::frame::Job;
use crate::rating::{AnswerFile, HeldStudy};

/// A message to the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Makes a study.
    Make {
        /// The id of the job.
        job: Job,
        /// The choices.
        plan: Box<StudyPlan>,
        /// The evaluation with its texts, as the app saves it for programs.
        evaluation: Blob,
    },
    /// Reads a study or a sheet.
    Read {
        /// The id of the job.
        job: Job,
        /// The name of the file.
        name: String,
        /// The file.
        file: Blob,
        /// Whether a sheet is one that came back: it is taken as it is, and what is wrong with it is a part of the
        /// results.
        came_back: bool,
    },
    /// Makes the empty sheet of a rater.
    Sheet {
        /// The id of the job.
        job: Job,
        /// The study as JSON.
        study: String,
        /// Number of the rater, from 1.
        rater: u32,
    },
    /// Calculates results.
    Results {
        /// The id of the job.
        job: Job,
        /// What the results are of.
        subject: Subject,
    },
    /// Writes a file.
    Write {
        /// The id of the job.
        job: Job,
        /// The file.
        file: RatingFile,
        /// What it is about.
        subject: Subject,
    },
}

/// A study with the files that came back.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Subject {
    /// The study as JSON.
    pub study: String,
    /// The files.
    pub answers: Vec<AnswerFile>,
    /// Whether raters count who failed an attention check.
    pub keep_failed: bool,
    /// The evaluation whose metrics and judges are compared with the ratings.
    pub evaluation: Option<Blob>,
}

/// A file that can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RatingFile {
    /// The study and all sheets, as a ZIP archive.
    Study,
    /// The results as JSON.
    Results,
    /// The ratings as CSV.
    Ratings,
    /// The figure of the results as SVG.
    Figure,
}

impl RatingFile {
    /// Returns the name of the file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Study => "study.zip",
            Self::Results => "results.json",
            Self::Ratings => "ratings.csv",
            Self::Figure => "ratings.svg",
        }
    }

    /// Returns the media type of the file.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Study => "application/zip",
            Self::Results => "application/json",
            Self::Ratings => "text/csv",
            Self::Figure => "image/svg+xml",
        }
    }
}

/// The results of a study, to show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingResults {
    /// The raters with the problems of their files, then the results.
    pub tables: Vec<ResultTable>,
    /// The figure as SVG, if a value is defined.
    pub figure: Option<String>,
}

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// A study.
    Study(HeldStudy),
    /// A sheet to answer.
    Sheet(Sheet),
    /// A sheet that came back.
    CameBack(AnswerFile),
    /// Results.
    Results(RatingResults),
}

/// A message from the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A job is done.
    Answered {
        /// The id of the job.
        job: Job,
        /// The answer.
        reply: Box<Reply>,
    },
    /// A file was written.
    Written {
        /// The id of the job.
        job: Job,
        /// The file.
        file: Blob,
    },
}
