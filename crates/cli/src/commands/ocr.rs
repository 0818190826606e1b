//! `texlens ocr`: turns page images and the text of PDF files into LaTeX, by the built-in OCR or a model of the user.

mod arguments;
mod by;
mod columns;
mod error;
mod reader;

use std::fs::File;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use texlens_columnar::FileFormat;

use crate::failure::Failure;
use crate::pages::{Inputs, Source, check_targets};
use crate::terminal::say;
pub(crate) use arguments::Arguments;
use arguments::From;
use by::By;
pub(crate) use error::ColumnsError;
use reader::Reader;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(format) = FileFormat::of_name(&arguments.out.to_string_lossy()) {
        return columns::run(arguments, format);
    }
    if !arguments.columns.is_empty() {
        return Err(ColumnsError::NoTable.into());
    }
    let renderer = arguments.pdf.renderer();
    let inputs = Inputs::open(&arguments.inputs, &renderer)?;
    let documents = inputs.documents()?;
    check_targets(&arguments.out, documents.iter().flatten(), arguments.glyphs)?;
    // Text of PDF files needs no runtime; whether they have any is known only when they are read.
    let needs_runtime = |source: &Source<'_>| arguments.from == From::Image || !source.is_named_pdf();
    let mut by = By::open(arguments)?;
    if let Some(images) = by.images()
        && documents.iter().flatten().any(needs_runtime)
    {
        images.load()?;
    }
    let timings = match &arguments.timings {
        Some(path) => Some(File::create(path).map_err(|error| timings_failed(path, error))?),
        None => None,
    };
    let mut reader = Reader {
        arguments,
        renderer,
        by,
        timings,
        total: documents.iter().map(Vec::len).sum(),
        seen: 0,
        kept: 0,
        failed: 0,
    };
    for document in &documents {
        let read = reader.read(document);
        if let (Some(path), Err(error)) = (&arguments.timings, read) {
            return Err(timings_failed(path, error));
        }
    }
    if reader.kept > 0 {
        let out = arguments.out.display();
        say(format_args!(
            "{} of {} are already in {out} and were not read again; --force reads them",
            reader.kept, reader.total
        ));
    }
    Ok(ExitCode::from(u8::from(inputs.is_lossy || reader.failed > 0)))
}

fn timings_failed(path: &Path, error: io::Error) -> Failure {
    Failure::WriteFile {
        path: path.to_owned(),
        error,
    }
}
