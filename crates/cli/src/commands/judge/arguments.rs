//! Arguments of `texlens judge`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::asking::{ProviderArgument, SessionFiles};
use crate::commands::correlate::ratings::RatingArguments;

/// Have a language model judge the formulas and tables of a report.
///
/// REPORT is a file that `texlens evaluate DATASET --json FILE --texts` has written, or a report saved as HTML. Each
/// formula of a reference is judged against its counterpart in the system's prediction, and each table likewise. The
/// judge does not learn the name of the system. The report is written to a new file with the verdicts; the input is not
/// changed.
///
/// The key of the account is read from the environment variable TEXLENS_JUDGE_KEY (that of a model under test with
/// another endpoint from TEXLENS_SUBJECT_KEY); local servers need none. Only the texts of the pairs are sent (with
/// --matching judge also the systems' pages), only to the endpoint, and redirects are not followed. Ctrl-C ends the
/// run; answers so far are kept, and with --cache no question is paid for twice.
///
/// Exit code: 0 if all pairs were judged, 1 if some could not be judged, 2 if none could be judged.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Report as JSON with texts, or as HTML
    #[arg(required_unless_present_any = ["latexbench", "list"])]
    pub(super) report: Option<PathBuf>,

    /// Judge LaTeXBench's items in the .jsonl files of a folder instead of a report (docs/judge.md describes their
    /// form); the result goes to --out, or to latexbench.json in that folder
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["report", "protocols", "repeats", "swap", "matching", "ratings", "exclude"])]
    pub(super) latexbench: Option<PathBuf>,

    /// With --latexbench, the model under test, which is asked for the bugs of blind contrasts; --model is the judge of
    /// the other items
    #[arg(long, value_name = "M", requires = "latexbench")]
    pub(super) subject_model: Option<String>,

    /// Address of the service of the model under test; default: the judge's, or the provider's own if
    /// --subject-provider names another provider
    #[arg(long, value_name = "URL", requires = "subject_model")]
    pub(super) subject_endpoint: Option<String>,

    /// Form of requests to the model under test; default: the judge's
    #[arg(long, value_enum, value_name = "NAME", requires = "subject_model")]
    pub(super) subject_provider: Option<ProviderArgument>,

    /// Dollars per million tokens of the model under test, in the form of --price
    #[arg(long, value_name = "IN,OUT", requires = "subject_model")]
    pub(super) subject_price: Option<String>,

    /// List the protocols with their sources
    #[arg(long)]
    pub(super) list: bool,

    /// Address of the provider's service or of a local server, for example http://localhost:11434/v1; default: the
    /// provider's own
    #[arg(long, value_name = "URL")]
    pub(super) endpoint: Option<String>,

    /// The provider's name of the model
    #[arg(long, value_name = "M", required_unless_present = "list")]
    pub(super) model: Option<String>,

    /// Form of requests; most servers support OpenAI's
    #[arg(long, value_enum, value_name = "NAME", default_value_t = ProviderArgument::Openai)]
    pub(super) provider: ProviderArgument,

    /// Protocol of the judge: one of texlens (--list) or a file; one for formulas and one for tables may be given.
    /// Default: texlens_formula and texlens_table
    #[arg(long = "protocol", value_name = "NAME")]
    pub(super) protocols: Vec<String>,

    /// Method of matching the formulas of the prediction with those of the reference
    #[arg(long, value_enum, default_value_t = Matching::Rules)]
    pub(super) matching: Matching,

    /// Maximum cost of the run; nothing is sent that could exceed it
    #[arg(long, value_name = "USD")]
    pub(super) budget: Option<f64>,

    /// Dollars per million tokens of prompts and of answers, for a model that the price table does not have
    #[arg(long, value_name = "IN,OUT")]
    pub(super) price: Option<String>,

    /// Price table to use instead of that of texlens (crates/judge/prices.json)
    #[arg(long, value_name = "FILE")]
    pub(super) prices: Option<PathBuf>,

    /// Print every request with its tokens and cost, and send nothing
    #[arg(long)]
    pub(super) dry_run: bool,

    #[command(flatten)]
    pub(super) ratings: RatingArguments,

    /// Output file; default: beside REPORT, with `.judged` in its name
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,

    /// Maximum number of simultaneous requests
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(super) concurrency: usize,

    /// Number of times that each pair is judged; with more than one, the judge's agreement with itself is measured
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(super) repeats: u32,

    /// Ask once more with the two texts in the other order, to measure the effect of the order
    #[arg(long)]
    pub(super) swap: bool,

    /// Maximum tokens of an answer, instead of the protocol's limit; models that think before they answer may need more
    #[arg(long, value_name = "N")]
    pub(super) max_output_tokens: Option<u32>,

    /// Time limit of an answer in seconds, instead of the protocol's limit or 120
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(super) timeout: Option<u64>,

    /// Write every request with its answer as JSON lines, without the key
    #[arg(long, value_name = "FILE")]
    pub(super) transcript: Option<PathBuf>,

    /// Keep every request with its answer in the report, without the key
    #[arg(long)]
    pub(super) keep_transcript: bool,

    /// Folder that keeps answers, so that a run continues where another ended
    #[arg(long, value_name = "DIR")]
    pub(super) cache: Option<PathBuf>,

    /// Ask again about pairs for which the cache has only invalid answers
    #[arg(long, requires = "cache")]
    pub(super) ask_again: bool,

    /// Seed of the random waits before retries and of the draws for intervals
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,

    /// KaTeX's dist folder, to include its fonts in an HTML report
    #[arg(long, value_name = "DIR")]
    pub(super) katex: Option<PathBuf>,
}

impl Arguments {
    /// Returns the files of the run. A dry run writes none.
    pub(super) fn files(&self) -> SessionFiles<'_> {
        SessionFiles {
            cache: self.cache.as_deref(),
            ask_again: self.ask_again,
            transcript: self.transcript.as_deref().filter(|_| !self.dry_run),
            keep_transcript: self.keep_transcript,
            pictures: None,
        }
    }
}

/// The method of matching the formulas of the prediction with those of the reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Matching {
    /// By the rules of `texlens evaluate`
    Rules,
    /// By the method of the document-parser paper: the model names each formula of a page, and rules find it there
    Judge,
}
