//! `texlens leaderboard`: measured rows beside printed ones, in sets whose rows are comparable.

mod error;
mod files;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use texlens_evaluate::Evaluation;
use texlens_leaderboard::{
    Leaderboard, PUBLICATIONS, ShownTable, Standing, all_printed, from_evaluation, from_evaluations, printed, read,
    to_csv, to_json,
};
use texlens_report::{Assets, ResultTable, to_html};

use crate::failure::Failure;
use crate::tables;
use crate::terminal::{self, Form};
pub(crate) use error::LeaderboardError;
use files::Found;

/// The value of `--printed` for all publications.
const ALL: &str = "all";

/// Show measured systems beside printed ones, and say which rows are comparable.
///
/// Rows are in one set if pages, judge and protocol are the same; other sets are kept apart, with the reason. Rows that a
/// publication prints are marked "printed, not measured". Nothing is sent. docs/leaderboard.md describes the rule.
///
/// Exit code: 0 if everything is shown, 1 if a file is left out, 2 if there is nothing to show.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Saved evaluations (JSON of `texlens evaluate --json`, reports as HTML or folder) and folders of result files of
    /// pdf-parse-bench
    files: Vec<PathBuf>,

    /// Printed tables to show: texocr, pdf-parse-bench, texbleu, all, or the id of a table such as texocr-table-2; give
    /// the option once for each
    #[arg(long = "printed", value_name = "NAME")]
    printed: Vec<String>,

    /// Order rows by this column, by its name in the head of the table
    #[arg(long, value_name = "COLUMN")]
    sort: Option<String>,

    /// Reverse the order
    #[arg(long, requires = "sort")]
    reverse: bool,

    /// Form of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Also write the formulas of the result files, with the verdicts of their judges, as a report that opens in the
    /// app; a folder of result files with several datasets gives only the first
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables for a terminal
    Text,
    /// Tables for a README or an issue
    #[value(alias = "md")]
    Markdown,
    /// A line for each value, for spreadsheets
    Csv,
    /// Everything, with protocols, sources and reasons
    Json,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut boards: Vec<Leaderboard> = Vec::new();
    let mut is_complete = true;
    let mut results: Vec<Evaluation> = Vec::new();
    for path in &arguments.files {
        match boards_of(path, &mut results) {
            Ok(found) => boards.extend(found),
            Err(failure) => {
                is_complete = false;
                match failure {
                    // The message names the file.
                    Failure::Read { .. } => terminal::say(format_args!("texlens: {failure}")),
                    failure => terminal::say(format_args!("texlens: {}: {failure}", path.display())),
                }
            }
        }
    }
    for name in &arguments.printed {
        let before = boards.len();
        boards.extend(match name.as_str() {
            ALL => all_printed().collect::<Vec<_>>(),
            name => printed(name).collect(),
        });
        if boards.len() == before {
            return Err(LeaderboardError::Unknown {
                name: name.clone(),
                known: PUBLICATIONS.join(", "),
            }
            .into());
        }
    }
    if boards.is_empty() {
        return Err(LeaderboardError::Nothing.into());
    }
    if let Some(path) = &arguments.html {
        write_html(path, &results)?;
    }
    write(arguments, &Standing::of(boards))?;
    Ok(ExitCode::from(u8::from(!is_complete)))
}

/// Returns the leaderboards of a file or folder, which are named by its path: reports often have the same name in different
/// folders. Adds the evaluations of result files to `results`.
fn boards_of(path: &Path, results: &mut Vec<Evaluation>) -> Result<Vec<Leaderboard>, Failure> {
    let name = path.display().to_string();
    let boards = match files::find(path)? {
        Found::Saved(text) => read(&name, &text),
        Found::Report(evaluation) => from_evaluation(&name, &evaluation),
        Found::Results(evaluations) => {
            let boards = from_evaluations(&name, &evaluations);
            results.extend(evaluations);
            boards
        }
    };
    Ok(boards.map_err(LeaderboardError::from)?)
}

fn write_html(path: &Path, results: &[Evaluation]) -> Result<(), Failure> {
    let evaluation = results.first().ok_or(LeaderboardError::NoResults)?;
    let html = to_html(evaluation, &Assets::default())?;
    std::fs::write(path, html).map_err(|error| Failure::WriteFile {
        path: path.to_owned(),
        error,
    })
}

fn write(arguments: &Arguments, standing: &Standing) -> Result<(), Failure> {
    let form = match arguments.format {
        Format::Json => Form::Json,
        _ => Form::Text,
    };
    let mut out = terminal::output(form);
    let written = match arguments.format {
        Format::Text => tables::text(&shown(arguments, standing)?, &mut out),
        Format::Markdown => tables::markdown(&shown(arguments, standing)?, &mut out),
        Format::Csv => out.write_all(to_csv(standing)?.as_bytes()),
        Format::Json => out.write_all(to_json(standing)?.as_bytes()),
    };
    written
        .and_then(|()| out.flush())
        .map_err(|error: io::Error| Failure::Write(error))
}

fn shown(arguments: &Arguments, standing: &Standing) -> Result<Vec<ResultTable>, LeaderboardError> {
    let shown = standing.shown();
    let mut is_known = arguments.sort.is_none();
    let mut sets: Vec<ResultTable> = Vec::with_capacity(shown.sets.len() + 1);
    for mut set in shown.sets {
        if let Some(column) = arguments.sort.as_ref().and_then(|name| set.column(name)) {
            is_known = true;
            set = sorted(set, column, arguments.reverse);
        }
        sets.push(set.table);
    }
    if !is_known {
        return Err(LeaderboardError::NoColumn(arguments.sort.clone().unwrap_or_default()));
    }
    sets.extend(shown.apart);
    Ok(sets)
}

fn sorted(set: ShownTable, column: usize, is_reversed: bool) -> ShownTable {
    let set = match set.sorted_by == column {
        true => set,
        false => set.sorted(column),
    };
    match set.is_reversed == is_reversed {
        true => set,
        false => set.sorted(column),
    }
}
