//! The questions of a run, and their answers.

use texlens_judge::Run;
use texlens_judge::cost::Money;
use texlens_latexbench::{Answer, Chosen, Item, Judged, Question};

use super::models::Model;
use crate::asking::{Session, SessionFiles};
use crate::commands::latexbench::LatexBenchError;
use crate::failure::Failure;

/// The model under test with its calls.
pub(super) struct AskedSubject {
    pub(super) session: Session,
    /// The number of each item's call.
    tasks: Vec<usize>,
    /// The number of each item's call with a description of its fault, if there is one.
    described: Vec<Option<usize>>,
}

impl AskedSubject {
    /// Prepares the calls; nothing is sent.
    pub(super) fn prepare(
        items: &[Item],
        model: &Model,
        files: SessionFiles<'_>,
        is_described: bool,
    ) -> Result<Self, Failure> {
        let mut session = Session::start(files, model.settings.clone(), model.account.clone())?;
        let mut tasks = Vec::with_capacity(items.len());
        for item in items {
            tasks.extend(add(&mut session, item, Question::Task, model.chosen)?);
        }
        let mut described = Vec::new();
        for item in items.iter().filter(|_| is_described) {
            described.push(add(&mut session, item, Question::Described, model.chosen)?);
        }
        Ok(Self {
            session,
            tasks,
            described,
        })
    }

    /// Returns a run of the judge that is never sent: with the answers that are known, and else with the references.
    pub(super) fn likely_verdicts(
        &self,
        items: &[Item],
        judge: &Model,
        files: SessionFiles<'_>,
    ) -> Result<Run, Failure> {
        let files = SessionFiles {
            transcript: None,
            ..files
        };
        let mut session = Session::follow(files, judge.settings.clone(), judge.account.clone())?;
        for (item, call) in items.iter().zip(&self.tasks) {
            let answer = match self.session.run.record(*call) {
                Some(record) => Answer::of(Some(record)).text().map(str::to_owned),
                None => Some(item.reference_answer()),
            };
            if let Some(answer) = answer {
                add(&mut session, item, Question::Verdict(&answer), judge.chosen)?;
            }
        }
        Ok(session.run)
    }

    /// Returns the answers in the order of the items.
    pub(super) fn answers(&self) -> Vec<Answer> {
        let answer = |call: &usize| Answer::of(self.session.run.record(*call));
        self.tasks.iter().map(answer).collect()
    }

    /// Returns the answer about a described fault; `None` if it was not asked for.
    pub(super) fn described(&self, index: usize) -> Option<Judged> {
        let call = self.described.get(index).copied().flatten()?;
        Some(Judged::of(self.session.run.record(call), ""))
    }
}

/// The judge with its calls.
pub(super) struct AskedJudge {
    pub(super) run: Run,
    pub(super) chosen: Chosen,
    /// The number of each item's call, if it has one.
    calls: Vec<Option<usize>>,
}

impl AskedJudge {
    /// Has the judge decide about all valid LaTeX, with the part of the budget that is left.
    pub(super) fn ask(
        items: &[Item],
        judge: Model,
        answers: &[Answer],
        spent: Money,
        files: SessionFiles<'_>,
    ) -> Result<Self, Failure> {
        let mut settings = judge.settings;
        settings.budget = settings.budget.map(|budget| budget.less(spent));
        let mut session = Session::follow(files, settings, judge.account)?;
        let mut calls = Vec::with_capacity(items.len());
        for (item, answer) in items.iter().zip(answers) {
            calls.push(match answer.text() {
                Some(code) => add(&mut session, item, Question::Verdict(code), judge.chosen)?,
                None => None,
            });
        }
        session.drive()?;
        Ok(Self {
            run: session.run,
            chosen: judge.chosen,
            calls,
        })
    }

    /// Returns the verdict on an answer; `None` if it was not asked for.
    pub(super) fn verdict(&self, index: usize, answer: &Answer) -> Option<Judged> {
        let call = self.calls.get(index).copied().flatten()?;
        Some(Judged::of(self.run.record(call), answer.text().unwrap_or_default()))
    }
}

/// Adds the call that puts a question, if the question fits the item, and returns its number.
fn add(session: &mut Session, item: &Item, question: Question<'_>, chosen: Chosen) -> Result<Option<usize>, Failure> {
    let call = question.call(item, chosen).map_err(LatexBenchError::Protocol)?;
    Ok(call.map(|call| session.run.add(call)))
}
