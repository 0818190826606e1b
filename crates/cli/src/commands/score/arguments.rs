//! Arguments of `texlens score`.

use std::path::PathBuf;

use clap::Args;

use super::output::Format;
use crate::commands::arguments::{Assignment, KindArgument, SettingArguments, TextArguments, assignment};
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

    /// Many samples: a Parquet or Arrow file (see --columns), or JSON lines; `-` reads JSON lines from standard input. A
    /// line is {"id", "kind", "reference", "prediction"}, or {"id", "kind": "document", "pages": [{"reference",
    /// "prediction"}]}. A formula that was typeset elsewhere may include the boxes of its tokens, for each variant of
    /// character detection matching: "glyph_boxes": {"unimernet": {"reference": {"boxes": [{"token", "bbox"}], "size"},
    /// "prediction"}, "omnidocbench"}
    #[arg(long, value_name = "FILE", conflicts_with_all = ["reference", "prediction"])]
    pub(super) pairs: Option<PathBuf>,

    /// Columns of a Parquet or Arrow file, for example reference=text,prediction=markdown,id=page. Without it, they are
    /// known by their names; `id=` and `kind=` without a name leave them out
    #[arg(long, value_name = "ROLE=COLUMN,...", requires = "pairs", value_delimiter = ',', value_parser = assignment)]
    pub(super) columns: Vec<Assignment>,

    /// Write the scores of --pairs to a file in the format of its name: .parquet, .arrow or .jsonl. Parquet and Arrow have
    /// a row for each sample and a column for each metric
    #[arg(long, value_name = "FILE", requires = "pairs")]
    pub(super) out: Option<PathBuf>,

    /// Number of threads for --pairs; 0 means one for each core. The results do not depend on it
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) jobs: usize,

    /// Kind of the samples, for those of --pairs without a kind
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
