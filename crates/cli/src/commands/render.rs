//! `texlens render`: draws LaTeX as TeX sets it.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use texlens_draw::{Drawing, Setter, Typeset};
use texlens_native::DrawingKind;
use texlens_tex::{Compiler, Form, Use};

use super::compile::place;
use crate::failure::Failure;
use crate::input::{MAX_TEXT, read_text};
use crate::{terminal, tex};

/// Draw LaTeX as TeX sets it, as SVG or PNG.
///
/// A file is the body of a document, without \documentclass, and its drawing shows whole pages. With --fragment or
/// --formula, it is a piece of a body or a formula, and the drawing is cut at its ink.
///
/// F.tex becomes F.svg, or F-1.svg, F-2.svg and so on if there are several pages. A text with errors is drawn as far as
/// TeX sets it. The exit code is 0 if all texts compile.
#[derive(Args)]
pub(crate) struct Arguments {
    /// LaTeX files without \documentclass
    #[arg(required = true, value_name = "F.tex")]
    files: Vec<PathBuf>,

    /// Treat every file as a piece of a body, such as a paragraph or a table: no page number, cut at its ink
    #[arg(long, conflicts_with = "formula")]
    fragment: bool,

    /// Treat every file as a formula, with or without delimiters: set as a display, cut at its ink
    #[arg(long)]
    formula: bool,

    /// Format of the drawings
    #[arg(long, value_enum, default_value_t = Format::Svg)]
    format: Format,

    /// Resolution of PNG images, in dots per inch
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u16).range(10..=2400))]
    dpi: u16,

    /// Folder for the drawings, created if necessary; default: beside each file
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Folder with the TeX engine; default: $TEXLENS_TEX, or `tex` beside this program
    #[arg(long, value_name = "DIR")]
    tex: Option<PathBuf>,
}

/// The format of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Vectors
    Svg,
    /// Pixels
    Png,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    arguments.check_outputs()?;
    let compiler = Compiler::open(&tex::folder(arguments.tex.as_deref()), &[Use::Dvi])?;
    let setter = Setter::new(&compiler);
    let texts = arguments.files.iter().map(|file| read_text(file, MAX_TEXT));
    let texts = texts.collect::<Result<Vec<String>, _>>()?;
    for (file, text) in arguments.files.iter().zip(&texts) {
        if Form::of(text) == Form::Document {
            return Err(Failure::Preamble(file.clone()));
        }
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let sets = arguments.kind().set(&setter, &texts)?;
    let mut all = true;
    for (file, set) in arguments.files.iter().zip(&sets) {
        all &= set.compilation.compiles;
        arguments.write(file, set)?;
    }
    Ok(ExitCode::from(u8::from(!all)))
}

impl Arguments {
    fn kind(&self) -> DrawingKind {
        match (self.formula, self.fragment) {
            (true, _) => DrawingKind::Formula,
            (_, true) => DrawingKind::Fragment,
            _ => DrawingKind::Page,
        }
    }

    /// Returns the start of the names of a file's drawings.
    fn output(&self, file: &Path) -> PathBuf {
        let stem = file.file_stem().unwrap_or_default();
        match (&self.out, file.parent()) {
            (Some(folder), _) => folder.join(stem),
            (None, Some(folder)) => folder.join(stem),
            (None, None) => stem.into(),
        }
    }

    /// Refuses files whose drawings would have the same names.
    fn check_outputs(&self) -> Result<(), Failure> {
        let mut outputs = HashMap::new();
        for file in &self.files {
            let output = self.output(file);
            if let Some(first) = outputs.insert(output.clone(), file) {
                return Err(Failure::SameOutput {
                    first: first.display().to_string(),
                    second: file.display().to_string(),
                    output,
                });
            }
        }
        Ok(())
    }

    fn write(&self, file: &Path, set: &Typeset) -> Result<(), Failure> {
        if let Some(error) = set.compilation.errors.first() {
            let message = &error.diagnostic.message;
            terminal::say(format_args!("{}:{} {message}", file.display(), place(error)));
        }
        let mut undrawn = BTreeMap::new();
        for (font, count) in set.pages.iter().flat_map(Drawing::undrawn) {
            *undrawn.entry(font).or_insert(0) += count;
        }
        for (font, count) in undrawn {
            terminal::say(format_args!(
                "{}: glyphs left out, because the font {font} has no outlines: {count}",
                file.display()
            ));
        }
        if set.pages.is_empty() {
            terminal::say(format_args!("{}: no page comes out of it", file.display()));
        }
        if let Some(folder) = &self.out {
            fs::create_dir_all(folder).map_err(|error| Failure::WriteFile {
                path: folder.clone(),
                error,
            })?;
        }
        let output = self.output(file);
        for (index, page) in set.pages.iter().enumerate() {
            let number = match set.pages.len() {
                1 => String::new(),
                _ => format!("-{}", index + 1),
            };
            let ending = match self.format {
                Format::Svg => "svg",
                Format::Png => "png",
            };
            let mut path = output.clone().into_os_string();
            path.push(format!("{number}.{ending}"));
            let path = PathBuf::from(path);
            let content = self.content(page)?;
            fs::write(&path, content).map_err(|error| Failure::WriteFile { path, error })?;
        }
        Ok(())
    }

    fn content(&self, page: &Drawing) -> Result<Vec<u8>, Failure> {
        match self.format {
            Format::Svg => Ok(self.kind().svg(page).into_bytes()),
            Format::Png => Ok(self.kind().png(page, self.dpi)?),
        }
    }
}
