//! The failures of the command.

use std::path::PathBuf;
use std::process::ExitCode;
use std::{fmt, io};

use texlens_evaluate::{InputError, MetricError};
use texlens_metrics::SettingError;
use texlens_metrics::texbleu::TableError;
use texlens_report::ReportError;
use texlens_tex::ArtefactError;

use crate::commands::correlate::CorrelateError;
use crate::commands::evaluate::EvaluationError;
use crate::commands::judge::JudgeError;
use crate::input::ReadError;
use crate::runtime::RuntimeError;
use crate::terminal;

/// A failure that ends the command.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A file could not be read as text.
    Read { path: PathBuf, error: ReadError },
    /// A `--set` argument names no setting or has an invalid value.
    Setting(SettingError),
    /// A sample cannot be scored.
    Input(InputError),
    /// A requested metric cannot be calculated.
    Metric(MetricError),
    /// The input gives no evaluation.
    Evaluation(EvaluationError),
    /// Nothing can be judged.
    Judge(JudgeError),
    /// Nothing can be correlated.
    Correlate(CorrelateError),
    /// A report cannot be made.
    Report(ReportError),
    /// A table that a metric needs cannot be used.
    Table { path: PathBuf, error: TableError },
    /// The named files contain no pages.
    NoPages,
    /// Two pages would be written to the same file.
    SameOutput {
        first: String,
        second: String,
        output: PathBuf,
    },
    /// The model cannot run.
    Runtime(RuntimeError),
    /// The TeX engine cannot be used.
    Tex(ArtefactError),
    /// Pages of PDF files cannot be drawn for another process.
    Serve(io::Error),
    /// The result could not be written.
    Write(io::Error),
    /// A file could not be written.
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

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { path, error } => write!(f, "{} {error}", path.display()),
            Self::Setting(error) => error.fmt(f),
            Self::Input(error) => error.fmt(f),
            Self::Metric(error) => error.fmt(f),
            Self::Evaluation(error) => error.fmt(f),
            Self::Judge(error) => error.fmt(f),
            Self::Correlate(error) => error.fmt(f),
            Self::Report(error) => error.fmt(f),
            Self::Table { path, error } => write!(f, "{}: {error}", path.display()),
            Self::NoPages => write!(
                f,
                "there is no page to read: name images of pages (PNG, JPEG), PDF files or datasets with them; `texlens evaluate DATASET --plan` shows the contents of a dataset"
            ),
            Self::SameOutput { first, second, output } => write!(
                f,
                "{first} and {second} would both be written to {}; rename one of them, or read them with two --out folders",
                output.display()
            ),
            Self::Runtime(error) => error.fmt(f),
            Self::Tex(error @ ArtefactError::Read { .. }) => {
                write!(
                    f,
                    "{error}. Name the folder with the TeX engine with --tex or in TEXLENS_TEX"
                )
            }
            Self::Tex(error) => error.fmt(f),
            Self::Serve(error) => write!(f, "pages of PDF files cannot be drawn: {error}"),
            Self::Write(error) => write!(f, "the result cannot be written: {error}"),
            Self::WriteFile { path, error } => write!(f, "{} cannot be written: {error}", path.display()),
        }
    }
}

impl From<ArtefactError> for Failure {
    fn from(error: ArtefactError) -> Self {
        Self::Tex(error)
    }
}

impl From<RuntimeError> for Failure {
    fn from(error: RuntimeError) -> Self {
        Self::Runtime(error)
    }
}

impl From<MetricError> for Failure {
    fn from(error: MetricError) -> Self {
        Self::Metric(error)
    }
}

impl From<EvaluationError> for Failure {
    fn from(error: EvaluationError) -> Self {
        Self::Evaluation(error)
    }
}

impl From<JudgeError> for Failure {
    fn from(error: JudgeError) -> Self {
        Self::Judge(error)
    }
}

impl From<CorrelateError> for Failure {
    fn from(error: CorrelateError) -> Self {
        Self::Correlate(error)
    }
}

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Self {
        Self::Report(error)
    }
}

impl From<SettingError> for Failure {
    fn from(error: SettingError) -> Self {
        Self::Setting(error)
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}
