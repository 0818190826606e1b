//! The reasons why a page or a table is not read.

use std::io;
use std::path::PathBuf;

use texlens_native::{ImageToTextError, PdfError, ReadingError};

use crate::advice::runtime_advice;
use crate::input::ReadError;
use crate::pages::SourceError;

/// The reason why one page was not read or written. The other pages are not affected.
#[derive(Debug, thiserror::Error)]
pub(super) enum OcrError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Source(#[from] SourceError),
    #[error(transparent)]
    Named(#[from] ReadError),
    #[error(transparent)]
    Pdf(#[from] PdfError),
    #[error("{}{}", .0, advice(.0))]
    Image(#[from] ReadingError),
    #[error(transparent)]
    Model(#[from] Box<ImageToTextError>),
    #[error("its formulas were not read by the model: {0}")]
    Formulas(String),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

fn advice(error: &ReadingError) -> &'static str {
    match error {
        ReadingError::Runtime(error) => runtime_advice(error),
        _ => "",
    }
}

/// The reason why a table cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ColumnsError {
    /// The output is a table, and the input is not one table.
    #[error("a table is made of one Parquet or Arrow file: name one input, or a folder with --out for its pages")]
    OneInput,
    /// `--columns` is given without a table.
    #[error(
        "--columns is for tables: name a Parquet or Arrow file as input, and with --out a file that ends in .parquet or .arrow"
    )]
    NoTable,
    /// An option writes files for each page.
    #[error("{0} is not possible with a table; name a folder with --out, to which the pages of the table are written")]
    Option(&'static str),
    /// `--columns` gives something that is no role.
    #[error("--columns has no role \"{0}\" here: give image or text")]
    Role(String),
    /// There is no column of images.
    #[error(
        "there is no column \"{column}\" of images (bytes, or structures of bytes and path); name one with --columns image=COLUMN; there are {there}"
    )]
    NoImages { column: String, there: String },
    /// The column for the LaTeX is there already.
    #[error("there is a column \"{0}\" already; name another one for the LaTeX with --columns text=COLUMN")]
    Taken(String),
    /// The column of the history has another type.
    #[error("the column \"inference_info\" is no column of texts; rename it")]
    Info,
    /// The output would replace the input.
    #[error("the output would replace {}; name another file with --out", .0.display())]
    SameFile(PathBuf),
}
