//! Arguments of `texlens evaluate`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::eval_results::{self, Benchmark};
use super::threshold::{self, Threshold};
use crate::commands::arguments::{Assignment, KindArgument, SettingArguments, TextArguments, assignment};
use crate::evidence::TableArguments;
use crate::pdf::PdfArguments;

/// Score the predictions of one or several systems for a dataset, and compare the systems.
///
/// DATASET is a folder, an archive (zip, tar.gz) or a file (JSONL, CSV, JSON): a folder with manifest.jsonl, a layout
/// of a known benchmark, records, or files that belong together by their names. --plan shows the plan and runs nothing.
/// With --system, only these folders are systems, with ID.tex or ID.md for each sample. A missing prediction is scored
/// as empty text and counted.
///
/// Exit code: 0 if everything was scored, 1 if a file could not be used (everything else is scored), 2 if nothing could
/// be scored, 3 if a value is on the wrong side of its --fail-under.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder, archive or file with samples
    pub(super) dataset: PathBuf,

    /// Print the samples, the systems and the files that are left over, and run nothing
    #[arg(long)]
    pub(super) plan: bool,

    /// System, and the folder, archive or file with its predictions; may be repeated
    #[arg(long = "system", value_name = "NAME=DIR", value_parser = assignment)]
    pub(super) systems: Vec<Assignment>,

    /// Kind of the samples; several kinds are scored one after the other, and the HTML page shows samples of the first.
    /// Default: documents if the manifest names a document and a page in every line and every document begins with
    /// page 1, else pages
    #[arg(long, value_enum, value_name = "LEVEL", value_delimiter = ',')]
    pub(super) level: Vec<KindArgument>,

    /// Calculate only these metrics, for example ds,ta
    #[arg(long, value_name = "ID,...", value_delimiter = ',')]
    pub(super) metrics: Vec<String>,

    /// Set every formula with the TeX engine, for the metrics that compare how formulas look (CDM, visual_exact);
    /// naming such a metric with --metrics does the same
    #[arg(long)]
    pub(super) typeset: bool,

    #[command(flatten)]
    pub(super) texts: TextArguments,

    #[command(flatten)]
    pub(super) settings: SettingArguments,

    #[command(flatten)]
    pub(super) tables: TableArguments,

    /// Folder with the TeX engine, for csr and metrics that use it; default: $TEXLENS_TEX, or `tex` beside this
    /// program
    #[arg(long, value_name = "FOLDER")]
    pub(super) tex: Option<PathBuf>,

    /// Compare only samples of which every system has a prediction; the number of omitted samples is reported
    #[arg(long)]
    pub(super) common: bool,

    /// Evaluate only the samples that match all words, as in the app's list: tag:NAME, tag:NAME=VALUE, system:PART, or a
    /// part of the name, the system, a tag or one of the texts. Systems with a match keep their predictions for all
    /// matching samples. All numbers are those of the selection, and every output but CSV says so
    #[arg(long, value_name = "TEXT")]
    pub(super) filter: Option<String>,

    /// Omit pages with this tag in the manifest, for example weak=true
    #[arg(long = "exclude-tag", value_name = "KEY=VALUE", value_parser = assignment)]
    pub(super) exclude: Vec<Assignment>,

    /// Number of draws of documents for an interval
    #[arg(long, value_name = "N", default_value_t = 9_999)]
    pub(super) resamples: usize,

    /// Seed of these draws; the same seed gives the same intervals
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,

    /// Also compare the systems for each value of this tag of the samples, for example columns; several tags are
    /// allowed
    #[arg(long, value_name = "TAG,...", value_delimiter = ',')]
    pub(super) by: Vec<String>,

    /// Write curves into this folder: each measure by the values of each tag of --by, with intervals, as SVG for each
    /// level and tag and as one CSV; created if necessary
    #[arg(long, value_name = "DIR", requires = "by")]
    pub(super) curves: Option<PathBuf>,

    /// Number of threads; 0 means one for each core. The results do not depend on it
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) jobs: usize,

    /// Format of the result on standard output
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(super) format: Format,

    /// Write one page with the comparison and the lowest-scoring samples
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,

    /// Write the same page as files of a folder, for static hosts: a first page, a page for each sample, images
    #[arg(long, value_name = "DIR")]
    pub(super) html_folder: Option<PathBuf>,

    /// Maximum number of samples on that page or in that folder
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub(super) html_samples: usize,

    /// Omit page images, or the texts and all quotations of them, so that only scores remain
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub(super) html_without: Vec<LeftOut>,

    /// KaTeX's dist folder (katex.min.css and fonts), to include its fonts in that page; without it, MathML is used
    #[arg(long, value_name = "DIR")]
    pub(super) katex: Option<PathBuf>,

    #[command(flatten)]
    pub(super) pdf: PdfArguments,

    /// Write everything except the texts as JSON
    #[arg(long, value_name = "FILE")]
    pub(super) json: Option<PathBuf>,

    /// Include the texts in that JSON; `texlens judge` needs them
    #[arg(long = "texts")]
    pub(super) with_texts: bool,

    /// Write every score as a line of CSV: system, level, id, document, metric, value, reason
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,

    /// Write the main metrics of the systems as a Markdown table
    #[arg(long, value_name = "FILE")]
    pub(super) markdown: Option<PathBuf>,

    /// Write the main metrics of the systems as a LaTeX table (booktabs)
    #[arg(long, value_name = "FILE")]
    pub(super) latex: Option<PathBuf>,

    /// Write thresholds and problems as JUnit XML, one suite for each system
    #[arg(long, value_name = "FILE")]
    pub(super) junit: Option<PathBuf>,

    /// Write results for model cards on the Hugging Face Hub: a YAML file for each system, for the folder .eval_results of
    /// its model; created if necessary
    #[arg(long, value_name = "DIR", requires_all = ["benchmark", "benchmark_task"])]
    pub(super) eval_results: Option<PathBuf>,

    /// The benchmark of these results: a dataset of the Hub, with its revision if you like
    #[arg(long, value_name = "ORG/NAME[@REVISION]", requires = "eval_results", value_parser = eval_results::benchmark)]
    pub(super) benchmark: Option<Benchmark>,

    /// A metric, or a mean such as overall, and the task of the benchmark's eval.yaml whose result it is
    #[arg(long, value_name = "METRIC=TASK,...", value_delimiter = ',', requires = "eval_results", value_parser = assignment)]
    pub(super) benchmark_task: Vec<Assignment>,

    /// Exit with code 3 if a system's value is below X, or above it where lower is better, for example ds=0.9,
    /// overall_defined=0.7, unit_tests=0.8 (the score of the unit tests) or unit_tests.math=0.8 (those of a type)
    #[arg(long = "fail-under", value_name = "METRIC=X", value_parser = threshold::parse)]
    pub(super) thresholds: Vec<Threshold>,
}

/// The format of the result on standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    Table,
    /// The same JSON as that of --json
    Json,
}

/// The parts that the HTML page and folder can omit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum LeftOut {
    /// Page images
    Images,
    /// References, predictions and quotations of them
    Texts,
}
