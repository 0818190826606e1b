//! `texlens evaluate`: the predictions of several systems for a dataset.

mod corpus;
mod files;
mod level;
mod plan;
mod progress;
mod report;
mod scoring;
mod table;
mod threshold;

use std::collections::BTreeSet;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use clap::{Args, ValueEnum};
use texlens_evaluate::{Board, Bootstrap, Breakdown, Comparison, Confidence, Kind, MetricError, Scorer, StatsError};
use texlens_metrics::{Settings, metric};
use texlens_report::{Content, LevelScores};

use super::arguments::{Assignment, KindArgument, SettingArguments, assignment, settings};
use crate::brought::Brought;
use crate::evidence::evidence;
use crate::failure::Failure;
use crate::pdf::{PdfLimits, Renderer};
use crate::terminal::{self, Form};
use crate::verdicts::Verdicts;
use corpus::Corpus;
pub(super) use report::assets;
use threshold::{Threshold, Verdict};

/// Score the predictions of one or several systems for a dataset, and compare the systems.
///
/// DATASET is a folder, an archive (zip, tar.gz) or a file (JSONL, CSV, JSON): a folder with manifest.jsonl, one of the layouts of
/// known benchmarks, records, or files that belong together by their names. --plan says what was understood and runs nothing. With --system,
/// only these folders are systems, with ID.tex or ID.md for each sample. A prediction that is not there is scored as an empty one and
/// counted as missing.
///
/// Exit code: 0 if all was scored, 1 if a file could not be used (everything else is scored), 2 if nothing could be, 3 if a value is
/// on the wrong side of its --fail-under.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder, archive or file with samples
    dataset: PathBuf,

    /// Say what was understood of the files, and what is left over, and run nothing
    #[arg(long)]
    plan: bool,

    /// A system and the folder, archive or file with its predictions; several may be given
    #[arg(long = "system", value_name = "NAME=DIR", value_parser = assignment)]
    systems: Vec<Assignment>,

    /// What is scored; with several, one after the other, and the HTML page shows samples of the first. Without it: documents if the
    /// manifest names a document and a page in every line and every document begins with page 1, else pages
    #[arg(long, value_enum, value_name = "LEVEL", value_delimiter = ',')]
    level: Vec<KindArgument>,

    /// Only these metrics, for example ds,ta
    #[arg(long, value_name = "ID,...", value_delimiter = ',')]
    metrics: Vec<String>,

    #[command(flatten)]
    settings: SettingArguments,

    /// Folder with GPT-2's vocab.json (or r50k_base.tiktoken) and model.safetensors, for texbleu_released
    #[arg(long, value_name = "FOLDER")]
    gpt2: Option<PathBuf>,

    /// Folder with the TeX engine, for csr and what is made of it; without it: $TEXLENS_TEX, or `tex` beside this program
    #[arg(long, value_name = "FOLDER")]
    tex: Option<PathBuf>,

    /// Compare only samples of which every system has a prediction; how many are left out is reported
    #[arg(long)]
    common: bool,

    /// Leave out pages whose line in the manifest says so, for example weak=true
    #[arg(long = "exclude-tag", value_name = "KEY=VALUE", value_parser = assignment)]
    exclude: Vec<Assignment>,

    /// How often documents are drawn anew for an interval
    #[arg(long, value_name = "N", default_value_t = 9_999)]
    resamples: usize,

    /// Where these draws start; the same seed gives the same intervals
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Also tell what the systems are worth for each value of this tag of the samples, for example columns; several may be given
    #[arg(long, value_name = "TAG,...", value_delimiter = ',')]
    by: Vec<String>,

    /// Threads; 0 is one for each core. The results do not depend on it
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,

    /// How the result is written to standard output
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,

    /// Write one page with the comparison and the lowest-scoring samples
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Write the same as files of a folder, for static hosts: a first page, a page for each sample, images
    #[arg(long, value_name = "DIR")]
    html_folder: Option<PathBuf>,

    /// Samples on that page or in that folder
    #[arg(long, value_name = "N", default_value_t = 40)]
    html_samples: usize,

    /// Leave page images out of it, or the texts and all that quotes them, so that only scores remain
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    html_without: Vec<LeftOut>,

    /// KaTeX's dist folder (katex.min.css and fonts), to have its fonts on that page; MathML is used without
    #[arg(long, value_name = "DIR")]
    katex: Option<PathBuf>,

    #[command(flatten)]
    pdf: PdfLimits,

    /// Write everything but the texts as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Write the texts into that JSON, too: `texlens judge` needs them
    #[arg(long)]
    texts: bool,

    /// Write every score as a line: system, level, id, document, metric, value, reason
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Write the main metrics of the systems as a Markdown table
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,

    /// Write the main metrics of the systems as a LaTeX table (booktabs)
    #[arg(long, value_name = "FILE")]
    latex: Option<PathBuf>,

    /// Write thresholds and problems as JUnit XML, a suite for each system
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,

    /// Exit with code 3 if a system's value is below X, or above it where lower is better, for example ds=0.9 or overall_defined=0.7
    #[arg(long = "fail-under", value_name = "METRIC=X", value_parser = threshold::parse)]
    thresholds: Vec<Threshold>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For a person
    Table,
    /// As --json writes it
    Json,
}

