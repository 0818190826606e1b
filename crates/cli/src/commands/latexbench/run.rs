//! `texlens latexbench run`: asks a model under test, checks its answers, and asks a judge.

mod arguments;
mod asked;
mod folder;
mod models;

use std::io::{self, Write};
use std::process::ExitCode;

use texlens_judge::Run;
use texlens_latexbench::{Answer, Answered, BenchRun, Brief, Finished, Judged, Results, items_hash};

use super::checker::Checker;
use super::{LatexBenchError, files};
use crate::asking::{SessionFiles, print_cost, print_preview};
use crate::date;
use crate::failure::Failure;
use crate::tables;
use crate::terminal::{self, Form};
pub(super) use arguments::Arguments;
use asked::{AskedJudge, AskedSubject};
use folder::RunFolder;
use models::Models;

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let items = files::items(&arguments.items)?;
    let (hash, briefs) = (items_hash(&items), Brief::of(&items));
    let Models { subject, judge } = Models::new(arguments)?;
    let folder = RunFolder::open(&arguments.out, &hash, &subject.settings.endpoint, subject.chosen)?;
    let cache = folder.cache();
    let files = SessionFiles {
        // A dry run creates no folder, but knows what an earlier run has asked.
        cache: Some(cache.as_path()).filter(|cache| !arguments.dry_run || cache.exists()),
        ask_again: false,
        transcript: arguments.transcript(),
        keep_transcript: false,
        pictures: None,
    };
    let checker = Checker::new(&arguments.compile)?;
    let mut asked = AskedSubject::prepare(&briefs, &subject, files, arguments.described)?;
    let preview = judge
        .as_ref()
        .map(|judge| asked.likely_verdicts(&briefs, judge, files))
        .transpose()?;
    if arguments.dry_run {
        print_preview(&format!("model under test, {} items", items.len()), &asked.session.run)?;
    } else {
        print_cost("model under test", &asked.session.run);
    }
    if let Some(preview) = &preview {
        print_cost("judge, estimated with references in place of missing answers", preview);
    }
    if arguments.dry_run {
        return Ok(ExitCode::SUCCESS);
    }
    asked.session.drive()?;
    let answers = asked.answers();
    let verdicts = checker.check_all(&items, |index, _| answers.get(index).and_then(Answer::text))?;
    let spent = asked.session.run.progress().spent;
    let judged = judge
        .map(|judge| AskedJudge::ask(&briefs, judge, &answers, spent, files))
        .transpose()?;
    let finished = Finished {
        items: &briefs,
        hash: &hash,
        subject: (&asked.session.run, &asked.calls, subject.chosen),
        judge: judged
            .as_ref()
            .map(|judged| (&judged.run, &judged.calls, judged.chosen)),
        compiled: arguments.compile.compile,
    };
    let result = finished.kept(verdicts, date::now());
    folder.write(&result)?;
    let runs: Vec<&Run> = std::iter::once(&asked.session.run)
        .chain(judged.as_ref().map(|judged| &judged.run))
        .collect();
    finish(arguments, result, &runs)
}

/// Prints the results and what the run has cost.
fn finish(arguments: &Arguments, result: BenchRun, runs: &[&Run]) -> Result<ExitCode, Failure> {
    let items = result.answers.len();
    let (without_answer, without_verdict) = (result.without_answer(), result.without_verdict());
    let flagged = result.answers.iter().filter(|item| is_flagged(item)).count();
    let reason = result.answers.iter().find_map(no_answer);
    let results = Results::of(&[(String::new(), result)]).map_err(LatexBenchError::Stats)?;
    let mut out = terminal::output(Form::Text);
    tables::text(&results.tables(), &mut out)
        .and_then(|()| reason.map_or(Ok(()), |reason| writeln!(out, "{reason}; run.json has all reasons")))
        .and_then(|()| tell(arguments, runs, (without_verdict, flagged), &mut out))
        .and_then(|()| out.flush())
        .map_err(Failure::Write)?;
    Ok(match without_answer {
        0 if without_verdict == 0 => ExitCode::SUCCESS,
        none if none == items => ExitCode::from(2),
        _ => ExitCode::from(1),
    })
}

/// Says why an item has no valid answer or verdict; `None` if it has both.
fn no_answer(item: &Answered) -> Option<String> {
    let id = &item.id;
    if let Answer::Invalid { reason, .. } | Answer::Missing { reason } = &item.answer {
        return Some(format!("No valid answer to {id}: {reason}"));
    }
    item.judge
        .iter()
        .chain(&item.described)
        .find_map(|judged| match judged {
            Judged::Missing { reason } => Some(format!("No valid verdict on {id}: {reason}")),
            Judged::Valid { .. } => None,
        })
}

fn is_flagged(item: &Answered) -> bool {
    matches!(&item.judge, Some(Judged::Valid { flags, .. }) if !flags.is_empty())
}

fn tell(
    arguments: &Arguments,
    runs: &[&Run],
    (without_verdict, flagged): (usize, usize),
    out: &mut impl Write,
) -> io::Result<()> {
    if without_verdict > 0 {
        writeln!(
            out,
            "Items without a valid verdict, which count as not passed: {without_verdict}"
        )?;
    }
    if flagged > 0 {
        writeln!(
            out,
            "Answers that may address the judge: {flagged}; run.json names the places"
        )?;
    }
    for run in runs {
        let progress = run.progress();
        write!(
            out,
            "{}: {} requests, paid now {}",
            run.settings().endpoint.model(),
            progress.sent,
            progress.spent
        )?;
        match progress.from_cache {
            0 => writeln!(out)?,
            known => writeln!(out, "; {known} answers were known from earlier runs")?,
        }
    }
    for stopped in runs.iter().filter_map(|run| run.stopped()) {
        writeln!(out, "The run ended early: {stopped}. The same command asks the rest.")?;
    }
    writeln!(out, "Written to {}", arguments.out.display())
}
