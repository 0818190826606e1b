//! Asking a judge: the preview, the progress and the verdicts.

use std::rc::Rc;

use texlens_judge::cost::Money;
use texlens_judge::{Estimate, Progress, Stopped};

use super::history::Memento;
use super::{Act, Notice, State};
use crate::judging::{Form, Problem, Suspicion, Verdicts};

/// The state of asking a judge.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Judging {
    /// The preview, while the judge dialog is open.
    pub preview: Preview,
    /// The progress of the current or last run, until it is dismissed.
    pub tally: Option<Tally>,
    /// The verdicts of each run, the latest last.
    pub verdicts: Vec<Rc<Verdicts>>,
}

/// A preview of a run.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Preview {
    /// The preview is being prepared.
    #[default]
    Open,
    /// The form is not valid.
    Refused(Problem),
    /// The preview is ready.
    Ready(Rc<Offer>),
}

/// A run for the person to confirm.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Offer {
    /// The form as typed.
    pub form: Form,
    /// The calls and their cost.
    pub estimate: Estimate,
    /// Number of repeated questions. Each of them is sent only once.
    pub repeated: usize,
    /// Number of calls whose answer is known.
    pub known: usize,
    /// Number of pages whose formulas the judge matches first.
    pub pages: usize,
    /// The estimate for the next round, as far as it can be known.
    pub then: Option<Estimate>,
    /// Number of formulas and tables that need no judge.
    pub ruled: usize,
    /// The first question as an example request.
    pub example: Option<Example>,
    /// Passages of the texts that seem to address the judge.
    pub suspicions: Vec<Suspicion>,
}

impl Offer {
    /// Returns whether there is nothing to ask about.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.estimate.calls == 0 && self.known + self.ruled + self.pages == 0
    }
}

/// A request as it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The address of the request.
    pub url: String,
    /// Names and values of the headers. A word replaces the value of the key.
    pub headers: Vec<(String, String)>,
    /// The system prompt.
    pub system: String,
    /// The question.
    pub question: String,
    /// The whole body: JSON on several lines.
    pub body: String,
}

/// The progress of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Tally {
    /// The name of the model.
    pub model: String,
    /// The counts of calls.
    pub progress: Progress,
    /// The budget.
    pub budget: Option<Money>,
    /// The reason why the run ended early.
    pub stopped: Option<Stopped>,
    /// Whether no requests could be sent.
    pub is_lost: bool,
    /// Whether the run continues.
    pub is_running: bool,
}

/// Events of asking a judge.
#[derive(Debug)]
pub enum JudgingAction {
    /// The preview is being prepared.
    Looking,
    /// The preview is known.
    Looked(Preview),
    /// The progress changed.
    Told(Tally),
    /// The run ended, with its verdicts.
    Ended(Tally, Option<Rc<Verdicts>>),
    /// Verdicts from before this visit, or from a report that was opened.
    Recalled(Vec<Rc<Verdicts>>),
    /// The person removes a run. Its answers stay in the cache.
    Removed(Rc<Verdicts>),
    /// All answers are deleted.
    Forgotten,
    /// The progress of the last run is dismissed.
    Dismissed,
}

impl State {
    pub(super) fn judging_after(&mut self, action: JudgingAction) {
        match action {
            JudgingAction::Looking => self.judging.preview = Preview::Open,
            JudgingAction::Looked(preview) => self.judging.preview = preview,
            JudgingAction::Told(tally) => self.judging.tally = Some(tally),
            JudgingAction::Ended(tally, verdicts) => {
                self.notice = Some(Notice::Judged(tally.progress.answered));
                self.judging.tally = Some(tally);
                if let Some(verdicts) = verdicts {
                    // A repeated or extended run replaces the earlier one.
                    self.judging.verdicts.retain(|earlier| !verdicts.replaces(earlier));
                    self.judging.verdicts.push(verdicts);
                }
            }
            JudgingAction::Recalled(mut verdicts) => {
                // A report may contain verdicts that already exist here.
                verdicts.retain(|verdicts| !self.judging.verdicts.contains(verdicts));
                verdicts.append(&mut self.judging.verdicts);
                self.judging.verdicts = verdicts;
            }
            JudgingAction::Removed(removed) => {
                let act = Act::JudgeRunRemoved(removed.run().model.clone());
                self.remember(act, Memento::Verdicts(removed.clone(), true));
                self.judging.verdicts.retain(|verdicts| *verdicts != removed);
            }
            JudgingAction::Forgotten => self.judging.verdicts.clear(),
            JudgingAction::Dismissed => self.judging.tally = None,
        }
    }
}
