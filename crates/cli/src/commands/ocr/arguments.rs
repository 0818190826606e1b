//! Arguments of `texlens ocr`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, value_parser};
use texlens_dataset::PageRange;
use texlens_image_to_text::{DtypeChoice, MOST_BEAMS, MOST_TOKENS, Settings, WhichFormulas};
use texlens_native::{ImageReader, PageSource, Places};
use texlens_ocr::detect::NetworkSetting;

use crate::commands::arguments::{Assignment, assignment};
use crate::pdf::PdfArguments;

/// Read page images with the built-in OCR, and PDF files from their text.
///
/// Most PDF files made by TeX state the glyphs of their pages exactly, so these are read from the file and not from an
/// image. Scans, and pages whose text cannot be trusted, are read by OCR; standard error says so with the reason.
///
/// Writes one .tex for each image or PDF file to the output folder. The numbered pages of a document of a dataset, and
/// those of a PDF file, are read together. Existing files are not written again, so an interrupted run continues with the
/// document at which it stopped.
///
/// Pages that are rotated, upside down or skewed are set upright first. Unreliable output is reported on standard error
/// with the reason. For photographs and for scripts that the model does not know, no text is written. That is a result,
/// so the exit code is 0. It is 1 if a page could not be read, 2 if nothing could be started.
///
/// With a Parquet or Arrow file as the only input and --out FILE.parquet or FILE.arrow, each row is read by itself. The
/// output has the columns of the input, and the columns `text` (LaTeX) and `inference_info`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Page images (PNG, JPEG), PDF files, or datasets: folders, archives or lists, as `texlens evaluate` reads them
    #[arg(required = true, value_name = "IMAGE|PDF|DATASET")]
    pub(super) inputs: Vec<PathBuf>,

    /// Folder for NAME.tex, or ID.tex for a dataset; for a table, a file that ends in .parquet or .arrow
    #[arg(long, value_name = "DIR|FILE")]
    pub(super) out: PathBuf,

    /// Columns of a table: with images (default: image), and for the LaTeX (default: text), for example
    /// image=page_image,text=latex
    #[arg(long, value_name = "ROLE=COLUMN,...", value_delimiter = ',', value_parser = assignment)]
    pub(super) columns: Vec<Assignment>,

    /// What pages of PDF files are read from
    #[arg(long, value_enum, value_name = "SOURCE", default_value_t = From::Auto)]
    pub(super) from: From,

    /// Pages of PDF files to read, for example 1-20,35. An output file has the pages of one run: choose another folder
    /// for others
    #[arg(long, value_name = "RANGE")]
    pub(super) pages: Option<PageRange>,

    /// Network that reads images
    #[arg(long, value_enum, value_name = "NETWORK", default_value_t = Network::Auto)]
    pub(super) network: Network,

    /// Read with the image-to-text model in this folder, laid out as for transformers.js, instead of the built-in OCR:
    /// each page is one image, and its text is written as the model gives it; or see --reads
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["network", "from", "glyphs"])]
    pub(super) model: Option<PathBuf>,

    /// What the model reads: the page, or the formulas that the built-in OCR finds on it, which reads the rest
    #[arg(long, value_enum, value_name = "PART", requires = "model", default_value_t = Reads::Page)]
    pub(super) reads: Reads,

    /// Number format of the model's graphs: fp32, fp16, q8, int8, uint8, q4, q4f16 or bnb4; or GRAPH=FORMAT for single
    /// graphs, for example fp32,decoder_model_merged=q4. Default: the most exact that is there
    #[arg(long, value_name = "FORMAT", requires = "model")]
    pub(super) dtype: Option<DtypeChoice>,

    /// Most tokens that the model writes for a page, 1 to 8192; 256 if not given
    #[arg(long, value_name = "N", requires = "model", value_parser = value_parser!(u16).range(1..=MOST_TOKENS as i64))]
    pub(super) max_tokens: Option<u16>,

    /// Number of beams with which the model searches, 1 to 16; 1 takes the best token each time. Default: the model's own
    #[arg(long, value_name = "N", requires = "model", value_parser = value_parser!(u16).range(1..=MOST_BEAMS as i64))]
    pub(super) beams: Option<u16>,

    /// What a model of the kind image-text-to-text is asked to do with a page. Default: "Convert this page to LaTeX.", or
    /// "Convert this page to docling." for models with DocTags
    #[arg(long, value_name = "TEXT", requires = "model")]
    pub(super) prompt: Option<String>,

    /// Resolution of drawn pages of PDF files, in dots per inch
    #[arg(long, value_name = "N", default_value_t = texlens_pdf::DEFAULT_DPI, value_parser = value_parser!(u16).range(50..=600))]
    pub(super) dpi: u16,

    #[command(flatten)]
    pub(super) pdf: PdfArguments,

    /// Also write NAME.json: every glyph and rule with its place; for a PDF of several pages NAME.1.json and so on
    #[arg(long)]
    pub(super) glyphs: bool,

    /// Read pages again that already have an output file
    #[arg(long)]
    pub(super) force: bool,

    /// Also write the time for each document: one JSON line with milliseconds by stage
    #[arg(long, value_name = "FILE")]
    pub(super) timings: Option<PathBuf>,

    /// Threads of the runtime; 0 lets the runtime choose
    #[arg(long, default_value_t = 0)]
    pub(super) threads: usize,

    /// Path of the ONNX Runtime library
    #[arg(long, value_name = "FILE")]
    pub(super) onnxruntime: Option<PathBuf>,
}

/// What pages of PDF files are read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum From {
    /// The text, or the image if the text cannot be trusted
    Auto,
    /// The text, even if it cannot be trusted
    Text,
    /// The image
    Image,
}

impl From {
    pub(super) const fn source(self) -> PageSource {
        match self {
            Self::Auto => PageSource::Auto,
            Self::Text => PageSource::Text,
            Self::Image => PageSource::Image,
        }
    }
}

/// What a model of the user reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Reads {
    /// The whole page
    Page,
    /// Formulas on lines of their own
    Displayed,
    /// All formulas, also those in the text
    Formulas,
}

impl Reads {
    /// Returns the formulas that the model reads; `None` for whole pages.
    pub(super) const fn formulas(self) -> Option<WhichFormulas> {
        match self {
            Self::Page => None,
            Self::Displayed => Some(WhichFormulas::Displayed),
            Self::Formulas => Some(WhichFormulas::All),
        }
    }
}

/// The network that reads images.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Network {
    /// The accurate one for formulas and other small images, the fast one for pages
    Auto,
    /// The fast one
    Fast,
    /// The accurate one: fewer errors in twice the time
    Accurate,
}

impl Network {
    pub(super) const fn setting(self) -> NetworkSetting {
        match self {
            Self::Auto => NetworkSetting::Auto,
            Self::Fast => NetworkSetting::Fast,
            Self::Accurate => NetworkSetting::Accurate,
        }
    }
}

impl Arguments {
    /// Returns the reader of images, whose runtime is not yet loaded.
    pub(super) fn images(&self) -> ImageReader {
        ImageReader::new(Places::beside_program(), self.onnxruntime.clone(), self.threads)
    }

    /// Returns how a model reads.
    pub(super) fn settings(&self) -> Settings {
        Settings {
            instruction: self.prompt.clone(),
            tokens: self.max_tokens.map(usize::from),
            beams: self.beams.map(usize::from),
        }
    }
}
