//! Measures the OCR: both halves on whole documents, in comparison with Tesseract.
//!
//! Each column (`column`) reads the pages of a dataset in a different way (`reader`): the typesetter on the true glyphs
//! of documents with a DVI file (`truth`), the typesetter on the glyphs that a PDF file states (`pdf`), both networks with
//! the typesetter (`detector`), and Tesseract, whose text passes through the typesetter's rules for text (`tesseract`).
//! The output of the networks and of Tesseract is cached between runs (`kept`). `texlens evaluate` scores the predictions
//! (`scores`) and, as TeX sets them, their formulas (`formulas`). This program itself measures the time per page and the
//! characters that were read inside figures (`figures`). Crops of single formulas are measured apart (`crops`).
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line tool speaks on its output"
)]

mod arguments;
mod column;
mod compile;
mod crops;
mod dataset;
mod detector;
mod figures;
mod formulas;
mod kept;
mod pdf;
mod producer;
mod reader;
mod results;
mod scores;
mod table;
mod tesseract;
mod truth;

use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;

use arguments::Arguments;
use column::Column;
use compile::Check;
use dataset::{Dataset, Page};
use pdf::has_pdf;
use reader::Reader;
use truth::Truth;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    if let Some(list) = &arguments.crops {
        return crops::measure(arguments, list);
    }
    let folder = arguments.dataset.as_deref().context("no dataset is named")?;
    let dataset = Dataset::open(folder, &arguments.documents)?;
    let truth = Truth::read(&dataset)?;
    let is_known = |page: &&Page| truth.of(page).is_some();
    let (known, other): (Vec<&Page>, Vec<&Page>) = dataset.pages.iter().partition(is_known);
    let is_asked = |column: &Column| match arguments.only.as_slice() {
        [] => *column != Column::Tesseract || tesseract::is_there(),
        only => only.contains(column),
    };
    let columns: Vec<Column> = Column::ALL.into_iter().filter(is_asked).collect();
    let blind: Vec<Column> = columns
        .iter()
        .copied()
        .filter(|column| !matches!(column, Column::True | Column::Pdf))
        .collect();

    let run = Run {
        arguments,
        dataset: &dataset,
        truth: &truth,
    };
    if let Some(count) = arguments.compile {
        return run.compile(count, &known, &columns);
    }
    run.measure(
        "documents whose true glyphs are known",
        "known",
        &known,
        &columns,
        arguments.row.as_deref(),
    )?;
    let (printed, other): (Vec<&Page>, Vec<&Page>) = other.into_iter().partition(|page| has_pdf(&dataset, page));
    let readable: Vec<Column> = columns
        .iter()
        .copied()
        .filter(|column| *column != Column::True)
        .collect();
    run.measure("the documents with a PDF file", "printed", &printed, &readable, None)?;
    run.measure("the other documents", "other", &other, &blind, None)
}

/// The input of a run.
struct Run<'r> {
    arguments: &'r Arguments,
    dataset: &'r Dataset,
    truth: &'r Truth,
}

impl Run<'_> {
    /// Compiles the typesetter's output for each column of glyphs.
    fn compile(&self, random: u32, known: &[&Page], columns: &[Column]) -> Result<()> {
        let mut check = Check::open(&self.arguments.cache.join("compile"))?;
        check.random_pages(random)?;
        for column in columns.iter().filter(|column| **column != Column::Tesseract) {
            let all: Vec<&Page> = self.dataset.pages.iter().collect();
            let pages = if matches!(column, Column::True | Column::Pdf) {
                known
            } else {
                all.as_slice()
            };
            let reader = Reader::new(*column, self.arguments, self.truth, &self.dataset.folder, pages)?;
            check.pages(&reader, *column, pages)?;
        }
        check.finish()
    }

    /// Reads the pages in every column, scores them and prints the results.
    fn measure(&self, title: &str, name: &str, pages: &[&Page], columns: &[Column], row: Option<&str>) -> Result<()> {
        if pages.is_empty() || columns.is_empty() {
            return Ok(());
        }
        println!("\n{title}: {} pages", pages.len());
        let folder = self.arguments.cache.join(name);
        let subset = self.dataset.copy(pages, &folder.join("dataset"))?;
        let mut measured = Vec::with_capacity(columns.len());
        for column in columns {
            let reader = Reader::new(*column, self.arguments, self.truth, &subset, pages)?;
            measured.push(reader.read(pages, &folder.join(column.name()))?);
        }
        let scores = scores::evaluate(self.arguments, &subset, columns, &folder)?;
        let formulas = formulas::table(self.arguments, pages, columns, &subset, &folder)?;
        println!("{}\n{formulas}\n\n{}", scores.printed, table::times(&measured));
        println!("the worst pages: {}", scores.report.display());
        match row {
            Some(text) => results::append(text, pages.len(), &measured, &scores),
            None => Ok(()),
        }
    }
}
