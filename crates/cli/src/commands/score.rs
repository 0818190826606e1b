//! `texlens score`: scores one prediction against its reference, or many.

mod arguments;
mod output;
mod pairs;
mod scoring;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use texlens_evaluate::{Text, list_settings};

use super::arguments::settings;
use crate::failure::Failure;
use crate::input::{MAX_TEXT, read_text};
use crate::terminal::{self, Form};
use crate::verdicts::Verdicts;
pub(crate) use arguments::Arguments;
use output::{Format, Scored};
use scoring::Means;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut settings = settings(&arguments.settings)?;
    let means = Means {
        evidence: arguments.tables.evidence(&mut settings)?.0,
        settings,
        verdicts: Verdicts::new(arguments.tex.as_deref())?,
        is_typeset: arguments.typeset,
    };
    let mut out = terminal::output(match arguments.format {
        Format::Json => Form::Json,
        Format::Table => Form::Text,
    });
    let code = match (&arguments.pairs, &arguments.reference, &arguments.prediction) {
        (Some(pairs), _, _) => pairs::run(pairs, arguments, &means, &mut out)?,
        (None, Some(reference), Some(prediction)) => {
            score_files(reference, prediction, arguments, &means, &mut out)?;
            ExitCode::SUCCESS
        }
        // The argument parser allows no other combination.
        (None, _, _) => ExitCode::from(2),
    };
    out.flush().map_err(Failure::Write)?;
    Ok(code)
}

fn score_files(
    reference: &Path,
    prediction: &Path,
    arguments: &Arguments,
    means: &Means,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let id = reference.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let (reference, prediction) = (read_text(reference, MAX_TEXT)?, read_text(prediction, MAX_TEXT)?);
    let (reference, prediction) = (Text::from(&reference), Text::from(&prediction));
    let findings = means.score(arguments.kind.into(), &reference, &prediction, means.evidence.clone())?;
    let scored = Scored::new(id.into(), findings, arguments.spans).with_settings(list_settings(&means.settings));
    scored.write(arguments.format, out).map_err(Failure::Write)
}
