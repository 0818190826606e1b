//! Commands of the screen of LaTeXBench.

use texlens_latexbench::{BriefTask, Family, latex_of};

use super::deed::{Deed, act};
use super::elements;
use super::obstacle::{Obstacle, unless};
use crate::messages::latexbench::BenchFile;
use crate::state::{
    Action, Bench, BenchAction, BenchFilter, BenchOutcome, BenchPart, Dialog, Screen, State, ViewAction,
};

/// A command of the screen of LaTeXBench.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BenchCommand {
    /// Opens the form that asks a model.
    Ask,
    /// Makes the tasks of the typed seed.
    Make,
    /// Opens the form that makes other tasks.
    MakeOthers,
    /// Opens the browser's file dialog.
    Open,
    /// Cancels what is being done.
    Cancel,
    /// Shows the tasks or the results.
    Show(BenchPart),
    /// Lists the tasks of a family; `None` for all.
    Family(Option<Family>),
    /// Lists tasks by the outcome.
    Outcome(BenchOutcome),
    /// Shows the answers of the run with this label.
    Run(String),
    /// Removes the shown run.
    RemoveRun,
    /// Typesets a text of the shown task.
    Typeset(BenchText),
    /// Saves a file.
    Save(BenchFile),
}

/// A text of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BenchText {
    /// The answer to a generation or an edit.
    Answer,
    /// The reference of a generation or an edit.
    Reference,
    /// The document of a contrast.
    Document,
}

impl BenchCommand {
    /// Returns the commands that make sense in a state.
    pub(super) fn all(state: &State) -> Vec<Self> {
        let bench = &state.bench;
        let mut all = match &bench.items {
            None => vec![Self::Make],
            Some(_) => vec![Self::Ask, Self::MakeOthers],
        };
        all.extend([Self::Open, Self::Cancel]);
        if bench.items.is_some() {
            all.extend([BenchPart::Tasks, BenchPart::Results].map(Self::Show));
            let files = [
                BenchFile::Items,
                BenchFile::Workbook,
                BenchFile::ItemsPage,
                BenchFile::Run,
                BenchFile::ResultsPage,
                BenchFile::Figure,
            ];
            all.extend(files.map(Self::Save));
            all.extend([BenchText::Answer, BenchText::Reference, BenchText::Document].map(Self::Typeset));
            all.push(Self::Family(None));
            all.extend(Family::ALL.map(|family| Self::Family(Some(family))));
        }
        if !bench.runs.is_empty() {
            all.push(Self::RemoveRun);
            all.extend(BenchOutcome::ALL.map(Self::Outcome));
            all.extend(bench.runs.iter().map(|run| Self::Run(run.label.clone())));
        }
        all
    }

    /// Returns what the command does in a state.
    pub(super) fn deed(&self, state: &State) -> Result<Deed, Obstacle> {
        let bench = &*state.bench;
        match self {
            Self::Cancel => {
                unless(Obstacle::NothingRuns, !bench.is_busy())?;
                return Ok(Deed::Cancel(Screen::LatexBench));
            }
            Self::Ask | Self::Make | Self::MakeOthers | Self::Open | Self::Save(_) => {
                unless(Obstacle::Working, bench.is_busy())?;
            }
            _ => {}
        }
        match self {
            Self::Ask => {
                unless(Obstacle::NoTasks, bench.items.is_none())?;
                Ok(act(Action::View(ViewAction::Dialog(Some(Dialog::Bench)))))
            }
            Self::Make => Ok(Deed::Press(elements::MAKE_TASKS)),
            Self::MakeOthers => Ok(Deed::Fill(elements::TASKS)),
            Self::Open => Ok(Deed::Open),
            Self::Save(file) => {
                unless(Obstacle::NoTasks, bench.items.is_none())?;
                let is_of_run = matches!(file, BenchFile::Run | BenchFile::ResultsPage | BenchFile::Figure);
                unless(Obstacle::NoRun, is_of_run && bench.runs.is_empty())?;
                Ok(Deed::SaveBench(*file))
            }
            Self::Typeset(text) => {
                let latex = text.of(bench).ok_or(Obstacle::NoText)?;
                unless(
                    Obstacle::Already,
                    bench.drawing.as_ref().is_some_and(|drawn| drawn.latex == latex),
                )?;
                Ok(Deed::Typeset(latex))
            }
            _ => self.action(bench).map(|action| act(Action::Bench(action))),
        }
    }

    /// Returns the action of a command that chooses what is shown.
    fn action(&self, bench: &Bench) -> Result<BenchAction, Obstacle> {
        let filter = match self {
            Self::Show(part) => {
                unless(Obstacle::Already, bench.part == *part)?;
                return Ok(BenchAction::Part(*part));
            }
            Self::Run(label) => {
                let at = bench.runs.iter().position(|run| run.label == *label);
                let at = at.ok_or(Obstacle::NoRun)?;
                unless(Obstacle::Already, at == bench.shown)?;
                return Ok(BenchAction::Show(at));
            }
            Self::Family(family) => BenchFilter {
                family: *family,
                ..bench.filter
            },
            Self::Outcome(outcome) => BenchFilter {
                outcome: *outcome,
                ..bench.filter
            },
            _ => {
                unless(Obstacle::NoRun, bench.run().is_none())?;
                return Ok(BenchAction::Remove(bench.shown));
            }
        };
        unless(Obstacle::Already, filter == bench.filter)?;
        Ok(BenchAction::Filter(filter))
    }
}

impl BenchText {
    /// Returns the text of the shown task, if the task has it.
    fn of(self, bench: &Bench) -> Option<String> {
        let task = &bench.items.as_ref()?.briefs.get(bench.at)?.task;
        match (self, task) {
            (Self::Answer, BriefTask::Generation { .. } | BriefTask::Edit { .. }) => {
                let valid = bench.answered(bench.at).filter(|answered| answered.reason.is_none());
                valid.map(|answered| latex_of(&answered.text).into_owned())
            }
            (Self::Reference, BriefTask::Generation { reference, .. } | BriefTask::Edit { reference, .. }) => {
                Some(reference.clone())
            }
            (Self::Document, BriefTask::Contrast { code, .. }) => Some(code.clone()),
            _ => None,
        }
    }
}
