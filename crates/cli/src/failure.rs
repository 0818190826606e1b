//! The failures of the command.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use texlens_columnar::OpenError;
use texlens_draw::{DrawError, PngError};
use texlens_evaluate::{InputError, MetricError, TestSetError};
use texlens_metrics::SettingError;
use texlens_metrics::texbleu::TableError;
use texlens_native::{ImageToTextError, RuntimeError};
use texlens_report::ReportError;
use texlens_tex::ArtefactError;

use crate::advice::{engine_advice, model_advice, runtime_advice};
use crate::asking::AskingError;
use crate::commands::correlate::CorrelateError;
use crate::commands::evaluate::EvaluationError;
use crate::commands::judge::JudgeError;
use crate::commands::latexbench::LatexBenchError;
use crate::commands::leaderboard::LeaderboardError;
use crate::commands::make_pages::MakePagesError;
use crate::commands::ocr::ColumnsError;
use crate::commands::ratings::RatingsError;
use crate::commands::read::ReaderError;
use crate::commands::score::ScoreError;
use crate::input::ReadError;
use crate::terminal;

/// A failure that ends the command.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A file could not be read as text.
    #[error("{} {error}", .path.display())]
    Read { path: PathBuf, error: ReadError },
    /// A Parquet or Arrow file could not be opened.
    #[error("{} {error}", .path.display())]
    OpenTable { path: PathBuf, error: OpenError },
    /// The images of a table cannot be read.
    #[error(transparent)]
    OcrColumns(#[from] ColumnsError),
    /// Many samples cannot be scored as it was asked.
    #[error(transparent)]
    Score(#[from] ScoreError),
    /// A `--set` argument names no setting or has an invalid value.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A sample cannot be scored.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A requested metric cannot be calculated.
    #[error(transparent)]
    Metric(#[from] MetricError),
    /// A unit test of the reward cannot be left out.
    #[error(transparent)]
    Reward(#[from] TestSetError),
    /// The input gives no evaluation.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// No model can be asked.
    #[error(transparent)]
    Asking(#[from] AskingError),
    /// Nothing can be judged.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// Nothing can be correlated.
    #[error(transparent)]
    Correlate(#[from] CorrelateError),
    /// A folder that would be written into has files.
    #[error("the folder {} is not empty; name another one, or overwrite files of the same name with --force", .0.display())]
    NotEmpty(PathBuf),
    /// No items can be made, or no answers can be checked.
    #[error(transparent)]
    LatexBench(#[from] LatexBenchError),
    /// No study can be made, or no answers can be used.
    #[error(transparent)]
    Ratings(#[from] RatingsError),
    /// No pages can be read by a model.
    #[error(transparent)]
    Reader(#[from] ReaderError),
    /// There is no leaderboard to show.
    #[error(transparent)]
    Leaderboard(#[from] LeaderboardError),
    /// No pages can be made.
    #[error(transparent)]
    MakePages(#[from] MakePagesError),
    /// A report cannot be made.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A table that a metric needs cannot be used.
    #[error("{}: {error}", .path.display())]
    Table { path: PathBuf, error: TableError },
    /// The named files contain no pages.
    #[error(
        "there is no page to read: name images of pages (PNG, JPEG), PDF files or datasets with them; `texlens evaluate DATASET --plan` shows the contents of a dataset"
    )]
    NoPages,
    /// Two pages would be written to the same file.
    #[error(
        "{first} and {second} would both be written to {}; rename one of them, or use two --out folders",
        .output.display()
    )]
    SameOutput {
        first: String,
        second: String,
        output: PathBuf,
    },
    /// The model cannot run.
    #[error("{}{}", .0, runtime_advice(.0))]
    Runtime(#[from] RuntimeError),
    /// The model that the user names cannot be used.
    #[error("{}{}", .0, model_advice(.0))]
    ImageToText(#[from] ImageToTextError),
    /// The TeX engine cannot be used.
    #[error("{}{}", .0, engine_advice(.0))]
    Tex(#[from] ArtefactError),
    /// A document with its own preamble is to be drawn.
    #[error(
        "{} has a preamble of its own (\\documentclass), and only bodies of documents are drawn; name a file with what is between \\begin{{document}} and \\end{{document}}",
        .0.display()
    )]
    Preamble(PathBuf),
    /// The engine's output cannot be drawn.
    #[error(transparent)]
    Draw(#[from] DrawError),
    /// A drawing cannot become an image.
    #[error(transparent)]
    Png(#[from] PngError),
    /// Pages of PDF files cannot be drawn for another process.
    #[error("pages of PDF files cannot be drawn: {0}")]
    Serve(io::Error),
    /// The result could not be written.
    #[error("the result cannot be written: {0}")]
    Write(io::Error),
    /// A file could not be written.
    #[error("{} cannot be written: {error}", .path.display())]
    WriteFile { path: PathBuf, error: io::Error },
}

impl Failure {
    /// Prints the failure to standard error. A closed pipe, as after `head`, is not a failure.
    pub(crate) fn report(&self) -> ExitCode {
        if matches!(self, Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        terminal::say(format_args!("texlens: {self}"));
        ExitCode::from(2)
    }
}
