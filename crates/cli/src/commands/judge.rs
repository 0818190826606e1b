//! `texlens judge`: asks a language model to judge the formulas and tables in a report.

mod arguments;
mod error;
mod latexbench;
mod settings;
pub(super) mod source;
mod summary;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use texlens_evaluate::{Bootstrap, Correlations, JudgeRun, JudgedValues};
use texlens_judge::judging::{Judging, agreement, judge_name};
use texlens_judge::{Protocol, Run, RunSettings};

use super::correlate::ratings::RatingFile;
use crate::asking::{JUDGE_KEY, Session, account, print_preview};
use crate::date;
use crate::failure::Failure;
use crate::terminal::{self, Form};
pub(crate) use arguments::Arguments;
use arguments::Matching;
pub(crate) use error::JudgeError;
use settings::{list_protocols, protocols, run_settings};
use source::Report;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if arguments.list {
        return list_protocols();
    }
    let protocols = protocols(arguments)?;
    let settings = run_settings(arguments, &protocols)?;
    match (&arguments.latexbench, &arguments.report) {
        (Some(folder), _) => latexbench::run(arguments, folder, settings),
        (None, Some(report)) => judge(arguments, report, protocols, settings),
        (None, None) => Ok(ExitCode::SUCCESS),
    }
}

/// Judges a report.
fn judge(
    arguments: &Arguments,
    path: &Path,
    protocols: Vec<Protocol>,
    settings: RunSettings,
) -> Result<ExitCode, Failure> {
    let bootstrap = Bootstrap::new(9_999, arguments.seed, texlens_evaluate::Confidence::default());
    let bootstrap = bootstrap.map_err(JudgeError::Stats)?;
    let report = Report::read(path)?;
    let subjects = report.subjects();
    let systems: BTreeSet<&str> = subjects.iter().map(|(subject, _)| subject.system).collect();
    // Read before anything is sent, because an error in the ratings must not cost money.
    let ratings = arguments.ratings.read(&systems.into_iter().collect::<Vec<_>>())?;
    let mut session = start(arguments, settings)?;
    let (items, matching, problems) = match arguments.matching {
        Matching::Rules => (source::items(&subjects)?, Vec::new(), Vec::new()),
        Matching::Judge => {
            let Some(matched) = source::matched_items(&subjects, &mut session, arguments.dry_run)? else {
                print_preview(
                    "stage 1 of the matching only; the choice of items depends on its answers",
                    &session.run,
                )?;
                return Ok(ExitCode::SUCCESS);
            };
            matched
        }
    };
    let names: Vec<&str> = protocols.iter().map(Protocol::name).collect();
    let names = names.join(" or ");
    let mut judging = Judging::new(items, protocols, arguments.repeats, arguments.swap).matched_by(matching, problems);
    if judging.items().is_empty() {
        return Err(JudgeError::NothingToJudge(names).into());
    }
    judging.add_to(&mut session.run).map_err(JudgeError::Protocol)?;
    if arguments.dry_run {
        let pairs = format!("{} pairs: {} decided by rule", judging.items().len(), judging.decided());
        print_preview(&pairs, &session.run)?;
        return Ok(ExitCode::SUCCESS);
    }
    session.drive()?;
    let mut result = judging.result(&session.run, &date::now(), &bootstrap);
    let others = report.earlier().iter();
    result.agreement = others.map(|other| agreement(&result, other, &bootstrap)).collect();
    result.correlations = correlations(arguments, &report, &result, ratings.as_ref())?;
    finish(arguments, path, report, &result, &session.run)
}

/// Starts the judge's run without calls.
fn start(arguments: &Arguments, settings: RunSettings) -> Result<Session, Failure> {
    let account = account(&settings.endpoint, JUDGE_KEY)?;
    Session::start(arguments.files(), settings, account)
}

/// Correlates the judge with the report's metrics, and both with the ratings. Returns `None` if there are no pairs.
fn correlations(
    arguments: &Arguments,
    report: &Report,
    result: &JudgeRun,
    ratings: Option<&RatingFile>,
) -> Result<Option<Correlations>, Failure> {
    let mut table = report.metrics()?;
    table.add_judge(&JudgedValues::of(judge_name(result), result));
    if let Some(ratings) = ratings {
        ratings.add_to(&mut table);
    }
    let correlations = table.correlations(arguments.ratings.items(), texlens_evaluate::Confidence::default());
    Ok(Some(correlations).filter(|correlations| !correlations.pairs.is_empty()))
}

/// Writes the report and prints a summary.
fn finish(
    arguments: &Arguments,
    path: &Path,
    report: Report,
    result: &JudgeRun,
    run: &Run,
) -> Result<ExitCode, Failure> {
    let out = arguments.out.clone().unwrap_or_else(|| judged_name(path));
    let text = report.with(result, arguments.katex.as_deref())?;
    fs::write(&out, text).map_err(|error| Failure::WriteFile {
        path: out.clone(),
        error,
    })?;
    let mut stdout = terminal::output(Form::Text);
    summary::write(result, run, &out, &mut stdout)
        .and_then(|()| stdout.flush())
        .map_err(Failure::Write)?;
    let scored = result
        .items
        .iter()
        .filter(|item| item.verdict.score().is_some())
        .count();
    Ok(match scored {
        0 => ExitCode::from(2),
        scored => ExitCode::from(u8::from(scored < result.items.len())),
    })
}

/// Turns `report.json` into `report.judged.json`.
fn judged_name(report: &Path) -> PathBuf {
    let extension = report.extension().unwrap_or_default().to_string_lossy();
    report.with_extension(format!("judged.{extension}"))
}
