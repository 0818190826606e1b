//! `texlens score`: scores one prediction against its reference, or many.

mod arguments;
mod output;
mod pairs;
mod scoring;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use texlens_dataset::Syntax;
use texlens_evaluate::{Text, list_settings};

use super::arguments::settings;
use crate::answers::Answers;
use crate::failure::Failure;
use crate::input::{MAX_TEXT, read_sample};
use crate::terminal::{self, Form};
use crate::tex;
pub(crate) use arguments::Arguments;
use output::{Format, Scored};
use scoring::Means;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut settings = settings(&arguments.settings)?;
    let means = Means {
        evidence: arguments.tables.evidence(&mut settings)?.0,
        settings,
        verdicts: tex::verdicts(arguments.tex.as_deref())?,
        is_typeset: arguments.typeset,
        answers: Answers::new(arguments.texts.whole_answers),
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
    means.answers.tell();
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
    let read = |path: &Path| {
        let text = read_sample(path, MAX_TEXT, arguments.texts.encoding())?;
        let syntax = Syntax::of(&path.to_string_lossy()).unwrap_or_default();
        let latex = means.answers.read(&text, syntax, || path.display().to_string());
        Ok::<String, Failure>(latex.into_owned())
    };
    let (reference, prediction) = (read(reference)?, read(prediction)?);
    let (reference, prediction) = (Text::from(&reference), Text::from(&prediction));
    let findings = means.score(arguments.kind.into(), &reference, &prediction, means.evidence.clone())?;
    let scored = Scored::new(id.into(), findings, arguments.spans).with_settings(
        list_settings(&means.settings)
            .into_iter()
            .chain(means.answers.setting())
            .collect(),
    );
    scored.write(arguments.format, out).map_err(Failure::Write)
}
