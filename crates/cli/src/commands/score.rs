//! `texlens score`: scores one prediction against its reference, or many.

mod arguments;
mod columns;
mod error;
mod lines;
mod many;
mod output;
mod rows;
mod sample;
mod scoring;
mod sink;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use texlens_dataset::Syntax;
use texlens_evaluate::{Text, list_settings};

use super::arguments::settings;
use crate::answers::Answers;
use crate::failure::Failure;
use crate::input::{MAX_TEXT, read_sample};
use crate::{terminal, tex};
pub(crate) use arguments::Arguments;
pub(crate) use error::ScoreError;
use output::Scored;
use scoring::Means;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut settings = settings(&arguments.settings)?;
    let means = Means {
        evidence: arguments.tables.evidence(&mut settings)?.0,
        settings,
        verdicts: tex::verdicts(arguments.tex.as_deref())?,
        is_typeset: arguments.typeset,
    };
    let answers = Answers::new(arguments.texts.whole_answers);
    let code = match (&arguments.pairs, &arguments.reference, &arguments.prediction) {
        (Some(pairs), _, _) => many::run(pairs, arguments, &means, &answers)?,
        (None, Some(reference), Some(prediction)) => {
            score_files(reference, prediction, arguments, &means, &answers)?;
            ExitCode::SUCCESS
        }
        // The argument parser allows no other combination.
        (None, _, _) => ExitCode::from(2),
    };
    answers.tell();
    Ok(code)
}

fn score_files(
    reference: &Path,
    prediction: &Path,
    arguments: &Arguments,
    means: &Means,
    answers: &Answers,
) -> Result<(), Failure> {
    let id = reference.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let read = |path: &Path| {
        let text = read_sample(path, MAX_TEXT, arguments.texts.encoding())?;
        let syntax = Syntax::of(&path.to_string_lossy()).unwrap_or_default();
        let latex = answers.read(&text, syntax, || path.display().to_string());
        Ok::<String, Failure>(latex.into_owned())
    };
    let (reference, prediction) = (read(reference)?, read(prediction)?);
    let (reference, prediction) = (Text::from(&reference), Text::from(&prediction));
    let findings = means.score(arguments.kind.into(), &reference, &prediction, means.evidence.clone())?;
    let scored = Scored::new(id.into(), findings, arguments.spans).with_settings(
        list_settings(&means.settings)
            .into_iter()
            .chain(answers.setting())
            .collect(),
    );
    let mut out = terminal::output(arguments.format.form());
    let written = scored.write(arguments.format, &mut out);
    written.and_then(|()| out.flush()).map_err(Failure::Write)
}
