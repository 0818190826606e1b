//! Arguments of `texlens latexbench run`.

use std::path::{Path, PathBuf};

use clap::Args;
use texlens_latexbench::ANSWER_TIMEOUT_MS;

use crate::asking::ProviderArgument;
use crate::commands::latexbench::checker::CompileArguments;

/// Ask a model under test about all items, check its answers by rules, and have a judge decide if one is named.
///
/// The model gets the system prompts of the paper's appendix C and D. Its first answer counts. An answer that is missing
/// or has another form than was asked for does not pass. Without --judge, the rules decide about generation and edits,
/// with --compile also the TeX engine. The key decides about contrasts.
///
/// DIR keeps all answers: the same command goes on where an interrupted run ended, and asks nothing twice. The keys of
/// the accounts are read from the environment variables TEXLENS_SUBJECT_KEY and TEXLENS_JUDGE_KEY; one of them is enough
/// if both models have the same provider and address. Local servers need none.
///
/// Exit code: 0 if every item has a valid answer and verdict, 1 if some have none, 2 if no item has a valid answer.
#[derive(Args)]
pub(in crate::commands::latexbench) struct Arguments {
    /// Items that `texlens latexbench make` has written, as JSON lines or as a workbook
    #[arg(value_name = "ITEMS.jsonl")]
    pub(super) items: PathBuf,

    /// The provider's name of the model under test
    #[arg(long, value_name = "MODEL")]
    pub(super) subject: String,

    /// Form of requests to the model under test
    #[arg(long, value_enum, value_name = "NAME", default_value_t = ProviderArgument::Openai)]
    pub(super) subject_provider: ProviderArgument,

    /// Address of the service of the model under test; default: the provider's own
    #[arg(long, value_name = "URL")]
    pub(super) subject_endpoint: Option<String>,

    /// Dollars per million tokens of prompts and of answers of the model under test
    #[arg(long, value_name = "IN,OUT")]
    pub(super) subject_price: Option<String>,

    /// Temperature of the model under test; default: the provider's, as in the paper
    #[arg(long, value_name = "T", value_parser = crate::asking::temperature)]
    pub(super) subject_temperature: Option<f64>,

    /// Seed for the model under test, if its provider supports one; default: none
    #[arg(long, value_name = "N")]
    pub(super) subject_seed: Option<u64>,

    /// Maximum tokens of an answer of the model under test, instead of 8000, or 4000 for contrasts
    #[arg(long, value_name = "N")]
    pub(super) subject_max_output_tokens: Option<u32>,

    /// The provider's name of the judge; default: no judge
    #[arg(long, value_name = "MODEL")]
    pub(super) judge: Option<String>,

    /// Form of requests to the judge
    #[arg(long, value_enum, value_name = "NAME", default_value_t = ProviderArgument::Openai)]
    pub(super) judge_provider: ProviderArgument,

    /// Address of the judge's service; default: the provider's own
    #[arg(long, value_name = "URL", requires = "judge")]
    pub(super) judge_endpoint: Option<String>,

    /// Dollars per million tokens of prompts and of answers of the judge
    #[arg(long, value_name = "IN,OUT", requires = "judge")]
    pub(super) judge_price: Option<String>,

    /// Maximum tokens of a verdict of the judge, instead of 4000
    #[arg(long, value_name = "N", requires = "judge")]
    pub(super) judge_max_output_tokens: Option<u32>,

    /// Also ask the model under test about each contrast with a description of its fault; this has a rate of its own
    #[arg(long)]
    pub(super) described: bool,

    #[command(flatten)]
    pub(super) compile: CompileArguments,

    /// Folder for the run, created if necessary
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,

    /// Maximum cost of both models together; nothing is sent that could exceed it
    #[arg(long, value_name = "USD")]
    pub(super) budget: Option<f64>,

    /// Price table to use instead of that of texlens (crates/judge/prices.json)
    #[arg(long, value_name = "FILE")]
    pub(super) prices: Option<PathBuf>,

    /// Print every request to the model under test and the cost sheet, and send nothing
    #[arg(long)]
    pub(super) dry_run: bool,

    /// Maximum number of simultaneous requests
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(super) concurrency: usize,

    /// Time limit of an answer in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = ANSWER_TIMEOUT_MS / 1_000, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(super) timeout: u64,

    /// Write every request with its answer as JSON lines, without the key
    #[arg(long, value_name = "FILE")]
    pub(super) transcript: Option<PathBuf>,
}

impl Arguments {
    /// Returns the file for requests with their answers. A dry run writes none.
    pub(super) fn transcript(&self) -> Option<&Path> {
        self.transcript.as_deref().filter(|_| !self.dry_run)
    }
}
