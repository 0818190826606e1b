//! Arguments of `texlens score`.

use std::path::PathBuf;

use clap::Args;

use super::output::Format;
use crate::commands::arguments::{KindArgument, SettingArguments, TextArguments};
use crate::evidence::TableArguments;

/// Score a prediction against its reference.
///
/// Spans in the output are byte ranges of the given texts, without what is removed around the LaTeX of answers; in a
/// document, of its pages joined by one line break.
#[derive(Args)]
pub(crate) struct Arguments {
    /// LaTeX of the reference
    #[arg(
        long,
        value_name = "R.tex",
        required_unless_present = "pairs",
        requires = "prediction"
    )]
    pub(super) reference: Option<PathBuf>,

    /// LaTeX of the prediction
    #[arg(long, value_name = "P.tex", requires = "reference")]
    pub(super) prediction: Option<PathBuf>,

    /// Many samples, one JSON object per line: {"id", "kind", "reference", "prediction"}, or {"id", "kind": "document",
    /// "pages": [{"reference", "prediction"}]}; `-` reads standard input. A formula that was typeset elsewhere may
    /// include the boxes of its tokens, for each variant of character detection matching: "glyph_boxes": {"unimernet":
    /// {"reference": {"boxes": [{"token", "bbox"}], "size"}, "prediction"}, "omnidocbench"}
    #[arg(long, value_name = "PAIRS.jsonl", conflicts_with_all = ["reference", "prediction"])]
    pub(super) pairs: Option<PathBuf>,

    /// Kind of the samples, for lines of --pairs without a kind
    #[arg(long, value_enum, default_value_t = KindArgument::Page)]
    pub(super) kind: KindArgument,

    #[command(flatten)]
    pub(super) texts: TextArguments,

    #[command(flatten)]
    pub(super) tables: TableArguments,

    /// Folder with the TeX engine, for csr and metrics that use it; default: $TEXLENS_TEX, or `tex` beside this program
    #[arg(long, value_name = "FOLDER")]
    pub(super) tex: Option<PathBuf>,

    /// Set formulas with the TeX engine, for the metrics that compare how formulas look (CDM, visual_exact)
    #[arg(long)]
    pub(super) typeset: bool,

    /// Format of the scores
    #[arg(long, value_enum, default_value_t = Format::Json)]
    pub(super) format: Format,

    /// Write the spans that explain each score, and all errors of the TeX engine (JSON only)
    #[arg(long)]
    pub(super) spans: bool,

    #[command(flatten)]
    pub(super) settings: SettingArguments,
}
