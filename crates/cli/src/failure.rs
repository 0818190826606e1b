//! Why a command could not do its work.

use std::path::PathBuf;
use std::process::ExitCode;
use std::{fmt, io};

use texlens_evaluate::InputError;
use texlens_metrics::SettingError;

use crate::runtime::RuntimeError;

/// Ends the command.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A file could not be read.
    Read { path: PathBuf, error: io::Error },
    /// A file is not UTF-8 text.
    NotUtf8 { path: PathBuf, error: NotUtf8 },
    /// A `--set` argument names no setting or has a wrong value.
    Setting(SettingError),
    /// A sample cannot be scored.
    Input(InputError),
    /// A line of a dataset's manifest is wrong.
    Manifest { path: PathBuf, line: usize, reason: String },
    /// The model cannot run.
    Runtime(RuntimeError),
    /// The result could not be written.
    Write(io::Error),
}

impl Failure {
    /// Says on standard error what went wrong. A reader that went away, as `head` does, is no failure.
    #[expect(clippy::print_stderr, reason = "the one place where the command reports a failure")]
    pub(crate) fn report(&self) -> ExitCode {
        if matches!(self, Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        eprintln!("texlens: {self}");
        ExitCode::from(2)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { path, error } => write!(f, "{} cannot be read: {error}", path.display()),
            Self::NotUtf8 { path, error } => write!(f, "{} {error}", path.display()),
            Self::Setting(error) => error.fmt(f),
            Self::Input(error) => error.fmt(f),
            Self::Manifest { path, line, reason } => write!(f, "{} line {line}: {reason}", path.display()),
            Self::Runtime(error) => error.fmt(f),
            Self::Write(error) => write!(f, "the result cannot be written: {error}"),
        }
    }
}

impl From<RuntimeError> for Failure {
    fn from(error: RuntimeError) -> Self {
        Self::Runtime(error)
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

/// Where bytes stop being UTF-8.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NotUtf8 {
    /// Bytes before the one that is wrong.
    pub(crate) offset: usize,
    /// Its value.
    pub(crate) byte: u8,
}

impl fmt::Display for NotUtf8 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, byte } = self;
        write!(f, "is not UTF-8: byte 0x{byte:02X} at offset {offset}. ")?;
        write!(f, "Convert it first, for example with: iconv -f LATIN1 -t UTF-8")
    }
}
