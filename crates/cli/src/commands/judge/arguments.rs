//! Arguments of `texlens judge`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use texlens_judge::Provider;

use crate::commands::correlate::ratings::RatingArguments;

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
    pub(super) report: Option<PathBuf>,

    /// Judge LaTeXBench's items in the .jsonl files of a folder instead of a report (docs/judge.md has their form); the result goes to --out, or to latexbench.json there
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["report", "protocols", "repeats", "swap", "matching", "ratings", "items"])]
    pub(super) latexbench: Option<PathBuf>,

    /// With --latexbench, the model under test, which is asked for the faults of blind contrasts; --model is the judge of the other items
    #[arg(long, value_name = "M", requires = "latexbench")]
    pub(super) subject_model: Option<String>,

    /// Address of the service of the model under test; without it: the judge's, or the provider's own where --subject-provider names another
    #[arg(long, value_name = "URL", requires = "subject_model")]
    pub(super) subject_endpoint: Option<String>,

    /// In whose form the model under test is asked; without it: as the judge
    #[arg(long, value_enum, value_name = "NAME", requires = "subject_model")]
    pub(super) subject_provider: Option<ProviderArgument>,

    /// Dollars per million tokens of the model under test, as --price has them for the judge
    #[arg(long, value_name = "IN,OUT", requires = "subject_model")]
    pub(super) subject_price: Option<String>,

    /// List the protocols with their sources
    #[arg(long)]
    pub(super) list: bool,

    /// Address of the provider's service or of a local server, for example http://localhost:11434/v1; without it: the provider's own
    #[arg(long, value_name = "URL")]
    pub(super) endpoint: Option<String>,

    /// The provider's name of the model
    #[arg(long, value_name = "M", required_unless_present = "list")]
    pub(super) model: Option<String>,

    /// In whose form the server is asked; most servers know that of OpenAI
    #[arg(long, value_enum, value_name = "NAME", default_value_t = ProviderArgument::Openai)]
    pub(super) provider: ProviderArgument,

    /// What the judge is asked: a protocol of texlens (--list) or a file with one; one for formulas and one for tables may be given. Without: texlens_formula and
    /// texlens_table
    #[arg(long = "protocol", value_name = "NAME")]
    pub(super) protocols: Vec<String>,

    /// Which formula of the prediction is which of the reference
    #[arg(long, value_enum, default_value_t = Matching::Rules)]
    pub(super) matching: Matching,

    /// Send nothing that could make the run cost more
    #[arg(long, value_name = "USD")]
    pub(super) budget: Option<f64>,

    /// Dollars per million tokens of prompts and of answers, where the table of prices does not know the model
    #[arg(long, value_name = "IN,OUT")]
    pub(super) price: Option<String>,

    /// A table of prices in place of the one of texlens (crates/judge/prices.json)
    #[arg(long, value_name = "FILE")]
    pub(super) prices: Option<PathBuf>,

    /// Write every request with its tokens and cost, and send nothing
    #[arg(long)]
    pub(super) dry_run: bool,

    #[command(flatten)]
    pub(super) ratings: RatingArguments,

    /// Where the report goes; without it: beside REPORT, with `.judged` in its name
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,

    /// Most requests at once
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(super) concurrency: usize,

    /// How often each pair is asked about; more than once measures whether the judge agrees with itself
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(super) repeats: u32,

    /// Ask once more with the two texts in the other order, to measure whether the position matters
    #[arg(long)]
    pub(super) swap: bool,

    /// Most tokens of an answer, in place of the protocol's limit; models that think before they answer may need more
    #[arg(long, value_name = "N")]
    pub(super) max_output_tokens: Option<u32>,

    /// Seconds that an answer may take, in place of the protocol's limit or 120
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(super) timeout: Option<u64>,

    /// Write every request with its answer, as lines of JSON, without the key
    #[arg(long, value_name = "FILE")]
    pub(super) transcript: Option<PathBuf>,

    /// Keep every request with its answer in the report, without the key
    #[arg(long)]
    pub(super) keep_transcript: bool,

    /// Folder in which answers are kept and looked up, so that a run goes on where another ended
    #[arg(long, value_name = "DIR")]
    pub(super) cache: Option<PathBuf>,

    /// Ask again what the cache has only invalid answers to
    #[arg(long, requires = "cache")]
    pub(super) ask_again: bool,

    /// Where chance starts: waits before a request is sent again, and the draws behind intervals
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,

    /// KaTeX's dist folder, to have its fonts in an HTML report
    #[arg(long, value_name = "DIR")]
    pub(super) katex: Option<PathBuf>,
}

/// In whose form a server is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ProviderArgument {
    /// Chat completions: OpenAI, most other providers, and local servers
    Openai,
    /// Messages
    Anthropic,
    /// generateContent
    Gemini,
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

/// Who finds which formula of the prediction is which of the reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Matching {
    /// As `texlens evaluate` does
    Rules,
    /// As the document-parser paper does: the model names each formula of a page, rules find it there
    Judge,
}
