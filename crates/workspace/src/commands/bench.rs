//! Commands of the screen of LaTeXBench.

use texlens_latexbench::{BriefTask, Family, latex_of};

use super::deed::{Activity, Deed, act};
use super::elements;
use super::obstacle::{Obstacle, unless};
use crate::messages::latexbench::BenchFile;
use crate::state::{Action, Bench, BenchAction, BenchFilter, BenchOutcome, BenchPart, Dialog, State, ViewAction};

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
        if bench.items.is_none() {
            return vec![Self::Make, Self::Open, Self::Cancel];
        }
        let mut all = vec![Self::Ask, Self::Open, Self::Cancel];
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
        if bench.part == BenchPart::Tasks {
            all.push(Self::MakeOthers);
            all.extend([BenchText::Answer, BenchText::Reference, BenchText::Document].map(Self::Typeset));
            all.push(Self::Family(None));
            all.extend(Family::ALL.map(|family| Self::Family(Some(family))));
            if !bench.runs.is_empty() {
                all.push(Self::RemoveRun);
                all.extend(BenchOutcome::ALL.map(Self::Outcome));
                all.extend(bench.runs.iter().map(|run| Self::Run(run.label.clone())));
            }
        }
        all
    }

    /// Returns what the command does in a state.
    pub(super) fn deed(&self, state: &State) -> Result<Deed, Obstacle> {
        let bench = &*state.bench;
        let idle = || unless(Obstacle::Working, bench.is_busy());
        let tasks = || unless(Obstacle::NoTasks, bench.items.is_none());
        let filter = |filter: BenchFilter| {
            unless(Obstacle::Already, filter == bench.filter)?;
            Ok(BenchAction::Filter(filter))
        };
        let action = match self {
            Self::Ask => {
                idle()?;
                tasks()?;
                return Ok(act(Action::View(ViewAction::Dialog(Some(Dialog::Bench)))));
            }
            Self::Make => {
                idle()?;
                return Ok(Deed::Press(elements::MAKE_TASKS));
            }
            Self::MakeOthers => {
                idle()?;
                tasks()?;
                return Ok(Deed::Fill(elements::TASKS));
            }
            Self::Open => {
                idle()?;
                return Ok(Deed::Open);
            }
            Self::Cancel => {
                unless(Obstacle::NothingRuns, !bench.is_busy())?;
                return Ok(Deed::Cancel(Activity::Bench));
            }
            Self::Save(file) => {
                tasks()?;
                let is_of_run = matches!(file, BenchFile::Run | BenchFile::ResultsPage | BenchFile::Figure);
                unless(Obstacle::NoRun, is_of_run && bench.runs.is_empty())?;
                return Ok(Deed::SaveBench(*file));
            }
            Self::Typeset(text) => {
                let latex = text.of(bench).ok_or(Obstacle::NoText)?;
                let drawn = bench.drawing.as_ref();
                unless(Obstacle::Already, drawn.is_some_and(|drawn| drawn.latex == latex))?;
                return Ok(Deed::Typeset(latex));
            }
            Self::Show(part) => {
                unless(Obstacle::Already, bench.part == *part)?;
                BenchAction::Part(*part)
            }
            Self::Run(label) => {
                let at = bench.runs.iter().position(|run| run.label == *label);
                let at = at.ok_or(Obstacle::NoRun)?;
                unless(Obstacle::Already, at == bench.shown)?;
                BenchAction::Show(at)
            }
            Self::RemoveRun => {
                unless(Obstacle::NoRun, bench.run().is_none())?;
                BenchAction::Remove(bench.shown)
            }
            Self::Family(family) => filter(BenchFilter {
                family: *family,
                ..bench.filter
            })?,
            Self::Outcome(outcome) => filter(BenchFilter {
                outcome: *outcome,
                ..bench.filter
            })?,
        };
        Ok(act(Action::Bench(action)))
    }
}

impl BenchText {
    /// Returns the text of the shown task, if the task has it.
    fn of(self, bench: &Bench) -> Option<String> {
        match (self, &bench.shown_item()?.task) {
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
