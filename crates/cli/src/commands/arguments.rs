//! Arguments shared by several commands.

use std::num::NonZeroUsize;
use std::thread;

use clap::{Args, ValueEnum};
use texlens_dataset::Encoding;
use texlens_evaluate::{Kind, set_setting};
use texlens_metrics::{PROFILE, Settings};

use crate::failure::Failure;

/// The kind of the samples.
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

/// A name and its value.
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

/// How texts are read.
#[derive(Debug, Clone, Copy, Default, Args)]
pub(crate) struct TextArguments {
    /// Keep the code fences and remarks around the LaTeX of models' answers ("Here is the page: ..."), which are removed
    /// by default
    #[arg(long)]
    pub(crate) whole_answers: bool,

    /// Encoding of texts that are neither UTF-8 nor UTF-16 with a byte order mark; without it, they cannot be read
    #[arg(long, value_enum, value_name = "ENCODING")]
    encoding: Option<EncodingArgument>,
}

/// An encoding of texts that are not Unicode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum EncodingArgument {
    /// Windows-1252, as browsers read Latin-1
    Latin1,
}

impl TextArguments {
    /// Returns the encoding of texts that are not Unicode.
    pub(crate) fn encoding(self) -> Encoding {
        match self.encoding {
            Some(EncodingArgument::Latin1) => Encoding::Latin1,
            None => Encoding::Utf8,
        }
    }
}

/// The settings of metrics.
#[derive(Debug, Args)]
pub(super) struct SettingArguments {
    /// Profile from which the settings start: texlens, or texocr-letter, which follows TexOCR-Bench's appendix to the
    /// letter
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,

    /// Change a setting, for example ctp.min_words=5
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    changes: Vec<Assignment>,
}

/// Returns the settings of the profile with the changes applied.
pub(super) fn settings(arguments: &SettingArguments) -> Result<Settings, Failure> {
    let mut settings = Settings::default();
    if let Some(profile) = &arguments.profile {
        set_setting(&mut settings, PROFILE.name, profile)?;
    }
    for (name, value) in &arguments.changes {
        set_setting(&mut settings, name, value)?;
    }
    Ok(settings)
}

/// Returns the number of threads for `--jobs`: 0 means one for each core.
pub(super) fn threads(jobs: usize) -> NonZeroUsize {
    NonZeroUsize::new(jobs)
        .or_else(|| thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN)
}