/// What can be left out of the HTML page and folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LeftOut {
    /// Page images
    Images,
    /// References, predictions and what quotes them
    Texts,
}

/// Most predictions that are scored together, at each level: the scores of one take up to ten kilobytes.
const MAX_SCORED: usize = 300_000;

/// Why there is nothing to evaluate.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EvaluationError {
    #[error(
        "no system to score: add --system NAME=DIR, where DIR holds ID.tex for each sample, as `texlens ocr DATASET --out DIR` writes them"
    )]
    NoSystem,
    #[error("two systems are called {0:?}; give each its own name")]
    SystemTwice(String),
    #[error("system {name} has no prediction for any sample; the first should be {expected}")]
    NoPrediction { name: String, expected: String },
    #[error("{dataset} holds no samples{}", if *excluded { " but those that --exclude-tag leaves out" } else { "; --plan says what was understood of it" })]
    NoPages { dataset: String, excluded: bool },
    #[error(
        "the pages are judged by unit tests, as those of olmOCR-bench are, and have no references to be compared with"
    )]
    OnlyTests,
    #[error(
        "{samples} samples of {systems} systems are more than the {MAX_SCORED} predictions that are scored together; name fewer systems with --system, split the dataset, or use `texlens score --pairs`, which has no such limit"
    )]
    TooMany { samples: usize, systems: usize },
    #[error(transparent)]
    NoReference(texlens_dataset::Problem),
    #[error("{path} {error}")]
    List {
        path: String,
        error: texlens_dataset::ReadError,
    },
    #[error(
        "{id}: documents need \"document\" and \"page\" for every page; add them, or score pages with --level page"
    )]
    NoDocument { id: String },
    #[error(
        "--by: no sample has the tag {tag:?}; {there} (keys of the manifest's lines; a document has those that are equal on all its pages)"
    )]
    NoSuchTag { tag: String, there: String },
    #[error("--fail-under: no metric {0:?} was computed; see --metrics and --level")]
    NoSuchValue(String),
    #[error(transparent)]
    Stats(#[from] StatsError),
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let settings = settings(&arguments.settings)?;
    let bootstrap = Bootstrap::new(arguments.resamples, arguments.seed, Confidence::default());
    let bootstrap = bootstrap.map_err(EvaluationError::Stats)?;
    let renderer = Renderer::new(arguments.pdf);
    let brought = open(arguments, &renderer)?;
    if arguments.plan {
        return plan::print(&brought.plan, arguments.format == Format::Json);
    }
    let is_lossless = !brought.tell();
    let levels = level::levels(&arguments.level, &brought)?;
    let evidence = evidence(arguments.gpt2.as_deref())?;
    let scorers = scorers(&levels, &arguments.metrics, &settings)?
        .into_iter()
        .map(|scorer| scorer.with_evidence(evidence.clone()))
        .collect::<Vec<_>>();
    let verdicts = Verdicts::new(arguments.tex.as_deref())?;
    let mut corpus = Corpus::load(&brought, &arguments.exclude)?;
    let threads = threads(arguments.jobs);

    let mut results = Vec::with_capacity(scorers.len());
    for scorer in &scorers {
        let samples = level::samples(scorer.kind(), &corpus);
        let board = Board {
            kind: scorer.kind(),
            systems: corpus.names(),
            samples: scoring::score(scorer, &corpus, &verdicts, &samples, threads),
            dataset: None,
            left_out: None,
        };
        let board = if arguments.common { board.common() } else { board };
        let mut comparison = board.compare(scorer, &bootstrap, threads);
        comparison.breakdowns = breakdowns(&arguments.by, scorer, &board, &bootstrap, threads);
        results.push(LevelScores {
            comparison,
            samples: board.samples,
        });
    }
    check_tags(&arguments.by, &results)?;
    corpus.files.extend(verdicts.files());
    let verdicts = threshold::judge(&arguments.thresholds, results.iter().map(|level| &level.comparison))?;
    if arguments.html.is_some() || arguments.html_folder.is_some() {
        let samples = arguments.html_samples;
        let mut evaluation = report::evaluation(&brought, &corpus, &scorers, &results, samples, threads, &renderer);
        for (level, comparison) in results.iter_mut().zip(&evaluation.comparisons) {
            level.comparison.clone_from(comparison);
        }
        content(&arguments.html_without).apply(&mut evaluation);
        files::pages(arguments, &evaluation)?;
    }
    files::scores(arguments, &corpus, &settings, &results, &verdicts)?;
    print(arguments, &corpus, &settings, &results)?;
    threshold::tell(&verdicts);
    let is_whole = is_lossless && results.iter().all(|level| level.comparison.problems.is_empty());
    Ok(exit_code(&verdicts, is_whole))
}

