//! LaTeXBench: its items, runs and results, and what is being done.

use std::rc::Rc;

use texlens_judge::Estimate;
use texlens_latexbench::{Brief, Family};

use super::{Example, Notice, Screen, State, Step, Tally};
use crate::benching::{BenchForm, BenchItems, BenchProblem, LabelledRun, ShownAnswer};
use crate::messages::latexbench::{BenchDrawing, BenchResults};

/// The state of LaTeXBench.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Bench {
    /// Whether the screen is shown.
    pub is_shown: bool,
    /// The items, once they are made or opened.
    pub items: Option<Rc<BenchItems>>,
    /// The runs on these items, the latest last.
    pub runs: Vec<Rc<LabelledRun>>,
    /// The part of the screen that is shown.
    pub part: BenchPart,
    /// The run whose answers are shown, by its index.
    pub shown: usize,
    /// The items that are listed.
    pub filter: BenchFilter,
    /// The item that is shown, by its index.
    pub at: usize,
    /// The results of the runs, once they are calculated.
    pub results: Option<Rc<BenchResults>>,
    /// What is being done.
    pub stage: BenchStage,
    /// What went wrong last, and what to do.
    pub trouble: Option<BenchTrouble>,
    /// The preview, while the form is open.
    pub preview: BenchPreview,
    /// The drawing of the text that was typeset last.
    pub drawing: Option<Rc<DrawnAnswer>>,
    /// The items and runs that others have replaced, for undo.
    pub replaced: Option<Rc<Replaced>>,
}

/// A part of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BenchPart {
    /// The items, with their answers.
    #[default]
    Tasks,
    /// The results of all runs.
    Results,
}

/// A choice of items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BenchFilter {
    /// The family; `None` for all.
    pub family: Option<Family>,
    /// How the shown run fared.
    pub outcome: BenchOutcome,
}

/// A choice of items by the verdicts of the shown run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BenchOutcome {
    /// All items.
    #[default]
    All,
    /// Items that pass by the rules.
    Passed,
    /// Items that do not pass by the rules.
    Failed,
    /// Items without a valid answer.
    NoAnswer,
    /// Items about which judge and rules disagree.
    Disagree,
}

/// Items and runs that others have replaced.
#[derive(Debug, Clone, PartialEq)]
pub struct Replaced {
    items: Option<Rc<BenchItems>>,
    runs: Vec<Rc<LabelledRun>>,
}

/// What went wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BenchTrouble {
    /// The run that was opened has other items.
    OtherItems,
    /// Another trouble, with a message that says what to do.
    Failed(String),
}

/// What is being done.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum BenchStage {
    /// Nothing.
    #[default]
    Idle,
    /// Items are being made or read, or a file is written.
    Working,
    /// The model under test is being asked.
    Asking(Tally),
    /// The engine's files are being loaded: bytes so far, and in all.
    Loading(f64, f64),
    /// Answers are being checked: the number so far, and of all.
    Checking(usize, usize),
    /// The judge is being asked.
    Judging(Tally),
}

/// A text that was typeset, with its drawing.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnAnswer {
    /// The LaTeX.
    pub latex: String,
    /// The drawing, or the reason why there is none; `None` while the engine works.
    pub outcome: Option<Result<BenchDrawing, String>>,
}

/// A preview of a run.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum BenchPreview {
    /// The preview is being prepared.
    #[default]
    Open,
    /// The form is not valid.
    Refused(BenchProblem),
    /// The preview is ready.
    Ready(Rc<BenchOffer>),
}

/// A run for the person to confirm.
#[derive(Debug, Clone, PartialEq)]
pub struct BenchOffer {
    /// The form as typed.
    pub form: BenchForm,
    /// The calls of the model under test, and their cost.
    pub subject: Estimate,
    /// Number of calls of the model under test whose answer is known.
    pub known: usize,
    /// The calls of the judge, estimated with references in place of missing answers; `None` without a judge.
    pub judge: Option<Estimate>,
    /// The first request to the model under test.
    pub example: Option<Example>,
}

