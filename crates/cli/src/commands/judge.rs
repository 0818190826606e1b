//! `texlens judge`: what a language model says of the formulas and tables in a report.

mod cache;
mod drive;
mod latexbench;
mod preview;
mod settings;
mod source;
mod summary;
mod transport;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use clap::{Args, ValueEnum};
use texlens_evaluate::{Bootstrap, Correlations, JudgeRun};
use texlens_judge::cost::PriceError;
use texlens_judge::judging::{Judging, agreement, judge_name};
use texlens_judge::{AccountError, EndpointError, Protocol, ProtocolError, Provider, Run, RunError, RunSettings};

use super::correlate::ratings::{RatingArguments, RatingFile};
use crate::failure::Failure;
use crate::terminal::{self, Form};
use drive::Session;
use settings::{list_protocols, protocols, run_settings};
use source::Report;

/// Have a language model judge the formulas and tables of a report.
///
/// REPORT is what `texlens evaluate DATASET --json FILE --texts` has written, or a report saved as HTML. Each formula of a reference is judged beside the one that the system
/// has in its place, each table likewise; the judge does not learn which system it is. The report is written again with the verdicts; the input stays as it is.
///
/// The key of the account is read from the environment variable TEXLENS_JUDGE_KEY (that of a model under test with another
/// endpoint from TEXLENS_SUBJECT_KEY); local servers need none. Only the texts of the pairs are sent (with --matching judge
/// also the systems' pages), only to the endpoint, and redirects are not followed. Ctrl-C ends the run; what was answered is kept, and with --cache nothing is asked twice.
///
/// Exit code: 0 if all pairs were judged, 1 if some could not be, 2 if none could.
#[derive(Args)]
pub(crate) struct Arguments {
    /// JSON with texts, or HTML
    #[arg(required_unless_present_any = ["latexbench", "list"])]
    report: Option<PathBuf>,

