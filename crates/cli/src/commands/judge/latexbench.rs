//! `texlens judge --latexbench FOLDER`: LaTeXBench's tasks, judged by the prompts and schemas of its paper.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use comfy_table::{Table, presets};
use serde::Serialize;
use texlens_evaluate::Confidence;
use texlens_judge::latexbench::{BenchItem, BenchResult, read_items, result};
use texlens_judge::{Endpoint, Run, RunSettings, Usage};

use super::drive::Session;
use super::{Arguments, JudgeError};
use crate::failure::Failure;
use crate::input::{ReadError, read_text};

/// What is written.
#[derive(Serialize)]
struct Written<'a> {
    format: &'static str,
    version: u32,
    created: &'a str,
    judge: &'a Endpoint,
    /// Tokens that were paid for in this run.
    usage: Usage,
    /// Dollars; none where no price is known.
    cost: Option<f64>,
    #[serde(flatten)]
    result: &'a BenchResult,
}

/// Judges all items of a folder.
pub(super) fn run(arguments: &Arguments, folder: &Path, settings: RunSettings) -> Result<ExitCode, Failure> {
    let items = read_folder(folder)?;
    if items.is_empty() {
        return Err(JudgeError::NoItems(folder.to_owned()).into());
    }
    let mut session = Session::start(arguments, settings)?;
    let mut calls = Vec::with_capacity(items.len());
    for item in &items {
        let call = item.call(arguments.max_output_tokens).map_err(JudgeError::Protocol)?;
        calls.push(session.run.add(call));
    }
    if arguments.dry_run {
        super::preview::print(&format!("{} items", items.len()), &session.run)?;
        return Ok(ExitCode::SUCCESS);
    }
    session.drive()?;
    let result = result(&items, &calls, &session.run, Confidence::default());
    let out = arguments.out.clone().unwrap_or_else(|| folder.join("latexbench.json"));
    write(&out, &result, &session.run)?;
    let mut stdout = io::BufWriter::new(io::stdout().lock());
    tell(&result, &session.run, &out, &mut stdout)
        .and_then(|()| stdout.flush())
        .map_err(Failure::Write)?;
    Ok(match result.without_answer {
        0 => ExitCode::SUCCESS,
        none if none == items.len() => ExitCode::from(2),
        _ => ExitCode::from(1),
    })
}

/// The items of all `.jsonl` files, in the order of their names.
fn read_folder(folder: &Path) -> Result<Vec<BenchItem>, Failure> {
    let failure = |error: io::Error| Failure::Read {
        path: folder.to_owned(),
        error: ReadError::Io(error),
    };
    let entries = fs::read_dir(folder).map_err(failure)?;
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .map_err(failure)?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    paths.sort();
    let mut items = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        items.extend(read_items(&name, &read_text(&path)?).map_err(JudgeError::Bench)?);
    }
    Ok(items)
}

fn write(out: &Path, result: &BenchResult, run: &Run) -> Result<(), Failure> {
    let progress = run.progress();
    let written = Written {
        format: "texlens-latexbench",
        version: 1,
        created: &super::now(),
        judge: &run.settings().endpoint,
        usage: progress.usage,
        cost: run.settings().price.map(|_| progress.spent.as_dollars()),
        result,
    };
    let text = serde_json::to_string_pretty(&written).unwrap_or_default() + "\n";
    fs::write(out, text).map_err(|error| Failure::WriteFile {
        path: out.to_owned(),
        error,
    })
}

fn tell(result: &BenchResult, run: &Run, path: &Path, out: &mut impl Write) -> io::Result<()> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.add_row(["", "share", "95 %", "items"]);
    for (name, rate) in &result.rates {
        let [share, low, high] = [rate.share.value, rate.share.interval.low, rate.share.interval.high]
            .map(|share| format!("{:.1} %", 100.0 * share));
        table.add_row([
            name.clone(),
            share,
            format!("{low} to {high}"),
            format!("{} of {}", rate.passed, rate.items),
        ]);
    }
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    if let Some(overall) = result.overall {
        writeln!(
            out,
            "\nOverall (mean of generation, edit, detection and specificity): {:.1} %",
            100.0 * overall
        )?;
    }
    for (family, types) in &result.error_types {
        let types: Vec<String> = types.iter().map(|(name, count)| format!("{name} {count}")).collect();
        writeln!(out, "Errors, {family}: {}", types.join(", "))?;
    }
    if result.without_answer > 0 {
        writeln!(
            out,
            "{} items without a valid answer, in no share",
            result.without_answer
        )?;
    }
    let flagged = result
        .verdicts
        .iter()
        .filter(|verdict| !verdict.flags.is_empty())
        .count();
    if flagged > 0 {
        writeln!(
            out,
            "{flagged} items have texts that may speak to the judge; they are marked in the file"
        )?;
    }
    if let Some(stopped) = run.stopped() {
        writeln!(
            out,
            "The run ended early: {stopped}. With --cache, what is missing can be asked later."
        )?;
    }
    let progress = run.progress();
    writeln!(
        out,
        "\n{} requests, paid {}; written to {}",
        progress.sent,
        progress.spent,
        path.display()
    )
}
