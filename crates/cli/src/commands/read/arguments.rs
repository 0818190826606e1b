//! Arguments of `texlens read`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, value_parser};
use texlens_dataset::PageRange;
use texlens_readers::{
    ANSWER_TIMEOUT_MS, Chosen, DEFAULT_PAGES, Granularity, LONGEST_SIDES, MAX_COMPLETIONS, MAX_PAGES, Prompt,
};

use super::error::ReaderError;
use crate::asking::ProviderArgument;
use crate::failure::Failure;
use crate::input::{MAX_TEXT, read_text};
use crate::pdf::PdfArguments;

/// Ask a vision model to read pages: one of a provider, or one on this machine (llama.cpp, vLLM, Ollama).
///
/// DIR/predictions gets an ID.tex for each page, so that `texlens evaluate DATASET --system MODEL=DIR/predictions` scores
/// the model like any other system. readings.jsonl has each answer with its outcome, tokens, cost, date and time;
/// run.json the prompt and the parameters; pictures what was sent. The same command goes on where an interrupted run
/// ended, and asks nothing twice.
///
/// The pictures of the pages and the prompt go to the named address and nowhere else. --dry-run shows requests, sizes and
/// cost, and sends nothing. The key is read from the environment variable TEXLENS_READER_KEY; local servers need none.
///
/// Exit code: 0 if every page has an answer, which may be truncated or refused, 1 if some have none, 2 if none has.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Page images (PNG, JPEG), PDF files, or datasets: folders, archives or lists, as `texlens evaluate` reads them
    #[arg(required = true, value_name = "IMAGE|PDF|DATASET")]
    pub(super) inputs: Vec<PathBuf>,

    /// The provider's name of the model
    #[arg(long, value_name = "MODEL")]
    pub(super) model: String,

    /// Form of the requests
    #[arg(long, value_enum, value_name = "NAME", default_value_t = ProviderArgument::Openai)]
    pub(super) provider: ProviderArgument,

    /// Address of the service, for example http://localhost:11434/v1; default: the provider's own
    #[arg(long, value_name = "URL")]
    pub(super) endpoint: Option<String>,

    /// Folder for the run, created if necessary
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,

    /// A prompt of texlens by its name (texocr: appendix C of TexOCR), or a file with your own
    #[arg(long, value_name = "NAME|FILE", default_value = "texocr")]
    prompt: String,

    /// Pages of a request (TexOCR, table 4)
    #[arg(long, value_enum, value_name = "NAME", default_value_t = GranularityArgument::SingleImage)]
    pub(super) granularity: GranularityArgument,

    /// Maximum number of pages of a request, for multi-image and merged
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PAGES, value_parser = pages_per_request)]
    pub(super) pages_per_request: usize,

    /// Resolution of drawn pages of PDF files, in dots per inch
    #[arg(long, value_name = "N", default_value_t = texlens_pdf::DEFAULT_DPI, value_parser = value_parser!(u16).range(50..=600))]
    pub(super) dpi: u16,

    /// Longest side of a picture in pixels, to which larger ones are reduced; default: as they are, and 4000 for merged
    /// pages
    #[arg(long, value_name = "PIXELS", value_parser = longest_side)]
    pub(super) longest_side: Option<u32>,

    /// Pages of PDF files to read, for example 1-20,35
    #[arg(long, value_name = "RANGE")]
    pub(super) pages: Option<PageRange>,

    #[command(flatten)]
    pub(super) pdf: PdfArguments,

    /// Number of answers to each request. With several, and one page a request, completions.jsonl has all of them, as
    /// `texlens reward` reads them
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = value_parser!(u32).range(1..=i64::from(MAX_COMPLETIONS)))]
    completions: u32,

    /// Temperature; default: the provider's
    #[arg(long, value_name = "T", value_parser = crate::asking::temperature)]
    temperature: Option<f64>,

    /// Seed of the first completion, if the provider supports one; each further completion has the next
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Maximum tokens of an answer
    #[arg(long, value_name = "N", default_value_t = Chosen::default().max_output_tokens, value_parser = value_parser!(u32).range(1..))]
    max_output_tokens: u32,

    /// Dollars per million tokens of prompts and of answers
    #[arg(long, value_name = "IN,OUT")]
    pub(super) price: Option<String>,

    /// Price table to use instead of that of texlens (crates/judge/prices.json)
    #[arg(long, value_name = "FILE")]
    pub(super) prices: Option<PathBuf>,

    /// Maximum cost; nothing is sent that could exceed it
    #[arg(long, value_name = "USD")]
    pub(super) budget: Option<f64>,

    /// Maximum number of simultaneous requests
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(super) concurrency: usize,

    /// Time limit of an answer in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = ANSWER_TIMEOUT_MS / 1_000, value_parser = value_parser!(u64).range(1..=3600))]
    pub(super) timeout: u64,

    /// Ask for whole answers instead of streams. Endless answers then run to their limit
    #[arg(long)]
    pub(super) no_stream: bool,

    /// Print every request and the cost sheet, and send nothing
    #[arg(long)]
    pub(super) dry_run: bool,

    /// Write every request with its answer as JSON lines, without the key and without the data of the pictures
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
}

/// The pages of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GranularityArgument {
    /// One page; the paper's protocol
    SingleImage,
    /// Several pages of a document, each as a picture
    MultiImage,
    /// Several pages of a document, merged into one picture
    Merged,
}

impl From<GranularityArgument> for Granularity {
    fn from(granularity: GranularityArgument) -> Self {
        match granularity {
            GranularityArgument::SingleImage => Self::SingleImage,
            GranularityArgument::MultiImage => Self::MultiImage,
            GranularityArgument::Merged => Self::Merged,
        }
    }
}

impl Arguments {
    /// Returns the file for requests with their answers. A dry run writes none.
    pub(super) fn transcript(&self) -> Option<&Path> {
        self.transcript.as_deref().filter(|_| !self.dry_run)
    }

    /// Returns the parameters of the model.
    pub(super) fn chosen(&self) -> Chosen {
        Chosen {
            max_output_tokens: self.max_output_tokens,
            temperature: self.temperature,
            seed: self.seed,
            completions: self.completions,
        }
    }

    /// Returns the prompt.
    pub(super) fn prompt(&self) -> Result<Prompt, Failure> {
        if let Some(prompt) = Prompt::named(&self.prompt) {
            return Ok(prompt);
        }
        let path = Path::new(&self.prompt);
        let text = read_text(path, MAX_TEXT)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok(Prompt::own(&name, &text).map_err(|error| ReaderError::Prompt {
            path: path.to_owned(),
            error,
        })?)
    }
}

/// Reads the longest side of a picture.
fn longest_side(text: &str) -> Result<u32, String> {
    let given = text.parse().ok().filter(|given| LONGEST_SIDES.contains(given));
    given.ok_or_else(|| {
        format!(
            "give a number from {} to {}",
            LONGEST_SIDES.start(),
            LONGEST_SIDES.end()
        )
    })
}

/// Reads the number of pages of a request.
fn pages_per_request(text: &str) -> Result<usize, String> {
    let given = text.parse().ok().filter(|given| (1..=MAX_PAGES).contains(given));
    given.ok_or_else(|| format!("give a number from 1 to {MAX_PAGES}"))
}
