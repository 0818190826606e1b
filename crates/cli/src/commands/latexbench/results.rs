//! `texlens latexbench results`: the results of several runs.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde::Serialize;
use texlens_latexbench::{BenchRun, Item, Results, items_hash, to_results_page};
use texlens_report::plot::Ink;

use super::{LatexBenchError, files, saved};
use crate::failure::Failure;
use crate::tables;
use crate::terminal::{self, Form};

/// Print the results of runs in the form of the paper: tables 1 to 3, types of errors, judge against rules, and paired
/// differences by item.
///
/// All runs must have the same items. The six models of the paper are shown, too, marked as printed.
#[derive(Args)]
pub(super) struct Arguments {
    /// Folders that `texlens latexbench run` has written
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,

    /// Form of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Also write figure 1 as SVG: the overall scores with intervals
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Also write a static page: all tables, figure 1, and every answer with the reasons of its verdicts
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,

    /// Items of the runs, whose texts the page shows beside the answers
    #[arg(long, value_name = "ITEMS.jsonl", requires = "page")]
    items: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables for a terminal
    Text,
    /// All numbers
    Json,
    /// Tables for a README or an issue
    Markdown,
}

/// The contents of the JSON.
#[derive(Serialize)]
struct Written<'a> {
    format: &'static str,
    version: u32,
    #[serde(flatten)]
    results: &'a Results,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let runs = read(&arguments.folders)?;
    let results = Results::of(&runs).map_err(LatexBenchError::Stats)?;
    if let Some(path) = &arguments.plot {
        write_file(path, &results.figure().svg(Ink::File))?;
    }
    if let Some(path) = &arguments.page {
        let items = match (&arguments.items, runs.first()) {
            (Some(file), Some((folder, run))) => items_of_run(file, folder, run)?,
            _ => Vec::new(),
        };
        write_file(path, &to_results_page(&results, &runs, &items))?;
    }
    write(arguments.format, &results).map_err(Failure::Write)?;
    Ok(ExitCode::SUCCESS)
}

/// Reads the items of a run.
fn items_of_run(file: &Path, folder: &str, run: &BenchRun) -> Result<Vec<Item>, Failure> {
    let items = files::items(file)?;
    if items_hash(&items) != run.items {
        return Err(LatexBenchError::NotItemsOf(file.to_owned(), PathBuf::from(folder)).into());
    }
    Ok(items)
}

fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| Failure::WriteFile {
        path: path.to_owned(),
        error,
    })
}

/// Reads the runs, labelled by their folders.
fn read(folders: &[PathBuf]) -> Result<Vec<(String, BenchRun)>, Failure> {
    let mut runs: Vec<(String, BenchRun)> = Vec::with_capacity(folders.len());
    for folder in folders {
        let run = saved::read(folder)?;
        if let Some((label, first)) = runs.first()
            && first.items != run.items
        {
            return Err(LatexBenchError::OtherItems(PathBuf::from(label), folder.clone()).into());
        }
        runs.push((label(folder), run));
    }
    Ok(runs)
}

fn label(folder: &Path) -> String {
    folder.display().to_string()
}

fn write(format: Format, results: &Results) -> io::Result<()> {
    let form = if format == Format::Json { Form::Json } else { Form::Text };
    let mut out = terminal::output(form);
    match format {
        Format::Text => tables::text(&results.tables(), &mut out)?,
        Format::Markdown => tables::markdown(&results.tables(), &mut out)?,
        Format::Json => {
            let written = Written {
                format: "texlens-latexbench-results",
                version: 1,
                results,
            };
            serde_json::to_writer_pretty(&mut out, &written)?;
            writeln!(out)?;
        }
    }
    out.flush()
}