/// Events of LaTeXBench.
#[derive(Debug)]
pub enum BenchAction {
    /// Something is being done.
    Began(BenchStage),
    /// Items were made or read.
    Items(Rc<BenchItems>),
    /// A run has ended or was opened. It is added if it has the current items.
    Run(LabelledRun),
    /// What was done is finished.
    Finished,
    /// Something failed, with a message that says what to do.
    Failed(String),
    /// Results were calculated for these runs.
    Results(Vec<Rc<LabelledRun>>, BenchResults),
    /// Another part is shown.
    Part(BenchPart),
    /// A run is shown.
    Show(usize),
    /// Other items are listed.
    Filter(BenchFilter),
    /// An item is shown.
    Point(usize),
    /// A run is removed.
    Remove(usize),
    /// Items and runs that were replaced or removed come back.
    Undo,
    /// The preview is being prepared, or is known.
    Looked(BenchPreview),
    /// A text is being typeset, or was typeset.
    Drawn(DrawnAnswer),
    /// Items and runs of an earlier visit.
    Recalled(Rc<BenchItems>, Vec<Rc<LabelledRun>>),
    /// The problem is dismissed.
    Dismissed,
    /// The offer to undo is dismissed.
    Forgotten,
}

impl Bench {
    /// Returns the run whose answers are shown.
    #[must_use]
    pub fn run(&self) -> Option<&Rc<LabelledRun>> {
        self.runs.get(self.shown)
    }

    /// Returns what the shown run has for an item.
    #[must_use]
    pub fn answered(&self, index: usize) -> Option<&ShownAnswer> {
        self.run()?.run.answers.get(index)
    }

    /// Returns the indices of the listed items.
    #[must_use]
    pub fn listed(&self) -> Vec<usize> {
        let items = self.items.iter().flat_map(|held| held.briefs.iter().enumerate());
        let is_listed = |index: usize, item: &Brief| {
            self.filter.family.is_none_or(|family| item.family() == family)
                && self.filter.outcome.admits(self.answered(index))
        };
        items
            .filter(|(index, item)| is_listed(*index, item))
            .map(|(index, _)| index)
            .collect()
    }

    /// Returns the item that is shown: the chosen one, unless the filter hides it.
    #[must_use]
    pub fn shown_item(&self) -> Option<&Brief> {
        let is_listed = self.listed().contains(&self.at);
        self.items.as_ref()?.briefs.get(self.at).filter(|_| is_listed)
    }

    /// Returns the index of the next or previous listed item.
    #[must_use]
    pub fn neighbour(&self, step: Step) -> Option<usize> {
        let listed = self.listed();
        let found = match step {
            Step::Next => listed.iter().find(|index| **index > self.at),
            Step::Previous => listed.iter().rfind(|index| **index < self.at),
        };
        found.copied()
    }

    /// Shows the next or previous listed item.
    pub(super) fn step(&mut self, step: Step) {
        self.at = self.neighbour(step).unwrap_or(self.at);
    }

    /// Reports whether something is being done that can be cancelled.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.stage != BenchStage::Idle
    }

    fn replace(&mut self) {
        if self.items.is_some() {
            self.replaced = Some(Rc::new(Replaced {
                items: self.items.clone(),
                runs: self.runs.clone(),
            }));
        }
    }

    /// Makes a label unique by a number.
    fn label(&self, label: String) -> String {
        let is_free = |label: &str| self.runs.iter().all(|run| run.label != label);
        if is_free(&label) {
            return label;
        }
        let mut labels = (2..).map(|number: u32| format!("{label} {number}"));
        labels.find(|label| is_free(label)).unwrap_or(label)
    }

    fn add(&mut self, run: LabelledRun) {
        if self.items.as_ref().is_none_or(|items| items.hash != run.run.items) {
            self.trouble = Some(BenchTrouble::OtherItems);
            return;
        }
        // The same run again, or a run that went on, replaces the earlier one.
        self.runs.retain(|earlier| earlier.run.models != run.run.models);
        let label = self.label(run.label);
        self.runs.push(Rc::new(LabelledRun { label, ..run }));
        self.shown = self.runs.len() - 1;
        self.results = None;
    }
}

