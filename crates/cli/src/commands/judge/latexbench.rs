//! `texlens judge --latexbench FOLDER`: judges LaTeXBench's tasks with the prompts and schemas of its paper.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use comfy_table::{Table, presets};
use serde::Serialize;
use texlens_dataset::Limits;
use texlens_evaluate::Confidence;
use texlens_judge::cost::Money;
use texlens_judge::latexbench::{Asked, BenchItem, BenchResult, read_items, result};
use texlens_judge::{Endpoint, Run, RunSettings, Usage};

use super::arguments::Arguments;
use super::error::JudgeError;
use super::settings::{subject_account, subject_settings};
use crate::asking::{JUDGE_KEY, Session, account, print_preview};
use crate::date;
use crate::failure::Failure;
use crate::input::{self, Folder, ReadError};
use crate::output::write_whole;
use crate::terminal::{self, Form};

/// The contents of the output file.
#[derive(Serialize)]
struct Written<'a> {
    format: &'static str,
    version: u32,
    created: &'a str,
    judge: &'a Endpoint,
    /// The model under test; `None` if no item needs it.
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<&'a Endpoint>,
    /// Tokens that were paid for in this run.
    usage: Usage,
    /// Cost in dollars; `None` if a price is unknown.
    cost: Option<f64>,
    #[serde(flatten)]
    result: &'a BenchResult,
}

/// The runs of the two models.
struct Runs {
    judge: Run,
    subject: Option<Run>,
}

impl Runs {
    fn all(&self) -> impl Iterator<Item = &Run> {
        std::iter::once(&self.judge).chain(&self.subject)
    }

    fn of(&self, asked: Asked) -> Option<&Run> {
        match asked {
            Asked::Judge => Some(&self.judge),
            Asked::Subject => self.subject.as_ref(),
        }
    }
}

/// Judges all items of a folder.
pub(super) fn run(arguments: &Arguments, folder: &Path, settings: RunSettings) -> Result<ExitCode, Failure> {
    let items = read_folder(folder)?;
    if items.is_empty() {
        return Err(JudgeError::NoItems(folder.to_owned()).into());
    }
    let is_of_subject = |item: &BenchItem| item.asked() == Asked::Subject;
    // Checked before anything is sent: the other model may not be named, or its key may not be allowed to go to its
    // address.
    let subject = match items.iter().any(is_of_subject) {
        true => {
            let subject = subject_settings(arguments, &settings)?;
            let account = subject_account(&subject.endpoint, &settings.endpoint)?;
            Some((subject, account))
        }
        false => None,
    };
    let budget = settings.budget;
    let mut calls = Vec::with_capacity(items.len());
    for item in &items {
        calls.push(item.call(arguments.max_output_tokens).map_err(JudgeError::Protocol)?);
    }
    let mut numbers = vec![0; items.len()];
    let mut ask = |mut session: Session, asked: Asked| -> Result<Run, Failure> {
        for ((item, call), number) in items.iter().zip(&calls).zip(&mut numbers) {
            if item.asked() == asked {
                *number = session.run.add(call.clone());
            }
        }
        if arguments.dry_run {
            let count = items.iter().filter(|item| item.asked() == asked).count();
            print_preview(&format!("{count} items"), &session.run)?;
        } else {
            session.drive()?;
        }
        Ok(session.run)
    };
    let account = account(&settings.endpoint, JUDGE_KEY)?;
    let files = arguments.files();
    let judge = ask(Session::start(files, settings, account)?, Asked::Judge)?;
    let subject = match subject {
        Some((mut settings, account)) => {
            settings.budget = budget.map(|budget| budget.less(judge.progress().spent));
            Some(ask(Session::follow(files, settings, account)?, Asked::Subject)?)
        }
        None => None,
    };
    if arguments.dry_run {
        return Ok(ExitCode::SUCCESS);
    }
    let runs = Runs { judge, subject };
    let records: Vec<_> = items
        .iter()
        .zip(&numbers)
        .map(|(item, number)| runs.of(item.asked())?.record(*number))
        .collect();
    let result = result(&items, &records, Confidence::default());
    let out = arguments.out.clone().unwrap_or_else(|| folder.join("latexbench.json"));
    let text = written(&result, &runs);
    let is_written = match arguments.out {
        Some(_) => fs::write(&out, text),
        None => write_whole(&out, text.as_bytes()),
    };
    is_written.map_err(|error| Failure::WriteFile {
        path: out.clone(),
        error,
    })?;
    let mut stdout = terminal::output(Form::Text);
    tell(&result, &runs, &out, &mut stdout)
        .and_then(|()| stdout.flush())
        .map_err(Failure::Write)?;
    Ok(match result.without_answer {
        0 => ExitCode::SUCCESS,
        none if none == items.len() => ExitCode::from(2),
        _ => ExitCode::from(1),
    })
}

/// Reads the items of all `.jsonl` files, in the order of their names.
fn read_folder(folder: &Path) -> Result<Vec<BenchItem>, Failure> {
    let failure = |error: io::Error| Failure::Read {
        path: folder.to_owned(),
        error: ReadError::Io(error),
    };
    let named = Folder::new(folder).map_err(failure)?;
    let entries = fs::read_dir(folder).map_err(failure)?;
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .map_err(failure)?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    paths.sort();
    let mut items = Vec::new();
    let limit = Limits::default().table_bytes;
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = named.read(&path, limit).and_then(input::text);
        let text = text.map_err(|error| Failure::Read { path, error })?;
        items.extend(read_items(&name, &text).map_err(JudgeError::Bench)?);
    }
    Ok(items)
}

fn written(result: &BenchResult, runs: &Runs) -> String {
    let cost = runs.all().try_fold(Money::ZERO, |sum, run| {
        run.settings().price?;
        Some(sum.plus(run.progress().spent))
    });
    let usage = runs.all().map(|run| run.progress().usage);
    let written = Written {
        format: "texlens-latexbench",
        version: 2,
        created: &date::now(),
        judge: &runs.judge.settings().endpoint,
        subject: runs.subject.as_ref().map(|run| &run.settings().endpoint),
        usage: usage.fold(Usage::default(), Usage::plus),
        cost: cost.map(Money::as_dollars),
        result,
    };
    serde_json::to_string_pretty(&written).unwrap_or_default() + "\n"
}

fn tell(result: &BenchResult, runs: &Runs, path: &Path, out: &mut impl Write) -> io::Result<()> {
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
            "{} items without a valid answer; they count as not passed",
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
    for stopped in runs.all().filter_map(Run::stopped) {
        writeln!(
            out,
            "The run ended early: {stopped}. With --cache, a later run can ask the rest."
        )?;
    }
    writeln!(out)?;
    for run in runs.all() {
        let progress = run.progress();
        let model = run.settings().endpoint.model();
        writeln!(out, "{model}: {} requests, paid {}", progress.sent, progress.spent)?;
    }
    writeln!(out, "Written to {}", path.display())
}
