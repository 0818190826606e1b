//! The sessions in which the model under test and the judge are asked.

use texlens_judge::Run;
use texlens_judge::cost::Money;
use texlens_latexbench::{Answer, Brief, Chosen, JudgeCalls, SubjectCalls};

use super::models::Model;
use crate::asking::{Session, SessionFiles};
use crate::commands::latexbench::LatexBenchError;
use crate::failure::Failure;

/// The model under test with its calls.
pub(super) struct AskedSubject {
    pub(super) session: Session,
    pub(super) calls: SubjectCalls,
}

impl AskedSubject {
    /// Prepares the calls; nothing is sent.
    pub(super) fn prepare(
        items: &[Brief],
        model: &Model,
        files: SessionFiles<'_>,
        is_described: bool,
    ) -> Result<Self, Failure> {
        let mut session = Session::start(files, model.settings.clone(), model.account.clone())?;
        let calls = SubjectCalls::add_to(&mut session.run, items, model.chosen, is_described);
        let calls = calls.map_err(LatexBenchError::Protocol)?;
        Ok(Self { session, calls })
    }

    /// Returns a run of the judge that is never sent, to estimate its cost.
    pub(super) fn likely_verdicts(
        &self,
        items: &[Brief],
        judge: &Model,
        files: SessionFiles<'_>,
    ) -> Result<Run, Failure> {
        let files = SessionFiles {
            transcript: None,
            ..files
        };
        let mut session = Session::follow(files, judge.settings.clone(), judge.account.clone())?;
        let texts = self.calls.likely_texts(&self.session.run, items);
        let texts = texts.iter().map(Option::as_deref);
        JudgeCalls::add_to(&mut session.run, items, texts, judge.chosen).map_err(LatexBenchError::Protocol)?;
        Ok(session.run)
    }

    /// Returns the answers in the order of the items.
    pub(super) fn answers(&self) -> Vec<Answer> {
        self.calls.answers(&self.session.run)
    }
}

/// The judge with its calls.
pub(super) struct AskedJudge {
    pub(super) run: Run,
    pub(super) chosen: Chosen,
    pub(super) calls: JudgeCalls,
}

impl AskedJudge {
    /// Has the judge decide about all valid LaTeX, with the part of the budget that is left.
    pub(super) fn ask(
        items: &[Brief],
        judge: Model,
        answers: &[Answer],
        spent: Money,
        files: SessionFiles<'_>,
    ) -> Result<Self, Failure> {
        let mut settings = judge.settings;
        settings.budget = settings.budget.map(|budget| budget.less(spent));
        let mut session = Session::follow(files, settings, judge.account)?;
        let texts = answers.iter().map(Answer::text);
        let calls = JudgeCalls::add_to(&mut session.run, items, texts, judge.chosen);
        let calls = calls.map_err(LatexBenchError::Protocol)?;
        session.drive()?;
        Ok(Self {
            run: session.run,
            chosen: judge.chosen,
            calls,
        })
    }
}
