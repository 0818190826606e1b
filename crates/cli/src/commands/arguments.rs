//! Arguments that several commands take.

use clap::ValueEnum;
use texlens_evaluate::{Kind, set_setting};
use texlens_metrics::Settings;

use crate::failure::Failure;

/// What the samples are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum KindArgument {
    Formula,
    Page,
    Document,
}

impl From<KindArgument> for Kind {
    fn from(kind: KindArgument) -> Self {
        match kind {
            KindArgument::Formula => Self::Formula,
            KindArgument::Page => Self::Page,
            KindArgument::Document => Self::Document,
        }
    }
}

/// A name and what it stands for.
pub(super) type Assignment = (String, String);

/// Reads `NAME=VALUE`.
pub(super) fn assignment(argument: &str) -> Result<Assignment, String> {
    let (name, value) = argument.split_once('=').ok_or("it must be NAME=VALUE")?;
    let (name, value) = (name.trim(), value.trim());
    if name.is_empty() {
        return Err("there is no name before the `=`".to_owned());
    }
    Ok((name.to_owned(), value.to_owned()))
}

/// The default settings with these changes.
pub(super) fn settings(changes: &[Assignment]) -> Result<Settings, Failure> {
    let mut settings = Settings::default();
    for (name, value) in changes {
        set_setting(&mut settings, name, value)?;
    }
    Ok(settings)
}
