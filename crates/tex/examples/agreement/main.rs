//! Measures how often the instant check agrees with the engine, on randomly damaged pages: `cargo run --release -p
//! texlens-tex --features native --example agreement -- --pages FOLDER`.
//!
//! The texts are references of pages, predictions for them, formulas and tables. Each case is one of them with a random
//! mutation. The same texts and seed give the same cases everywhere. `docs/compilation.md` has the results.
#![allow(clippy::print_stdout, reason = "tables for people")]

mod cases;
mod judged;
mod mutation;
mod random;
mod tables;
mod texts;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use texlens_tex::{Compiler, Use};

use cases::{Case, Part};
use judged::Judged;
use texts::Text;

#[derive(Parser)]
struct Arguments {
    /// Folders of references: datasets with a manifest.jsonl, or .tex files.
    #[arg(long, required = true, num_args = 1.., value_name = "FOLDER")]
    pages: Vec<PathBuf>,
    /// Folder of an OCR system's predictions for these pages: <id>.tex.
    #[arg(long, value_name = "FOLDER")]
    predictions: Option<PathBuf>,
    /// File of formulas: lines of `inline` or `display`, a tab, and a formula.
    #[arg(long, value_name = "FILE")]
    formulas: Option<PathBuf>,
    /// File of tables, one per line.
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
    /// Documents whose texts are used.
    #[arg(long, value_enum, default_value_t = Part::All)]
    part: Part,
    /// Number of cases.
    #[arg(long, default_value_t = 1500)]
    count: usize,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder of the engine's files.
    #[arg(long, value_name = "FOLDER", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/tex"))]
    tex: PathBuf,
    /// List the cases in which the engine and the check differ.
    #[arg(long)]
    list: bool,
    /// Write the cases with the engine's verdicts, one JSON object per line.
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let cases = cases::draw(&texts(&arguments)?, arguments.part, arguments.count, arguments.seed);
    ensure!(!cases.is_empty(), "there is no text to make cases of");
    let judged = judge(cases, &arguments.tex)?;
    if let Some(path) = &arguments.write {
        write(path, &judged)?;
    }
    tables::print(&judged)?;
    if arguments.list {
        tables::print_differences(&judged);
    }
    Ok(())
}

fn texts(arguments: &Arguments) -> Result<Vec<Text>> {
    let mut texts = Vec::new();
    for folder in &arguments.pages {
        texts.extend(texts::pages(folder, arguments.predictions.as_deref())?);
    }
    if let Some(path) = &arguments.formulas {
        texts.extend(texts::formulas(path)?);
    }
    if let Some(path) = &arguments.tables {
        texts.extend(texts::tables(path)?);
    }
    Ok(texts)
}

fn judge(cases: Vec<Case>, engine: &Path) -> Result<Vec<Judged>> {
    let compiler = Compiler::open(engine, &[Use::Fragment])?;
    cases.into_iter().map(|case| Judged::of(case, &compiler)).collect()
}

fn write(path: &Path, judged: &[Judged]) -> Result<()> {
    let mut file = BufWriter::new(File::create(path).with_context(|| path.display().to_string())?);
    for judged in judged {
        writeln!(file, "{}", serde_json::to_string(&judged.line())?)?;
    }
    Ok(file.flush()?)
}
