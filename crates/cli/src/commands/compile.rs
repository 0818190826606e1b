//! `texlens compile`: checks whether LaTeX compiles, and reports errors.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde::Serialize;
use texlens_native::{TexEngine, compile};
use texlens_tex::{Compilation, Form, TexError};

use crate::failure::Failure;
use crate::input::{MAX_TEXT, read_text};
use crate::terminal;
use crate::tex;

/// Compile LaTeX with the TeX engine and report errors.
///
/// A text compiles if pdfTeX ends without an error and with at least one page. The exit code is 0 if all texts compile.
#[derive(Args)]
pub(crate) struct Arguments {
    /// LaTeX files: a whole document if there is a \documentclass, else the body of one
    #[arg(required = true, value_name = "F.tex")]
    files: Vec<PathBuf>,

    /// Treat every file as the body of a document, compiled with the preamble that comes with texlens
    #[arg(long, conflicts_with = "document")]
    fragment: bool,

    /// Treat every file as a whole document
    #[arg(long)]
    document: bool,

    /// Format of the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Folder with the TeX engine; default: $TEXLENS_TEX, or `tex` beside this program
    #[arg(long, value_name = "DIR")]
    tex: Option<PathBuf>,
}

/// The format of results.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The first error, in the form that compilers use
    Text,
    /// One JSON object per line, with all errors
    Json,
}

/// The result of one file.
#[derive(Serialize)]
struct Compiled<'a> {
    file: &'a Path,
    #[serde(flatten)]
    compilation: &'a Compilation,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let engine = TexEngine::new(tex::folder(arguments.tex.as_deref()));
    // Without an engine, no file is read.
    engine.compiler(&[])?;
    let mut out = terminal::output(match arguments.format {
        Format::Json => terminal::Form::Json,
        Format::Text => terminal::Form::Text,
    });
    let mut all = true;
    for file in &arguments.files {
        let text = read_text(file, MAX_TEXT)?;
        let compilation = compile(&engine, &text, arguments.form())?;
        all &= compilation.compiles;
        let compiled = Compiled {
            file,
            compilation: &compilation,
        };
        compiled.write(arguments.format, &mut out).map_err(Failure::Write)?;
    }
    out.flush().map_err(Failure::Write)?;
    Ok(ExitCode::from(u8::from(!all)))
}

impl Arguments {
    /// Returns the requested form.
    fn form(&self) -> Option<Form> {
        match (self.fragment, self.document) {
            (true, _) => Some(Form::Fragment),
            (_, true) => Some(Form::Document),
            _ => None,
        }
    }
}

impl Compiled<'_> {
    fn write(&self, format: Format, out: &mut impl Write) -> io::Result<()> {
        match format {
            Format::Json => {
                serde_json::to_writer(&mut *out, self)?;
                writeln!(out)
            }
            Format::Text => self.write_text(out),
        }
    }

    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let file = self.file.display();
        let Some(error) = self.compilation.errors.first() else {
            let pages = self.compilation.pages;
            return match (self.compilation.compiles, pages) {
                (false, _) => writeln!(out, "{file}: no page comes out of it"),
                (true, 1) => writeln!(out, "{file}: compiles, 1 page"),
                (true, _) => writeln!(out, "{file}: compiles, {pages} pages"),
            };
        };
        writeln!(out, "{file}:{} {}", place(error), error.diagnostic.message)?;
        if !error.excerpt.is_empty() {
            writeln!(out, "  {}", error.excerpt)?;
        }
        writeln!(out, "  {}", error.diagnostic.advice)?;
        match self.compilation.error_count.saturating_sub(1) {
            0 => Ok(()),
            1 => writeln!(out, "  and 1 more error"),
            more => writeln!(out, "  and {more} more errors"),
        }
    }
}

/// Returns the known part of the place, for example `12:3:`.
pub(super) fn place(error: &TexError) -> String {
    [error.line, error.column]
        .into_iter()
        .flatten()
        .map(|number| format!("{number}:"))
        .collect()
}
