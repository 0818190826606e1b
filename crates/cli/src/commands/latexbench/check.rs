//! `texlens latexbench check`: checks answers to items.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use comfy_table::{Table, presets};
use serde::Serialize;
use texlens_latexbench::{Item, Scores, read_answers, score};

use super::checker::{Checker, CompileArguments};
use super::files;
use crate::failure::Failure;
use crate::terminal;

/// Most answers whose findings are shown on the terminal.
const MOST_SHOWN: usize = 20;

/// Check answers by rules, and print the pass rate of each family with its 95 % interval.
///
/// ANSWERS has a line {"id": "…", "answer": "…"} for each item. An item without an answer does not pass. Without
/// --compile, a quick check estimates whether LaTeX compiles.
///
/// Exit code: 0 if every item has an answer, 1 if some have none or an answer belongs to no item, 2 if none has one.
#[derive(Args)]
pub(super) struct Arguments {
    /// Items that `texlens latexbench make` has written, as JSON lines or as a workbook
    #[arg(value_name = "ITEMS.jsonl")]
    items: PathBuf,

    /// Answers
    #[arg(value_name = "ANSWERS.jsonl")]
    answers: PathBuf,

    #[command(flatten)]
    compile: CompileArguments,

    /// Also write rates, verdicts and findings as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// The contents of the output file.
#[derive(Serialize)]
struct Written<'a> {
    format: &'static str,
    version: u32,
    /// Whether the TeX engine has compiled the answers.
    compiled: bool,
    /// Ids of answers that belong to no item.
    unknown: &'a [&'a str],
    #[serde(flatten)]
    scores: &'a Scores,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let items = files::items(&arguments.items)?;
    let answers = files::read(&arguments.answers, read_answers)?;
    let answer = |_, item: &Item| answers.get(&item.id).map(String::as_str);
    let verdicts = Checker::new(&arguments.compile)?.check_all(&items, answer)?;
    let scores = score(&items, verdicts);
    let ids: BTreeSet<&str> = items.iter().map(|item| item.id.as_str()).collect();
    let unknown: Vec<&str> = answers
        .keys()
        .map(String::as_str)
        .filter(|id| !ids.contains(id))
        .collect();
    if let Some(path) = &arguments.json {
        let written = Written {
            format: "texlens-latexbench-check",
            version: 1,
            compiled: arguments.compile.compile,
            unknown: &unknown,
            scores: &scores,
        };
        let text = serde_json::to_string_pretty(&written).unwrap_or_default() + "\n";
        fs::write(path, text).map_err(|error| Failure::WriteFile {
            path: path.clone(),
            error,
        })?;
    }
    let mut out = terminal::output(terminal::Form::Text);
    tell(&scores, &unknown, &mut out)
        .and_then(|()| out.flush())
        .map_err(Failure::Write)?;
    Ok(match scores.without_answer {
        0 if unknown.is_empty() => ExitCode::SUCCESS,
        none if none == items.len() => ExitCode::from(2),
        _ => ExitCode::from(1),
    })
}

fn tell(scores: &Scores, unknown: &[&str], out: &mut impl Write) -> io::Result<()> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.add_row(["", "share", "95 %", "items"]);
    for rate in &scores.rates {
        let interval = rate.share.interval;
        let [share, low, high] =
            [rate.share.value, interval.low, interval.high].map(|share| format!("{:.1} %", 100.0 * share));
        table.add_row([
            rate.name.name().to_owned(),
            share,
            format!("{low} to {high}"),
            format!("{} of {}", rate.passed, rate.items),
        ]);
    }
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    if let Some(overall) = scores.overall {
        let mean = "mean of generation, edit, detection and specificity";
        writeln!(out, "\nOverall ({mean}): {:.1} %", 100.0 * overall)?;
    }
    for (family, types) in &scores.error_types {
        let types: Vec<String> = types
            .iter()
            .map(|(name, count)| format!("{} {count}", name.name()))
            .collect();
        writeln!(out, "Errors, {}: {}", family.name(), types.join(", "))?;
    }
    let failed = scores.items.iter().filter_map(|item| {
        let finding = item.verdict.as_ref()?.findings.first()?;
        Some((&item.id, finding))
    });
    let failed: Vec<_> = failed.collect();
    if !failed.is_empty() {
        writeln!(out)?;
    }
    for (id, finding) in failed.iter().take(MOST_SHOWN) {
        writeln!(out, "{id}:{finding}")?;
    }
    if let Some(more) = failed.len().checked_sub(MOST_SHOWN).filter(|more| *more > 0) {
        writeln!(
            out,
            "and {more} more answers that do not pass; --json FILE writes all findings"
        )?;
    }
    if scores.without_answer > 0 {
        let count = scores.without_answer;
        writeln!(out, "Items without an answer, which count as not passed: {count}")?;
    }
    if let Some(first) = unknown.first() {
        let count = unknown.len();
        writeln!(out, "Answers that belong to no item: {count}, for example {first}")?;
    }
    Ok(())
}
