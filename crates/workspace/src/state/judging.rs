//! Asking a judge: what would be sent, how far it is, and what was said.

use std::rc::Rc;

use texlens_judge::cost::Money;
use texlens_judge::{Estimate, Progress, Stopped};

use super::{Notice, State};
use crate::judging::{Form, Problem, Suspicion, Verdicts};

/// Where asking a judge is.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Judging {
    /// What would be sent, while the sheet is open.
    pub preview: Preview,
    /// What is being asked, or was last, until it is dismissed.
    pub tally: Option<Tally>,
    /// What was said, each run of a judge by itself, the latest last.
    pub verdicts: Vec<Rc<Verdicts>>,
}

/// What would be sent.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Preview {
    /// Being found out.
    #[default]
    Open,
    /// The form does not say enough.
    Refused(Problem),
    /// This.
    Ready(Rc<Offer>),
}

/// What would be sent, for a person to agree to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Offer {
    /// As it was asked for.
    pub form: Form,
    /// Calls and what they cost.
    pub estimate: Estimate,
    /// The same question more than once is sent once.
    pub repeated: usize,
    /// Calls whose answer is known from before.
    pub known: usize,
    /// Pages whose formulas the judge looks for first.
    pub pages: usize,
    /// What follows then, as far as that can be told.
    pub then: Option<Estimate>,
    /// Formulas and tables that need no judge.
    pub ruled: usize,
    /// The first question: what the model is told, and what it is asked.
    pub example: Option<Example>,
    /// What in the texts may be meant for the judge.
    pub suspicions: Vec<Suspicion>,
}

impl Offer {
    /// Whether there is nothing to ask about.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.estimate.calls == 0 && self.known + self.ruled + self.pages == 0
    }
}

/// A request, as it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// Where to.
    pub url: String,
    /// Names and values, the key's replaced by a word.
    pub headers: Vec<(String, String)>,
    /// What the model is told about its role.
    pub system: String,
    /// What it is asked.
    pub question: String,
    /// All of it: JSON, set on several lines.
    pub body: String,
}

/// How far it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Tally {
    /// Which model.
    pub model: String,
    /// Counts.
    pub progress: Progress,
    /// What may be spent.
    pub budget: Option<Money>,
    /// Why it ended early.
    pub stopped: Option<Stopped>,
    /// Whether requests could not be sent at all.
    pub is_lost: bool,
    /// Whether it goes on.
    pub is_running: bool,
}

/// What can happen.
#[derive(Debug)]
pub enum JudgingAction {
    /// What would be sent is being found out.
    Looking,
    /// It is known.
    Looked(Preview),
    /// Something was answered.
    Told(Tally),
    /// The end has come, with what was said.
    Ended(Tally, Option<Rc<Verdicts>>),
    /// What was said before this visit, or in a report that was opened.
    Recalled(Vec<Rc<Verdicts>>),
    /// A run is no longer wanted; its answers are still known.
    Removed(Rc<Verdicts>),
    /// All answers are to be forgotten.
    Forgotten,
    /// What was asked last is of no more interest.
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
                    // What was asked for again, or more of it, is there once.
                    self.judging.verdicts.retain(|earlier| !verdicts.replaces(earlier));
                    self.judging.verdicts.push(verdicts);
                }
            }
            JudgingAction::Recalled(mut verdicts) => {
                // A report may bring back what is here already.
                verdicts.retain(|verdicts| !self.judging.verdicts.contains(verdicts));
                verdicts.append(&mut self.judging.verdicts);
                self.judging.verdicts = verdicts;
            }
            JudgingAction::Removed(removed) => self.judging.verdicts.retain(|verdicts| *verdicts != removed),
            JudgingAction::Forgotten => self.judging.verdicts.clear(),
            JudgingAction::Dismissed => self.judging.tally = None,
        }
    }
}