/// What the systems are worth for each value of tags; of those that no sample has, nothing.
fn breakdowns(
    tags: &[String],
    scorer: &Scorer<'_>,
    board: &Board,
    bootstrap: &Bootstrap,
    threads: NonZeroUsize,
) -> Vec<Breakdown> {
    let known = tags
        .iter()
        .filter(|tag| board.samples.iter().any(|sample| sample.tags.contains_key(*tag)));
    known
        .map(|tag| board.breakdown(scorer, tag, bootstrap, threads))
        .collect()
}

/// A tag that no sample has is a slip of the pen.
fn check_tags(tags: &[String], results: &[LevelScores]) -> Result<(), EvaluationError> {
    let samples = || results.iter().flat_map(|level| &level.samples);
    let unknown = tags
        .iter()
        .find(|tag| !samples().any(|sample| sample.tags.contains_key(*tag)));
    let Some(tag) = unknown else { return Ok(()) };
    let there: BTreeSet<&str> = samples()
        .flat_map(|sample| sample.tags.keys())
        .map(String::as_str)
        .collect();
    Err(EvaluationError::NoSuchTag {
        tag: tag.clone(),
        there: match there.into_iter().collect::<Vec<_>>().join(", ") {
            none if none.is_empty() => "they have none".to_owned(),
            names => format!("there are {names}"),
        },
    })
}

/// The dataset with the systems that were named.
fn open(arguments: &Arguments, renderer: &Renderer) -> Result<Brought, Failure> {
    let systems = &arguments.systems;
    for (index, (name, _)) in systems.iter().enumerate() {
        if systems.iter().take(index).any(|(other, _)| other == name) {
            return Err(EvaluationError::SystemTwice(name.clone()).into());
        }
    }
    Brought::open(&arguments.dataset, systems, renderer)
}

fn exit_code(verdicts: &[Verdict], is_whole: bool) -> ExitCode {
    if verdicts.iter().any(|verdict| !verdict.holds) {
        ExitCode::from(3)
    } else {
        ExitCode::from(u8::from(!is_whole))
    }
}

/// One for each level, with those of the metrics that are defined on it.
fn scorers<'s>(levels: &[Kind], ids: &[String], settings: &'s Settings) -> Result<Vec<Scorer<'s>>, Failure> {
    if ids.is_empty() {
        return Ok(levels.iter().map(|&level| Scorer::new(level, settings)).collect());
    }
    for id in ids {
        let info = metric(id).map(|metric| metric.info());
        let info = info.ok_or_else(|| MetricError::Unknown { id: id.clone() })?;
        if !levels.iter().any(|level| info.kinds.contains(level)) {
            let kind = levels.first().copied().unwrap_or_default();
            return Err(MetricError::OtherKind { info, kind }.into());
        }
    }
    let of_level = |level: &Kind| {
        let is_defined = |id: &&String| metric(id).is_some_and(|metric| metric.info().kinds.contains(level));
        let ids: Vec<&String> = ids.iter().filter(is_defined).collect();
        Scorer::only(*level, settings, &ids).map_err(Failure::from)
    };
    levels.iter().map(of_level).collect()
}

fn threads(jobs: usize) -> NonZeroUsize {
    NonZeroUsize::new(jobs)
        .or_else(|| thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN)
}

fn content(left_out: &[LeftOut]) -> Content {
    Content {
        images: !left_out.contains(&LeftOut::Images),
        texts: !left_out.contains(&LeftOut::Texts),
    }
}

fn print(arguments: &Arguments, corpus: &Corpus, settings: &Settings, results: &[LevelScores]) -> Result<(), Failure> {
    let mut out = terminal::output(match arguments.format {
        Format::Json => Form::Json,
        Format::Table => Form::Text,
    });
    match arguments.format {
        Format::Json => {
            writeln!(out, "{}", report::json(corpus, settings, results, arguments.texts)?).map_err(Failure::Write)?
        }
        Format::Table => {
            let comparisons: Vec<&Comparison> = results.iter().map(|level| &level.comparison).collect();
            table::write(&corpus.title(), &comparisons, &mut out).map_err(Failure::Write)?;
        }
    }
    out.flush().map_err(Failure::Write)
}
