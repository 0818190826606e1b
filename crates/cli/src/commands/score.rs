//! `texlens score`: a prediction against its reference, or many of them.

mod output;
mod pairs;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use texlens_evaluate::{Detail, InputError, Kind, Parsed, Scorer, Text, list_settings};
use texlens_metrics::{Evidence, Need, Score, Settings, Side};
use texlens_tex::Compilation;

use super::arguments::{KindArgument, SettingArguments, settings};
use crate::evidence::evidence;
use crate::failure::Failure;
use crate::input::{MAX_TEXT, read_text};
use crate::terminal::{self, Form};
use crate::verdicts::Verdicts;
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

    /// Folder with the TeX engine, for csr and what is made of it; without it: $TEXLENS_TEX, or `tex` beside this program
    #[arg(long, value_name = "FOLDER")]
    tex: Option<PathBuf>,

    /// How the scores are written
    #[arg(long, value_enum, default_value_t = Format::Json)]
    format: Format,

    /// Write the spans that explain each score, and all errors of the TeX engine (JSON only)
    #[arg(long)]
    spans: bool,

    #[command(flatten)]
    settings: SettingArguments,
}

/// What scores are made with.
struct Means {
    settings: Settings,
    evidence: Evidence,
    verdicts: Verdicts,
}

/// What is found out about one sample.
struct Findings {
    scores: Vec<Score>,
    compilation: Option<Compilation>,
}

impl Means {
    fn score(
        &self,
        kind: Kind,
        reference_text: &Text<'_>,
        prediction: &Text<'_>,
        evidence: Evidence,
    ) -> Result<Findings, InputError> {
        let reference = Parsed::of(Side::Reference, reference_text)?;
        let scorer = Scorer::new(kind, &self.settings).with_evidence(evidence);
        let is_compiled = scorer.needs(Need::Compilation);
        let compilation = is_compiled.then(|| self.verdicts.of(prediction)).flatten();
        let of_reference = is_compiled.then(|| self.verdicts.of(reference_text)).flatten();
        let reference = reference.with_compilation(of_reference.as_ref());
        let scored = scorer.assess(&reference, prediction, compilation.as_ref(), Detail::Spans)?;
        Ok(Findings {
            scores: scored.scores,
            compilation,
        })
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let means = Means {
        settings: settings(&arguments.settings)?,
        evidence: evidence(arguments.gpt2.as_deref())?,
        verdicts: Verdicts::new(arguments.tex.as_deref())?,
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