impl BenchOutcome {
    /// All choices.
    pub const ALL: [Self; 5] = [Self::All, Self::Passed, Self::Failed, Self::NoAnswer, Self::Disagree];

    fn admits(self, answered: Option<&ShownAnswer>) -> bool {
        let rules = answered.and_then(|answered| Some(answered.rules.as_ref()?.passes));
        let judge = answered.and_then(|answered| answered.judge.as_ref()?.pass);
        match self {
            Self::All => true,
            Self::Passed => rules == Some(true),
            Self::Failed => answered.is_some() && rules != Some(true),
            Self::NoAnswer => answered.is_some_and(|answered| answered.reason.is_some()),
            Self::Disagree => rules.zip(judge).is_some_and(|(rules, judge)| rules != judge),
        }
    }
}

impl State {
    pub(super) fn bench_after(&mut self, action: BenchAction) {
        let bench = Rc::make_mut(&mut self.bench);
        match action {
            BenchAction::Began(stage) => {
                if bench.stage == BenchStage::Idle {
                    bench.trouble = None;
                }
                bench.stage = stage;
            }
            BenchAction::Items(items) => {
                bench.stage = BenchStage::Idle;
                let is_same = bench.items.as_ref().is_some_and(|held| held.hash == items.hash);
                if !is_same {
                    bench.replace();
                    bench.runs.clear();
                    (bench.at, bench.filter) = (0, BenchFilter::default());
                    bench.results = None;
                    bench.drawing = None;
                }
                self.notice = Some(Notice::BenchItems(items.briefs.len()));
                bench.items = Some(items);
            }
            BenchAction::Run(run) => {
                bench.stage = BenchStage::Idle;
                bench.add(run);
            }
            BenchAction::Finished => bench.stage = BenchStage::Idle,
            BenchAction::Failed(message) => {
                bench.stage = BenchStage::Idle;
                self.notice = Some(Notice::Failed(message.clone()));
                bench.trouble = Some(BenchTrouble::Failed(message));
            }
            BenchAction::Results(runs, results) if runs == bench.runs => bench.results = Some(Rc::new(results)),
            // A run was added or removed meanwhile.
            BenchAction::Results(..) => {}
            BenchAction::Part(part) => bench.part = part,
            BenchAction::Show(index) if index < bench.runs.len() => bench.shown = index,
            BenchAction::Show(_) => {}
            BenchAction::Filter(filter) => {
                bench.filter = filter;
                let listed = bench.listed();
                if !listed.contains(&bench.at) {
                    bench.at = listed.first().copied().unwrap_or(bench.at);
                }
            }
            BenchAction::Point(index) => bench.at = index,
            BenchAction::Remove(index) if index < bench.runs.len() => {
                bench.replace();
                bench.runs.remove(index);
                bench.shown = bench.shown.min(bench.runs.len().saturating_sub(1));
                bench.results = None;
            }
            BenchAction::Remove(_) => {}
            BenchAction::Undo => {
                if let Some(replaced) = bench.replaced.take() {
                    bench.items.clone_from(&replaced.items);
                    bench.runs.clone_from(&replaced.runs);
                    bench.shown = bench.runs.len().saturating_sub(1);
                    bench.results = None;
                    bench.drawing = None;
                }
            }
            BenchAction::Looked(preview) => bench.preview = preview,
            BenchAction::Drawn(drawn) => bench.drawing = Some(Rc::new(drawn)),
            BenchAction::Recalled(items, runs) => {
                if bench.items.is_none() {
                    bench.shown = runs.len().saturating_sub(1);
                    (bench.items, bench.runs) = (Some(items), runs);
                }
            }
            BenchAction::Dismissed => bench.trouble = None,
            BenchAction::Forgotten => bench.replaced = None,
        }
    }

