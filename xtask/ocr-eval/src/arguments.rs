//! The command-line arguments.

use std::path::PathBuf;

use clap::Parser;

use crate::column::Column;
use crate::crops::Half;
use crate::producer::Producer;

/// Measure the typesetter on true glyphs, and the detector and Tesseract on whole documents.
#[derive(Parser)]
pub(crate) struct Arguments {
    /// Folder with manifest.jsonl; a document's true glyphs are read from DOCUMENT/doc.dvi.gz
    #[arg(required_unless_present = "crops")]
    pub(crate) dataset: Option<PathBuf>,

    /// Measure crops of the single formulas of a list instead: text or JSONL, also packed by gzip
    #[arg(long, value_name = "LIST")]
    pub(crate) crops: Option<PathBuf>,

    /// Number of crops
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) formulas: usize,

    /// Half of the list from which crops are taken
    #[arg(long, value_enum, value_name = "HALF", default_value_t = Half::Looked)]
    pub(crate) half: Half,

    /// Resolutions of the crops
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_values_t = [100, 150, 300])]
    pub(crate) dpi: Vec<u32>,

    /// Fonts of the crops: a set-up of anew.py for pdfTeX
    #[arg(long, value_name = "NAME", default_value = "cm")]
    pub(crate) fonts: String,

    /// Only these documents
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) documents: Vec<String>,

    /// Only these columns
    #[arg(long, value_enum, value_name = "COLUMN,...", value_delimiter = ',')]
    pub(crate) only: Vec<Column>,

    /// What makes PDF files of DVI files
    #[arg(long, value_enum, value_name = "PRODUCER", default_value_t = Producer::Dvipdfmx)]
    pub(crate) pdf_by: Producer,

    /// Measure nothing; compile the output for pages, documents, randomly cut pages and N pages of random glyphs
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "2000")]
    pub(crate) compile: Option<u32>,

    /// Append the results to models/RESULTS.md, with this text
    #[arg(long, value_name = "TEXT")]
    pub(crate) row: Option<String>,

    /// Number of bootstrap resamples of documents for an interval
    #[arg(long, value_name = "N", default_value_t = 999)]
    pub(crate) resamples: usize,

    /// The command `texlens`, which finds glyphs and scores
    #[arg(long, value_name = "FILE")]
    pub(crate) texlens: PathBuf,

    /// Folder for predictions, the report and cached results
    #[arg(long, value_name = "DIR", default_value = ".cache/ocr-eval")]
    pub(crate) cache: PathBuf,
}
