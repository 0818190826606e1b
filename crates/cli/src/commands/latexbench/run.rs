//! `texlens latexbench run`: asks a model under test, checks its answers, and asks a judge.

mod arguments;
mod folder;
mod models;

use std::io::{self, Write};
use std::process::ExitCode;

use sha2::{Digest, Sha256};
use texlens_judge::cost::Money;
use texlens_judge::{Record, Run};
use texlens_latexbench::{
    Answer, Answered, AskedModel, BenchRun, Chosen, Counted, Item, Judged, Question, Results, to_jsonl,
};

use super::checker::Checker;
use super::results::show;
use super::{LatexBenchError, files};
use crate::asking::{Session, SessionFiles, print_cost, print_preview};
use crate::date;
use crate::failure::Failure;
use crate::terminal::{self, Form};
pub(super) use arguments::Arguments;
use folder::RunFolder;
use models::{Model, Models};

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let items = files::items(&arguments.items)?;
    let hash = hex::encode(Sha256::digest(to_jsonl(&items)));
    let Models { subject, judge } = Models::new(arguments)?;
    let folder = RunFolder::open(&arguments.out, &hash, &subject.settings.endpoint, subject.chosen)?;
    let cache = folder.cache();
    let files = SessionFiles {
        cache: Some(&cache),
        ask_again: false,
        transcript: arguments.transcript(),
        keep_transcript: false,
    };
    let mut checker = Checker::new(&arguments.compile)?;
    let asked = Subject::ask(&items, &subject, files, arguments)?;
    let preview = judge
        .as_ref()
        .map(|judge| likely_verdicts(&items, judge, &asked, files))
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
    let Subject {
        mut session,
        tasks,
        described,
    } = asked;
    session.drive()?;
    let answers: Vec<Answer> = tasks.iter().map(|call| Answer::of(session.run.record(*call))).collect();
    let verdicts = checker.check_all(&items, |index, _| answers.get(index).and_then(Answer::text))?;
    let judged = judge
        .map(|judge| judged(&items, judge, &answers, session.run.progress().spent, files))
        .transpose()?;
    let mut answered = Vec::with_capacity(items.len());
    for (index, ((item, answer), rules)) in items.iter().zip(answers).zip(verdicts).enumerate() {
        let call = described.get(index).copied().flatten();
        answered.push(Answered {
            id: item.id.clone(),
            counted: Counted::of(item),
            judge: judged.as_ref().and_then(|judged| judged.verdict(index, &answer)),
            described: call.map(|call| Judged::of(session.run.record(call), "")),
            answer,
            rules,
        });
    }
    let result = BenchRun {
        format: BenchRun::FORMAT.to_owned(),
        version: BenchRun::VERSION,
        texlens: env!("CARGO_PKG_VERSION").to_owned(),
        created: date::now(),
        items: hash,
        subject: asked_model(&session.run, subject.chosen),
        judge: judged.as_ref().map(|judged| asked_model(&judged.run, judged.chosen)),
        compiled: arguments.compile.compile,
        answers: answered,
    };
    folder.write(&result)?;
    let runs: Vec<&Run> = std::iter::once(&session.run)
        .chain(judged.as_ref().map(|judged| &judged.run))
        .collect();
    finish(arguments, result, &runs)
}

/// The calls to the model under test.
struct Subject {
    session: Session,
    /// The number of each item's call.
    tasks: Vec<usize>,
    /// The number of each item's call with a description of its fault, if there is one.
    described: Vec<Option<usize>>,
}

impl Subject {
    /// Prepares the calls; nothing is sent.
    fn ask(items: &[Item], model: &Model, files: SessionFiles<'_>, arguments: &Arguments) -> Result<Self, Failure> {
        let mut session = Session::start(files, model.settings.clone(), model.account.clone())?;
        let mut add = |item: &Item, question: Question<'_>| -> Result<Option<usize>, Failure> {
            let call = question.call(item, model.chosen).map_err(LatexBenchError::Protocol)?;
            Ok(call.map(|call| session.run.add(call)))
        };
        let mut tasks = Vec::with_capacity(items.len());
        let mut described = Vec::new();
        for item in items {
            tasks.extend(add(item, Question::Task)?);
        }
        if arguments.described {
            for item in items {
                described.push(add(item, Question::Described)?);
            }
        }
        Ok(Self {
            session,
            tasks,
            described,
        })
    }
}

