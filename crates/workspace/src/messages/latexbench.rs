//! Messages between the main thread and the worker that makes the tasks of LaTeXBench, checks answers and makes results.

use serde::{Deserialize, Serialize};
use texlens_blob::Blob;
use texlens_latexbench::Verdict;
use texlens_report::ResultTable;

use super::frame::Job;
use super::tex::DrawnText;
use crate::benching::{BenchItems, LabelledRun};

/// A message to the worker. Jobs are done one after the other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Asks a question.
    Ask {
        /// The id of the job.
        job: Job,
        /// The question.
        ask: Box<Ask>,
    },
    /// Reads a file: items, as JSON lines or as a workbook, or a run.
    Read {
        /// The id of the job.
        job: Job,
        /// The name of the file.
        name: String,
        /// The file.
        file: Blob,
    },
}

/// A question to the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// Makes the items of a seed.
    Make {
        /// The seed.
        seed: u64,
    },
    /// Checks answers by rules.
    Check {
        /// The items, one JSON object per line.
        items: String,
        /// The valid answers in the order of the items.
        answers: Vec<Option<String>>,
        /// Whether the TeX engine compiles them.
        compiles: bool,
    },
    /// Compares runs on the same items.
    Results {
        /// The runs as JSON, with labels that differ.
        runs: Vec<(String, String)>,
    },
    /// Sets a text with the TeX engine and draws it.
    Draw {
        /// The LaTeX.
        latex: String,
    },
    /// Writes a file.
    Write {
        /// The file.
        file: BenchFile,
        /// The items, one JSON object per line.
        items: String,
        /// The seed of the items, if they were made here.
        seed: Option<u64>,
        /// The runs as JSON, with labels that differ, for results.
        runs: Vec<(String, String)>,
    },
}

/// A file that can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BenchFile {
    /// The items, one JSON object per line.
    Items,
    /// The items as an Excel workbook.
    Workbook,
    /// The items as a page to look through.
    ItemsPage,
    /// The run that is shown, as JSON.
    Run,
    /// The results as a page to share.
    ResultsPage,
    /// Figure 1 as SVG.
    Figure,
}

impl BenchFile {
    /// Returns the name of the file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Items => "items.jsonl",
            Self::Workbook => "workbook.xlsx",
            Self::ItemsPage => "items.html",
            Self::Run => "run.json",
            Self::ResultsPage => "latexbench-results.html",
            Self::Figure => "overall.svg",
        }
    }

    /// Returns the media type of the file.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Items => "application/jsonl",
            Self::Workbook => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::ItemsPage | Self::ResultsPage => "text/html",
            Self::Run => "application/json",
            Self::Figure => "image/svg+xml",
        }
    }
}

/// The results of runs, to show.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BenchResults {
    /// The tables.
    pub tables: Vec<ResultTable>,
    /// Figure 1 as SVG.
    pub figure: String,
}

/// A text as the TeX engine sets it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BenchDrawing {
    /// Whether the text compiles.
    pub compiles: bool,
    /// The first error, with its place.
    pub error: Option<String>,
    /// The pages; `None` if there are none.
    pub text: Option<DrawnText>,
}

/// The answer to an [`Ask`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// The items.
    Items(BenchItems),
    /// A run.
    Run(Box<LabelledRun>),
    /// The verdicts in the order of the items; without an answer there is none.
    Verdicts(Vec<Option<Verdict>>),
    /// The results.
    Results(BenchResults),
    /// The drawing of a text.
    Drawing(BenchDrawing),
}

/// A message from the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The engine's files are being loaded.
    Loading {
        /// The id of the job.
        job: Job,
        /// Bytes so far.
        loaded: f64,
        /// Bytes in all.
        total: f64,
    },
    /// The engine starts with a text. It receives nothing until it is done.
    Compiling {
        /// The id of the job.
        job: Job,
    },
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
