//! The command-line arguments.

use std::path::PathBuf;

use clap::Parser;

use crate::column::Column;
use crate::producer::Producer;

/// Measure the typesetter on true glyphs, and the detector and Tesseract on whole documents.
#[derive(Parser)]
pub(crate) struct Arguments {
    /// Folder with manifest.jsonl; a document's true glyphs are read from DOCUMENT/doc.dvi.gz
    pub(crate) dataset: PathBuf,

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