/// Returns a run of the judge that is never sent: with the answers that are known, and else with the references.
fn likely_verdicts(items: &[Item], judge: &Model, subject: &Subject, files: SessionFiles<'_>) -> Result<Run, Failure> {
    let files = SessionFiles {
        transcript: None,
        ..files
    };
    let mut session = Session::follow(files, judge.settings.clone(), judge.account.clone())?;
    for (item, call) in items.iter().zip(&subject.tasks) {
        let answer = match subject.session.run.record(*call) {
            Some(record) => Answer::of(Some(record)).text().map(str::to_owned),
            None => Some(item.reference_answer()),
        };
        if let Some(answer) = answer {
            let question = Question::Verdict(&answer);
            let call = question.call(item, judge.chosen).map_err(LatexBenchError::Protocol)?;
            call.map(|call| session.run.add(call));
        }
    }
    Ok(session.run)
}

/// The verdicts of a judge.
struct JudgeRun {
    run: Run,
    chosen: Chosen,
    /// The number of each item's call, if it has one.
    calls: Vec<Option<usize>>,
}

impl JudgeRun {
    fn verdict(&self, index: usize, answer: &Answer) -> Option<Judged> {
        let call = self.calls.get(index).copied().flatten()?;
        Some(Judged::of(self.run.record(call), answer.text().unwrap_or_default()))
    }
}

/// Has the judge decide about all valid LaTeX, with the part of the budget that is left.
fn judged(
    items: &[Item],
    judge: Model,
    answers: &[Answer],
    spent: Money,
    files: SessionFiles<'_>,
) -> Result<JudgeRun, Failure> {
    let mut settings = judge.settings;
    settings.budget = settings.budget.map(|budget| budget.less(spent));
    let mut session = Session::follow(files, settings, judge.account)?;
    let mut calls = Vec::with_capacity(items.len());
    for (item, answer) in items.iter().zip(answers) {
        let call = match answer.text() {
            Some(code) => Question::Verdict(code)
                .call(item, judge.chosen)
                .map_err(LatexBenchError::Protocol)?,
            None => None,
        };
        calls.push(call.map(|call| session.run.add(call)));
    }
    session.drive()?;
    Ok(JudgeRun {
        run: session.run,
        chosen: judge.chosen,
        calls,
    })
}

fn asked_model(run: &Run, chosen: Chosen) -> AskedModel {
    let settings = run.settings();
    let records = (0..run.progress().total).filter_map(|call| run.record(call));
    AskedModel::of(
        settings.endpoint.clone(),
        chosen,
        settings.price.is_some(),
        records.filter(|record: &&Record| record.requests > 0),
    )
}

/// Prints the results and what the run has cost.
fn finish(arguments: &Arguments, result: BenchRun, runs: &[&Run]) -> Result<ExitCode, Failure> {
    let items = result.answers.len();
    let (without_answer, without_verdict) = (result.without_answer(), result.without_verdict());
    let flagged = result.answers.iter().filter(|item| is_flagged(item)).count();
    let results = Results::of(&[(String::new(), result)]).map_err(LatexBenchError::Stats)?;
    let mut out = terminal::output(Form::Text);
    show::text(&results, &mut out)
        .and_then(|()| tell(arguments, runs, (without_verdict, flagged), &mut out))
        .and_then(|()| out.flush())
        .map_err(Failure::Write)?;
    Ok(match without_answer {
        0 if without_verdict == 0 => ExitCode::SUCCESS,
        none if none == items => ExitCode::from(2),
        _ => ExitCode::from(1),
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