    /// Reports whether a screen needs samples that do not exist.
    pub(super) fn lacks_samples_for(&self, screen: Screen) -> bool {
        self.samples.is_empty() && matches!(screen, Screen::Formulas | Screen::Compare | Screen::Matrix)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::json;
    use texlens_latexbench::{BenchRun, items};

    use super::*;
    use crate::benching::BenchOrigin;
    use crate::state::{Action, ViewAction};

    fn made(seed: u64) -> Rc<BenchItems> {
        Rc::new(BenchItems::of(&items(seed), BenchOrigin::Seed(seed)))
    }

    fn run(model: &str, items: &BenchItems) -> LabelledRun {
        let run = json!({"format": BenchRun::FORMAT, "version": BenchRun::VERSION, "texlens": "0", "created": "",
            "items": items.hash, "judge": null, "compiled": false, "answers": [],
            "subject": {"provider": "openai", "base": "http://localhost/v1", "model": model, "left_out": [], "models": [],
                "chosen": {"max_output_tokens": null, "temperature": null, "seed": null}, "requests": 1,
                "usage": {"input": 1, "output": 1}, "is_estimated": false, "cost": null}});
        (&BenchRun::read(&run.to_string()).unwrap()).into()
    }

    fn after(state: State, actions: impl IntoIterator<Item = BenchAction>) -> State {
        actions
            .into_iter()
            .fold(state, |state, action| state.after(Action::Bench(action)))
    }

    #[test]
    fn other_items_take_the_runs_along_and_undo_brings_both_back() {
        let (first, second) = (made(1), made(2));
        let state = after(
            State::default(),
            [
                BenchAction::Items(first.clone()),
                BenchAction::Run(run("a", &first)),
                BenchAction::Items(first.clone()),
            ],
        );
        assert_eq!(state.bench.runs.len(), 1, "the same items keep the runs");
        let state = after(state, [BenchAction::Items(second)]);
        assert!(state.bench.runs.is_empty() && state.bench.run().is_none());
        let state = after(state, [BenchAction::Undo]);
        assert_eq!(
            state.bench.items.as_ref().map(|items| &items.origin),
            Some(&BenchOrigin::Seed(1))
        );
        assert_eq!(state.bench.runs.len(), 1);
    }

    #[test]
    fn a_run_of_other_items_is_refused_and_one_that_goes_on_replaces_itself() {
        let (first, second) = (made(1), made(2));
        let state = after(
            State::default(),
            [BenchAction::Items(first.clone()), BenchAction::Run(run("a", &second))],
        );
        assert!(state.bench.runs.is_empty());
        assert_eq!(state.bench.trouble, Some(BenchTrouble::OtherItems));
        let state = after(state, ["a", "b", "a"].map(|model| BenchAction::Run(run(model, &first))));
        let labels: Vec<&str> = state.bench.runs.iter().map(|run| run.label.as_str()).collect();
        assert_eq!((labels.as_slice(), state.bench.shown), (["b", "a"].as_slice(), 1));
        let state = after(state, [BenchAction::Remove(0)]);
        assert_eq!(state.bench.runs.len(), 1);
        assert_eq!(after(state, [BenchAction::Undo]).bench.runs.len(), 2);
    }

    #[test]
    fn the_screen_needs_no_samples() {
        let shown = |screen| {
            let state = State::default().after(Action::View(ViewAction::Screen(screen)));
            state.screen()
        };
        assert_eq!(shown(Screen::LatexBench), Screen::LatexBench);
        assert_eq!(shown(Screen::Compare), Screen::Samples);
    }
}