    /// Judge LaTeXBench's items in the .jsonl files of a folder instead of a report (docs/judge.md has their form); the result goes to --out, or to latexbench.json there
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["report", "protocols", "repeats", "swap", "matching", "ratings", "items"])]
    latexbench: Option<PathBuf>,

    /// With --latexbench, the model under test, which is asked for the faults of blind contrasts; --model is the judge of the other items
    #[arg(long, value_name = "M", requires = "latexbench")]
    subject_model: Option<String>,

    /// Address of the service of the model under test; without it: the judge's, or the provider's own where --subject-provider names another
    #[arg(long, value_name = "URL", requires = "subject_model")]
    subject_endpoint: Option<String>,

    /// In whose form the model under test is asked; without it: as the judge
    #[arg(long, value_enum, value_name = "NAME", requires = "subject_model")]
    subject_provider: Option<ProviderArgument>,

    /// Dollars per million tokens of the model under test, as --price has them for the judge
    #[arg(long, value_name = "IN,OUT", requires = "subject_model")]
    subject_price: Option<String>,

    /// List the protocols with their sources
    #[arg(long)]
    list: bool,

    /// Address of the provider's service or of a local server, for example http://localhost:11434/v1; without it: the provider's own
    #[arg(long, value_name = "URL")]
    endpoint: Option<String>,

    /// The provider's name of the model
    #[arg(long, value_name = "M", required_unless_present = "list")]
    model: Option<String>,

    /// In whose form the server is asked; most servers know that of OpenAI
    #[arg(long, value_enum, value_name = "NAME", default_value_t = ProviderArgument::Openai)]
    provider: ProviderArgument,

    /// What the judge is asked: a protocol of texlens (--list) or a file with one; one for formulas and one for tables may be given. Without: texlens_formula and
    /// texlens_table
    #[arg(long = "protocol", value_name = "NAME")]
    protocols: Vec<String>,

    /// Which formula of the prediction is which of the reference
    #[arg(long, value_enum, default_value_t = Matching::Rules)]
    matching: Matching,

    /// Send nothing that could make the run cost more
    #[arg(long, value_name = "USD")]
    budget: Option<f64>,

    /// Dollars per million tokens of prompts and of answers, where the table of prices does not know the model
    #[arg(long, value_name = "IN,OUT")]
    price: Option<String>,

    /// A table of prices in place of the one of texlens (crates/judge/prices.json)
    #[arg(long, value_name = "FILE")]
    prices: Option<PathBuf>,

    /// Write every request with its tokens and cost, and send nothing
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    ratings: RatingArguments,

    /// Where the report goes; without it: beside REPORT, with `.judged` in its name
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Most requests at once
    #[arg(long, value_name = "N", default_value_t = 4)]
    concurrency: usize,

    /// How often each pair is asked about; more than once measures whether the judge agrees with itself
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=20))]
    repeats: u32,

    /// Ask once more with the two texts in the other order, to measure whether the position matters
    #[arg(long)]
    swap: bool,

    /// Most tokens of an answer, in place of the protocol's limit; models that think before they answer may need more
    #[arg(long, value_name = "N")]
    max_output_tokens: Option<u32>,

    /// Seconds that an answer may take, in place of the protocol's limit or 120
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: Option<u64>,

    /// Write every request with its answer, as lines of JSON, without the key
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,

    /// Keep every request with its answer in the report, without the key
    #[arg(long)]
    keep_transcript: bool,

    /// Folder in which answers are kept and looked up, so that a run goes on where another ended
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,

    /// Ask again what the cache has only invalid answers to
    #[arg(long, requires = "cache")]
    ask_again: bool,

    /// Where chance starts: waits before a request is sent again, and the draws behind intervals
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// KaTeX's dist folder, to have its fonts in an HTML report
    #[arg(long, value_name = "DIR")]
    katex: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ProviderArgument {
    /// Chat completions: OpenAI, most other providers, and local servers
    Openai,
    /// Messages
    Anthropic,
    /// generateContent
    Gemini,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Matching {
    /// As `texlens evaluate` does
    Rules,
    /// As the document-parser paper does: the model names each formula of a page, rules find it there
    Judge,
}

impl From<ProviderArgument> for Provider {
    fn from(provider: ProviderArgument) -> Self {
        match provider {
            ProviderArgument::Openai => Self::OpenAi,
            ProviderArgument::Anthropic => Self::Anthropic,
            ProviderArgument::Gemini => Self::Gemini,
        }
    }
}

/// Why nothing can be judged.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JudgeError {
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Protocol(#[from] ProtocolError),
    #[error(transparent)]
    Price(#[from] PriceError),
    #[error(transparent)]
    Stats(#[from] texlens_evaluate::StatsError),
    #[error("--protocol: there is none called {name:?} and no such file; there are {known}")]
    NoProtocol { name: String, known: String },
    #[error("--protocol: {0} and {1} judge the same; give one for formulas and one for tables")]
    SameTask(String, String),
    #[error("--protocol: {0} judges neither formulas nor tables")]
    OtherTask(String),
    #[error("--price and --subject-price must be two amounts, for example 0.25,2")]
    PriceForm,
    #[error("--budget must be an amount of dollars, for example 0.50")]
    Budget,
    #[error("{0} holds no key: it is empty or has characters that a key cannot have")]
    Key(&'static str),
    #[error("{0}: {1}")]
    Account(&'static str, AccountError),
    #[error(transparent)]
    Bench(#[from] texlens_judge::latexbench::BenchError),
    #[error("{} holds no items: LaTeXBench's items are lines of its .jsonl files", .0.display())]
    NoItems(PathBuf),
    #[error("blind contrasts are put to the model under test: name it with --subject-model (--model is the judge)")]
    NoSubject,
    #[error(
        "the run ended before all formulas were matched: {0}. With --cache, a later run goes on where this one ended"
    )]
    Unmatched(String),
    #[error("the report holds no formula or table with a reference that {0} could judge")]
    NothingToJudge(String),
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if arguments.list {
        return list_protocols();
    }
    let protocols = protocols(arguments)?;
    let settings = run_settings(arguments, &protocols)?;
    match (&arguments.latexbench, &arguments.report) {
        (Some(folder), _) => latexbench::run(arguments, folder, settings),
        (None, Some(report)) => judge(arguments, report, protocols, settings),
        (None, None) => Ok(ExitCode::SUCCESS),
    }
}

/// Judges a report.
fn judge(
    arguments: &Arguments,
    path: &Path,
    protocols: Vec<Protocol>,
    settings: RunSettings,
) -> Result<ExitCode, Failure> {
    let bootstrap = Bootstrap::new(9_999, arguments.seed, texlens_evaluate::Confidence::default());
    let bootstrap = bootstrap.map_err(JudgeError::Stats)?;
    let report = Report::read(path)?;
    let subjects = report.subjects();
    let systems: BTreeSet<&str> = subjects.iter().map(|(subject, _)| subject.system).collect();
    // Before anything is sent: what is wrong with it is to cost nothing.
    let ratings = arguments.ratings.read(&systems.into_iter().collect::<Vec<_>>())?;
    let mut session = Session::start(arguments, settings)?;
    let (items, matching, problems) = match arguments.matching {
        Matching::Rules => (source::items(&subjects)?, Vec::new(), Vec::new()),
        Matching::Judge => {
            let Some(matched) = source::matched_items(&subjects, &mut session, arguments.dry_run)? else {
                preview::print(
                    "stage 1 of the matching only; what is judged depends on its answers",
                    &session.run,
                )?;
                return Ok(ExitCode::SUCCESS);
            };
            matched
        }
    };
    let names: Vec<&str> = protocols.iter().map(Protocol::name).collect();
    let names = names.join(" or ");
    let mut judging = Judging::new(items, protocols, arguments.repeats, arguments.swap).matched_by(matching, problems);
    if judging.items().is_empty() {
        return Err(JudgeError::NothingToJudge(names).into());
    }
    judging.add_to(&mut session.run).map_err(JudgeError::Protocol)?;
    if arguments.dry_run {
        let pairs = format!("{} pairs: {} decided by rule", judging.items().len(), judging.decided());
        preview::print(&pairs, &session.run)?;
        return Ok(ExitCode::SUCCESS);
    }
    session.drive()?;
    let mut result = judging.result(&session.run, &now(), &bootstrap);
    let others = report.earlier().iter();
    result.agreement = others.map(|other| agreement(&result, other, &bootstrap)).collect();
    result.correlations = correlations(arguments, &report, &result, ratings.as_ref())?;
    finish(arguments, path, report, &result, &session.run)
}

/// The judge with the report's metrics, and both with the ratings; none where there is neither.
fn correlations(
    arguments: &Arguments,
    report: &Report,
    result: &JudgeRun,
    ratings: Option<&RatingFile>,
) -> Result<Option<Correlations>, Failure> {
    let mut table = report.metrics()?;
    table.add_judge(&judge_name(result), result);
    if let Some(ratings) = ratings {
        ratings.add_to(&mut table);
    }
    let correlations = table.correlations(arguments.ratings.items(), texlens_evaluate::Confidence::default());
    Ok(Some(correlations).filter(|correlations| !correlations.pairs.is_empty()))
}

/// The date, as reports have it.
fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

/// Writes the report and tells what came out.
fn finish(
    arguments: &Arguments,
    path: &Path,
    report: Report,
    result: &JudgeRun,
    run: &Run,
) -> Result<ExitCode, Failure> {
    let out = arguments.out.clone().unwrap_or_else(|| judged_name(path));
    let text = report.with(result, arguments.katex.as_deref())?;
    fs::write(&out, text).map_err(|error| Failure::WriteFile {
        path: out.clone(),
        error,
    })?;
    let mut stdout = terminal::output(Form::Text);
    summary::write(result, run, &out, &mut stdout)
        .and_then(|()| stdout.flush())
        .map_err(Failure::Write)?;
    let scored = result
        .items
        .iter()
        .filter(|item| item.verdict.score().is_some())
        .count();
    Ok(match scored {
        0 => ExitCode::from(2),
        scored => ExitCode::from(u8::from(scored < result.items.len())),
    })
}

/// `report.json` as `report.judged.json`.
fn judged_name(report: &Path) -> PathBuf {
    let extension = report.extension().unwrap_or_default().to_string_lossy();
    report.with_extension(format!("judged.{extension}"))
}

/// For how long the driver looks at nothing else.
const TICK: Duration = Duration::from_millis(200);
