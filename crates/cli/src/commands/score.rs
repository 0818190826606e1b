//! `texlens score`: a prediction against its reference, or many of them.

mod output;
mod pairs;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use texlens_evaluate::{list_settings, score_with_evidence};
use texlens_metrics::{Evidence, Settings};

use super::arguments::{Assignment, KindArgument, assignment, settings};
use crate::evidence::evidence;
use crate::failure::Failure;
use crate::input::read_text;
use output::{Format, Scored};

/// Score a prediction against its reference.
///
/// Spans in the output are byte ranges of the texts as given; in a document, of its pages joined by one line break.
#[derive(Args)]
pub(crate) struct Arguments {
    /// LaTeX of the reference
    #[arg(
        long,
        value_name = "R.tex",
        required_unless_present = "pairs",
        requires = "prediction"
    )]
    reference: Option<PathBuf>,

    /// LaTeX of the prediction
    #[arg(long, value_name = "P.tex", requires = "reference")]
    prediction: Option<PathBuf>,

    /// Many samples, one JSON object a line: {"id", "kind", "reference", "prediction"}, or
    /// {"id", "kind": "document", "pages": [{"reference", "prediction"}]}; `-` reads standard input. A formula that was
    /// typeset elsewhere may bring the boxes of its tokens, for each variant of character detection matching:
    /// "glyph_boxes": {"unimernet": {"reference": {"boxes": [{"token", "bbox"}], "size"}, "prediction"}, "omnidocbench"}
    #[arg(long, value_name = "PAIRS.jsonl", conflicts_with_all = ["reference", "prediction"])]
    pairs: Option<PathBuf>,

    /// What the samples are, where a line of --pairs does not say
    #[arg(long, value_enum, default_value_t = KindArgument::Page)]
    kind: KindArgument,

    /// Folder with GPT-2's vocab.json (or r50k_base.tiktoken) and model.safetensors, for texbleu_released
    #[arg(long, value_name = "FOLDER")]
    gpt2: Option<PathBuf>,

    /// How the scores are written
    #[arg(long, value_enum, default_value_t = Format::Json)]
    format: Format,

    /// Write the spans that explain each score (JSON only)
    #[arg(long)]
    spans: bool,

    /// Change a setting, for example ctp.min_words=5
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    settings: Vec<Assignment>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let settings = settings(&arguments.settings)?;
    let evidence = evidence(arguments.gpt2.as_deref())?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let code = match (&arguments.pairs, &arguments.reference, &arguments.prediction) {
        (Some(pairs), _, _) => pairs::run(pairs, arguments, &evidence, &settings, &mut out)?,
        (None, Some(reference), Some(prediction)) => {
            score_files(reference, prediction, arguments, &evidence, &settings, &mut out)?;
            ExitCode::SUCCESS
        }
        // The argument parser lets no other combination through.
        (None, _, _) => ExitCode::from(2),
    };
    out.flush().map_err(Failure::Write)?;
    Ok(code)
}

fn score_files(
    reference: &Path,
    prediction: &Path,
    arguments: &Arguments,
    evidence: &Evidence,
    settings: &Settings,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let id = reference.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let (reference, prediction) = (read_text(reference)?, read_text(prediction)?);
    let scores = score_with_evidence(arguments.kind.into(), &reference, &prediction, evidence, settings)?;
    let scored = Scored::new(id.into(), &scores, arguments.spans).with_settings(list_settings(settings));
    scored.write(arguments.format, out).map_err(Failure::Write)
}
