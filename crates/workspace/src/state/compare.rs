//! The comparison of systems: the samples, the view that the person chose, and the results of the worker.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    rc::Rc,
};

use texlens_evaluate::{
    AbsentValues, Breakdown, Comparison, CorrelatedItems, Correlations, Difference, Entry, EntryPage, JudgeRun,
    JudgedValues, Kind, Known, Measure, PackedBoard, SystemVerdicts, UnitTests,
};
use texlens_judge::judging::judged_values;

use super::history::Memento;
use super::{Act, DatasetChoice, MatrixChoice, Notice, Sample, SampleId, Scoring, Screen, Stage, State, Tab};
use crate::brought::{Rated, Ratings};
use crate::messages::compare::{Answer, Ask, Event};
use crate::messages::{Heard, Job};
use crate::ranking::{Sorted, by_value};

/// Number of samples up to which the matrix asks for means by itself. To gather the scores of more takes seconds.
const MANY: usize = 20_000;

/// The comparison of systems.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Compare {
    /// Whether the comparison is shown instead of single samples.
    pub is_shown: bool,
    /// Whether it is shown as the matrix, which needs only means.
    pub is_matrix: bool,
    /// The view that the person chose.
    pub choice: Choice,
    /// The scores that are compared.
    pub board: Option<Rc<PackedBoard>>,
    /// Means and intervals.
    pub standing: Reply<Rc<Comparison>>,
    /// The values of missing predictions, once `standing` is known.
    pub absent: Rc<Vec<AbsentValues>>,
    /// Differences between two systems, given by their indices on the board, the smaller first.
    pub differences: BTreeMap<[usize; 2], Reply<Rc<Vec<Difference>>>>,
    /// Means by tag.
    pub breakdowns: BTreeMap<String, Reply<Rc<Breakdown>>>,
    /// Correlations of metrics and judges with people's ratings, by the items that count.
    pub correlations: BTreeMap<CorrelatedItems, Reply<Rc<Correlations>>>,
    /// People's ratings.
    pub ratings: Option<Rc<Ratings>>,
    /// The judges' scores of samples that are formulas.
    pub judges: Rc<Vec<JudgedValues>>,
    /// The verdicts of unit tests on the compared samples, without reasons; `None` if there are none.
    pub tests: Option<Rc<Vec<SystemVerdicts>>>,
    /// The pass rates of unit tests.
    pub rates: Reply<Rc<UnitTests>>,
    /// Differences between the pass rates of two systems, given by their indices in `rates`, the smaller first.
    pub test_differences: BTreeMap<[usize; 2], Reply<Rc<Vec<Difference>>>>,
    /// Tags with more than one value on the board.
    tags: Vec<String>,
    jobs: BTreeMap<Job, Ask>,
}

/// The view that the person chose.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Choice {
    /// The kind of samples, or `None` for the first kind with scores.
    pub kind: Option<Kind>,
    /// The measure that ranks systems, or `None` for the first main measure.
    pub measure: Option<Measure>,
    /// Whether the worst system comes first.
    pub is_reversed: bool,
    /// Whether all metrics are shown, not only the main ones.
    pub all_measures: bool,
    /// The dataset to compare.
    pub dataset: DatasetChoice,
    /// Whether only samples are compared for which every system has a prediction.
    pub only_common: bool,
    /// The systems to leave out.
    pub left_out: BTreeSet<String>,
    /// The two systems whose differences are shown, or `None` for the two best.
    pub pair: Option<[String; 2]>,
    /// The tag by which samples are grouped, or `None` for the first.
    pub tag: Option<String>,
    /// The kind of scatter plot.
    pub plot: Plot,
    /// The id of the metric on the horizontal axis, or `None` for that of the measure.
    pub x: Option<String>,
    /// The id of the metric on the vertical axis.
    pub y: Option<String>,
    /// The items that count for correlations with people's ratings.
    pub items: CorrelatedItems,
}

/// The kind of scatter plot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Plot {
    /// One metric of two systems.
    #[default]
    Systems,
    /// Two metrics of all systems.
    Metrics,
    /// A metric and people's ratings.
    Ratings,
}

/// The worker's answer to a question.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Reply<T> {
    /// The question was not asked.
    #[default]
    Open,
    /// The worker is computing.
    Running {
        /// Number of finished steps.
        done: usize,
        /// Number of all steps; 0 if not known yet.
        total: usize,
    },
    /// The answer.
    Done(T),
    /// The worker failed, with this message.
    Failed(String),
    /// The person cancelled the question.
    Cancelled,
}

impl<T> Reply<T> {
    /// Returns the answer, if there is one.
    pub fn done(&self) -> Option<&T> {
        match self {
            Self::Done(said) => Some(said),
            _ => None,
        }
    }

    fn is_open(&self) -> bool {
        matches!(self, Self::Open)
    }

    fn is_lacking(&self) -> bool {
        matches!(self, Self::Failed(_) | Self::Cancelled)
    }
}

/// Events of the comparison.
#[derive(Debug)]
pub enum CompareAction {
    /// Samples may have changed.
    Look,
    /// The person chooses another view.
    Choose(Choice),
    /// The worker was asked.
    Begun(Ask, Job),
    /// The worker sent a message.
    Heard(Heard<Event>),
    /// The person cancels the running questions.
    Cancel,
    /// Asks failed and cancelled questions again.
    Again,
    /// Changes what the matrix shows.
    Matrix(MatrixChoice),
    /// Shows a single sample, and beside it the prediction of another system.
    Visit {
        /// The sample.
        sample: SampleId,
        /// The other system, if there is one.
        beside: Option<Rc<str>>,
    },
    /// Removes the ratings.
    ForgetRatings,
}

impl Compare {
    /// Reports whether an answer failed or was cancelled.
    #[must_use]
    pub fn lacks_answers(&self) -> bool {
        self.standing.is_lacking()
            || self.rates.is_lacking()
            || self.differences.values().any(Reply::is_lacking)
            || self.breakdowns.values().any(Reply::is_lacking)
            || self.correlations.values().any(Reply::is_lacking)
            || self.test_differences.values().any(Reply::is_lacking)
    }

    /// Returns the measure that ranks systems.
    #[must_use]
    pub fn measure(&self) -> Option<Measure> {
        let comparison = self.standing.done()?;
        let chosen = self.choice.measure.as_ref();
        let is_there = |measure: &&Measure| comparison.measures().contains(measure);
        chosen.filter(is_there).cloned().or_else(|| comparison.primary())
    }

    /// Returns the measures that are shown: the main ones or, if the person wants, all. The chosen one is among them.
    #[must_use]
    pub fn shown_measures(&self) -> Vec<Measure> {
        let Some(comparison) = self.standing.done() else {
            return Vec::new();
        };
        let mut measures = if self.choice.all_measures {
            comparison.measures()
        } else {
            comparison.main_measures()
        };
        let chosen = self.measure().filter(|measure| !measures.contains(measure));
        measures.extend(chosen);
        measures
    }

    /// Returns how many measures are shown only if the person wants all.
    #[must_use]
    pub fn hidden_measures(&self) -> usize {
        let hidden = |comparison: &Rc<Comparison>| {
            let main = comparison.main_measures().len();
            comparison.measures().len().saturating_sub(main)
        };
        self.standing.done().map_or(0, hidden)
    }

    /// Returns the indices of the systems, the best or the worst first; those without a value last.
    #[must_use]
    pub fn ranked(&self) -> Vec<usize> {
        let (Some(comparison), Some(measure)) = (self.standing.done(), self.measure()) else {
            return Vec::new();
        };
        let sign = if measure.lower_is_better() != self.choice.is_reversed {
            1.0
        } else {
            -1.0
        };
        let values = comparison
            .systems
            .iter()
            .map(|system| Some(sign * measure.of(system)?.value?));
        by_value(&values.collect::<Vec<_>>(), Sorted::Rising)
    }

    /// Returns the two systems whose differences are shown, in the order of the board.
    #[must_use]
    pub fn pair(&self) -> Option<[usize; 2]> {
        let board = self.board.as_ref()?;
        self.pair_of(&board.systems, || self.ranked())
    }

    /// Returns the indices of the chosen two among these systems, the smaller first. If one of them is not there,
    /// returns the first two of the ranking.
    fn pair_of(&self, systems: &[impl AsRef<str>], ranked: impl FnOnce() -> Vec<usize>) -> Option<[usize; 2]> {
        let place = |name: &String| systems.iter().position(|system| system.as_ref() == name);
        let chosen = self.choice.pair.as_ref();
        let chosen = chosen.and_then(|[first, second]| Some([place(first)?, place(second)?]));
        let best = || match ranked().as_slice() {
            [first, second, ..] => Some([*first, *second]),
            _ => None,
        };
        let [first, second] = chosen.filter(|[first, second]| first != second).or_else(best)?;
        Some([first.min(second), first.max(second)])
    }

    /// Returns the indices of the systems with unit tests, the highest score first.
    #[must_use]
    pub fn ranked_by_tests(&self) -> Vec<usize> {
        let systems = self.rates.done().map_or(&[][..], |rates| &rates.systems);
        let scores: Vec<Option<f64>> = systems.iter().map(|system| Some(system.score.value)).collect();
        by_value(&scores, Sorted::Falling)
    }

    /// Returns the two systems whose pass rates are compared, in the order of the rates.
    #[must_use]
    pub fn test_pair(&self) -> Option<[usize; 2]> {
        let names: Vec<&str> = (self.rates.done()?.systems.iter())
            .map(|system| system.system.as_str())
            .collect();
        self.pair_of(&names, || self.ranked_by_tests())
    }

    /// Returns the correlations with people's ratings, over the chosen items.
    #[must_use]
    pub fn correlations(&self) -> Option<&Reply<Rc<Correlations>>> {
        self.correlations.get(&self.choice.items)
    }

    /// Returns the tags with more than one value. Not having the tag counts as a value.
    #[must_use]
    pub fn tags(&self) -> &[String] {
        &self.tags
    }

    /// Returns the tag by which samples are grouped.
    #[must_use]
    pub fn tag(&self) -> Option<String> {
        let chosen = self.choice.tag.as_ref().filter(|tag| self.tags.contains(tag));
        chosen.or_else(|| self.tags.first()).cloned()
    }

    /// Returns the ratings, each with its system.
    #[must_use]
    pub fn rated(&self) -> Vec<Rated> {
        let (Some(board), Some(ratings)) = (&self.board, &self.ratings) else {
            return Vec::new();
        };
        let only = match board.systems.as_slice() {
            [only] => only.as_str(),
            _ => "",
        };
        let of_system = |rated: &Rated| {
            let mut rated = rated.clone();
            if rated.system.is_empty() {
                rated.system = only.to_owned();
            }
            rated
        };
        ratings.ratings.iter().map(of_system).collect()
    }

    /// Returns the next question for the worker, if the visible part of the comparison needs one.
    #[must_use]
    pub fn errand(&self) -> Option<Ask> {
        if !self.is_shown {
            return None;
        }
        self.errand_about_scores().or_else(|| self.errand_about_tests())
    }

    fn errand_about_scores(&self) -> Option<Ask> {
        self.board.as_ref()?;
        if self.standing.is_open() {
            return Some(Ask::Standing);
        }
        self.standing.done().filter(|_| !self.is_matrix)?;
        if let Some(pair) = self.pair().filter(|pair| !self.differences.contains_key(pair)) {
            return Some(Ask::Pair(pair));
        }
        if let Some(tag) = self.tag().filter(|tag| !self.breakdowns.contains_key(tag)) {
            return Some(Ask::Tag(tag));
        }
        let is_open = self.ratings.is_some() && self.correlations().is_none();
        is_open.then_some(Ask::Ratings(self.choice.items))
    }

    fn errand_about_tests(&self) -> Option<Ask> {
        self.tests.as_ref().filter(|_| !self.is_matrix)?;
        if self.rates.is_open() {
            return Some(Ask::Tests);
        }
        let pair = self.test_pair()?;
        (!self.test_differences.contains_key(&pair)).then_some(Ask::TestPair(pair))
    }

    /// Returns the finished steps and all steps of the running questions, or `None` if there are none.
    #[must_use]
    pub fn progress(&self) -> Option<(usize, usize)> {
        (!self.jobs.is_empty()).then(|| {
            let mut sum = (0, 0);
            for ask in self.jobs.values() {
                let (done, total) = match ask {
                    Ask::Standing => steps(Some(&self.standing)),
                    Ask::Pair(pair) => steps(self.differences.get(pair)),
                    Ask::Tag(tag) => steps(self.breakdowns.get(tag)),
                    Ask::Ratings(items) => steps(self.correlations.get(items)),
                    Ask::Tests => steps(Some(&self.rates)),
                    Ask::TestPair(pair) => steps(self.test_differences.get(pair)),
                };
                sum = (sum.0 + done, sum.1 + total);
            }
            sum
        })
    }

    /// Sets the board and the verdicts of unit tests, and drops answers about the previous ones.
    fn take(&mut self, board: Option<Rc<PackedBoard>>, tests: Option<Rc<Vec<SystemVerdicts>>>) {
        self.tags = board.as_deref().map(telling_tags).unwrap_or_default();
        self.board = board;
        self.standing = Reply::Open;
        self.absent = Rc::default();
        self.differences.clear();
        self.breakdowns.clear();
        self.correlations.clear();
        self.tests = tests;
        self.rates = Reply::Open;
        self.test_differences.clear();
        self.jobs.clear();
    }

    fn set(&mut self, ask: &Ask, state: Unanswered) {
        match ask {
            Ask::Standing => self.standing = state.reply(),
            Ask::Pair(pair) => drop(self.differences.insert(*pair, state.reply())),
            Ask::Tag(tag) => drop(self.breakdowns.insert(tag.clone(), state.reply())),
            Ask::Ratings(items) => drop(self.correlations.insert(*items, state.reply())),
            Ask::Tests => self.rates = state.reply(),
            Ask::TestPair(pair) => drop(self.test_differences.insert(*pair, state.reply())),
        }
    }

    fn hear(&mut self, heard: Heard<Event>) {
        match heard {
            Heard::Event(event) => self.answered(event),
            Heard::Progress { job, done, total } => {
                if let Some(ask) = self.jobs.get(&job).cloned() {
                    self.set(&ask, Unanswered::Running { done, total });
                }
            }
            Heard::Failed { job, message } => {
                let jobs = job.map_or_else(|| self.jobs.keys().copied().collect(), |job| vec![job]);
                self.lost(jobs, &message);
            }
            Heard::Restarted { message, lost } => self.lost(lost, &message),
            Heard::Cancelled { .. } => {}
        }
    }

    fn answered(&mut self, event: Event) {
        match event {
            Event::Answered { job, answer } => {
                let Some(ask) = self.jobs.remove(&job) else { return };
                match (ask, *answer) {
                    (_, Answer::Standing { comparison, absent }) => {
                        self.standing = Reply::Done(Rc::new(comparison));
                        self.absent = Rc::new(absent);
                    }
                    (Ask::Pair(pair), Answer::Pair(differences)) => {
                        self.differences.insert(pair, Reply::Done(Rc::new(differences)));
                    }
                    (Ask::Tag(tag), Answer::Tag(breakdown)) => {
                        self.breakdowns.insert(tag, Reply::Done(Rc::new(breakdown)));
                    }
                    (Ask::Ratings(items), Answer::Ratings(correlations)) => {
                        self.correlations.insert(items, Reply::Done(Rc::new(correlations)));
                    }
                    (_, Answer::Tests(rates)) => self.rates = Reply::Done(Rc::new(rates)),
                    (Ask::TestPair(pair), Answer::TestPair(differences)) => {
                        self.test_differences.insert(pair, Reply::Done(Rc::new(differences)));
                    }
                    _ => {}
                }
            }
        }
    }

    fn lost(&mut self, jobs: Vec<Job>, message: &str) {
        for job in jobs {
            if let Some(ask) = self.jobs.remove(&job) {
                self.set(&ask, Unanswered::Failed(message.to_owned()));
            }
        }
    }

    fn cancel(&mut self) {
        for ask in std::mem::take(&mut self.jobs).into_values() {
            self.set(&ask, Unanswered::Cancelled);
        }
    }

    /// Resets failed and cancelled questions, so that they are asked again.
    fn again(&mut self) {
        fn is_settled<T>(reply: &Reply<T>) -> bool {
            !matches!(reply, Reply::Failed(_) | Reply::Cancelled)
        }
        if !is_settled(&self.standing) {
            self.standing = Reply::Open;
        }
        if !is_settled(&self.rates) {
            self.rates = Reply::Open;
        }
        self.correlations.retain(|_, reply| is_settled(reply));
        self.test_differences.retain(|_, reply| is_settled(reply));
        self.differences.retain(|_, reply| is_settled(reply));
        self.breakdowns.retain(|_, reply| is_settled(reply));
    }

    /// Drops the correlations, and ignores those that are being calculated.
    fn forget_correlations(&mut self) {
        self.correlations.clear();
        self.jobs.retain(|_, ask| !matches!(ask, Ask::Ratings(_)));
    }

    /// Replaces the ratings, and returns those before.
    pub(super) fn exchange_ratings(&mut self, ratings: Option<Rc<Ratings>>) -> Option<Rc<Ratings>> {
        self.forget_correlations();
        self.choice.plot = if ratings.is_some() {
            Plot::Ratings
        } else {
            Plot::default()
        };
        std::mem::replace(&mut self.ratings, ratings)
    }
}

/// Returns the tags that distinguish samples.
fn telling_tags(board: &PackedBoard) -> Vec<String> {
    let names: BTreeSet<&String> = board.cases.iter().flat_map(|case| case.tags.keys()).collect();
    let differs = |name: &&String| {
        let mut values = board.cases.iter().map(|case| case.tags.get(*name));
        let first = values.next();
        values.any(|value| Some(value) != first)
    };
    names.into_iter().filter(differs).cloned().collect()
}

/// A reply without an answer.
enum Unanswered {
    Running { done: usize, total: usize },
    Failed(String),
    Cancelled,
}

impl Unanswered {
    fn reply<T>(self) -> Reply<T> {
        match self {
            Self::Running { done, total } => Reply::Running { done, total },
            Self::Failed(message) => Reply::Failed(message),
            Self::Cancelled => Reply::Cancelled,
        }
    }
}

fn steps<T>(reply: Option<&Reply<T>>) -> (usize, usize) {
    match reply {
        Some(Reply::Running { done, total }) => (*done, *total),
        _ => (0, 0),
    }
}

impl State {
    pub(super) fn compare_after(&mut self, action: CompareAction) {
        let compare = Rc::make_mut(&mut self.compare);
        match action {
            CompareAction::Look => self.look_at_systems(),
            CompareAction::Choose(choice) => {
                compare.choice = choice;
                self.look_at_systems();
            }
            CompareAction::Begun(ask, job) => {
                compare.set(&ask, Unanswered::Running { done: 0, total: 0 });
                compare.jobs.insert(job, ask);
            }
            CompareAction::Heard(heard) => {
                if let Heard::Restarted { message, lost } = &heard
                    && !lost.is_empty()
                {
                    self.notice = Some(Notice::Restarted(message.clone()));
                }
                compare.hear(heard);
            }
            CompareAction::Cancel => compare.cancel(),
            CompareAction::Again => compare.again(),
            CompareAction::Matrix(choice) => self.matrix = choice,
            CompareAction::Visit { sample, beside } => {
                if self.samples.get(sample).is_some() {
                    self.show_screen(Screen::Samples);
                    self.select(Some(sample));
                    if beside.is_some() {
                        // There the three texts stand beside each other.
                        self.view.tab = Tab::Source;
                    }
                    self.beside = beside;
                }
            }
            CompareAction::ForgetRatings => {
                let before = compare.exchange_ratings(None);
                self.remember(Act::RatingsRemoved, Memento::Ratings(before));
            }
        }
    }

    /// Returns how many samples of each kind have scores or unit tests.
    #[must_use]
    pub fn compared_kinds(&self) -> Vec<(Kind, usize)> {
        let mut counts = Kind::ALL.map(|kind| (kind, 0));
        let has_results = |sample: &&Rc<Sample>| sample.scored.is_some() || !sample.unit_tests.is_empty();
        for sample in self.samples.iter().filter(has_results) {
            for (_, count) in counts.iter_mut().filter(|(kind, _)| *kind == sample.kind) {
                *count += 1;
            }
        }
        counts.into_iter().filter(|(_, count)| *count > 0).collect()
    }

    /// Returns the kind to compare: the chosen one, or the first kind with scores or unit tests.
    #[must_use]
    pub fn compared_kind(&self) -> Option<Kind> {
        let kinds = self.compared_kinds();
        let is_there = |kind: &Kind| kinds.iter().any(|(known, _)| known == kind);
        let chosen = self.compare.choice.kind.filter(is_there);
        chosen.or_else(|| kinds.first().map(|(kind, _)| *kind))
    }

    /// Returns the number of samples that have no scores yet. Nothing is compared before it is 0. If work is paused,
    /// waiting samples do not count.
    #[must_use]
    pub fn unscored(&self) -> usize {
        let running = self.samples.count(Stage::BeingScored);
        running + if self.paused { 0 } else { self.waiting_for_scores() }
    }

    /// Returns the number of samples that wait for scores while work is paused.
    #[must_use]
    pub fn held_back(&self) -> usize {
        if self.paused { self.waiting_for_scores() } else { 0 }
    }

    fn waiting_for_scores(&self) -> usize {
        let stages = self.samples.to_score();
        stages.map(|stage| self.samples.count(stage)).sum()
    }

    /// Returns the names of the systems with scores or unit tests for the compared samples of this kind, in the order of
    /// arrival.
    #[must_use]
    pub fn systems(&self, kind: Kind) -> Vec<String> {
        let mut systems: Vec<String> = Vec::new();
        let mut known: BTreeSet<&str> = BTreeSet::new();
        for sample in self.of_dataset(kind) {
            let scored = sample.is_compared().then(|| sample.system().unwrap_or_default());
            let tested = sample.unit_tests.iter().map(|tests| tests.system.as_str());
            for system in scored.into_iter().chain(tested) {
                if known.insert(system) {
                    systems.push(system.to_owned());
                }
            }
        }
        systems
    }

    /// Returns whether the matrix shows no means because there are very many samples. They are calculated when the
    /// comparison is opened.
    #[must_use]
    pub fn puts_means_off(&self) -> bool {
        self.compare.is_matrix && self.compare.board.is_none() && self.samples.len() > MANY
    }

    fn look_at_systems(&mut self) {
        if !self.compare.is_shown || self.unscored() > 0 || self.puts_means_off() {
            return;
        }
        let kind = self.compared_kind();
        let board = kind
            .map(|kind| self.board(kind))
            .filter(|board| !board.cases.is_empty());
        let tests = kind.and_then(|kind| self.tests(kind));
        let compare = &self.compare;
        if compare.board.as_deref() != board.as_ref() || compare.tests.as_deref() != tests.as_ref() {
            Rc::make_mut(&mut self.compare).take(board.map(Rc::new), tests.map(Rc::new));
        }
        let judges = self.judges();
        if *self.compare.judges != judges {
            let compare = Rc::make_mut(&mut self.compare);
            compare.judges = Rc::new(judges);
            compare.forget_correlations();
        }
    }

    /// Returns the judges' scores of samples that are formulas, by case.
    fn judges(&self) -> Vec<JudgedValues> {
        let runs: Vec<&JudgeRun> = self.judging.verdicts.iter().map(|verdicts| verdicts.run()).collect();
        let mut judges = judged_values(&runs);
        for item in judges.iter_mut().flat_map(|judge| &mut judge.items) {
            let named = self.samples.named(&item.id);
            if let Some(sample) = named.filter(|sample| sample.kind == Kind::Formula) {
                item.id = sample.case.to_string();
            }
        }
        judges
    }

    /// Returns the verdicts of unit tests on the compared samples of a kind, without their reasons and without the
    /// systems that are left out. `None` if there are none.
    fn tests(&self, kind: Kind) -> Option<Vec<SystemVerdicts>> {
        let choice = &self.compare.choice;
        let all = || self.of_dataset(kind).flat_map(|sample| &*sample.unit_tests);
        let is_wanted = |tests: &&SystemVerdicts| !choice.left_out.contains(&tests.system);
        let is_any_left = all().any(|tests| is_wanted(&tests));
        let kept = || all().filter(move |tests| !is_any_left || is_wanted(tests));
        let lacking: BTreeSet<&str> = (kept().map(|tests| &tests.page))
            .filter(|page| choice.only_common && page.is_missing)
            .map(|page| page.sample.as_str())
            .collect();
        let tests: Vec<SystemVerdicts> = kept()
            .filter(|tests| !lacking.contains(tests.page.sample.as_str()))
            .map(SystemVerdicts::without_reasons)
            .collect();
        (!tests.is_empty()).then_some(tests)
    }

    /// Returns the scores of all compared samples of a kind, without the systems that are left out.
    #[must_use]
    pub fn board(&self, kind: Kind) -> PackedBoard {
        let is_wanted = |system: &str| !self.compare.choice.left_out.contains(system);
        let all = self.entries(kind);
        let is_any_left = all.iter().any(|entry| entry.system.is_some_and(is_wanted));
        let entries: Vec<Entry<'_>> = (all.into_iter())
            .filter(|entry| !is_any_left || entry.system.is_none_or(is_wanted))
            .collect();
        let dataset = self.compared_dataset(kind).map(|dataset| dataset.to_string());
        let board = PackedBoard::of(kind, (*self.settings).clone(), &entries).of_dataset(dataset);
        if self.compare.choice.only_common {
            board.common()
        } else {
            board
        }
    }

    /// Returns the boards of all kinds and datasets, regardless of the chosen view.
    #[must_use]
    pub fn all_boards(&self) -> Vec<PackedBoard> {
        let mut parts: Vec<(Kind, &str, Vec<Entry<'_>>)> = Vec::new();
        let mut places: HashMap<(Kind, &str), usize> = HashMap::new();
        for sample in self.samples.iter() {
            if (sample.prediction.is_some() && sample.reference.is_some()) || self.is_missing(sample) {
                let place = *places.entry((sample.kind, &*sample.dataset)).or_insert(parts.len());
                if place == parts.len() {
                    parts.push((sample.kind, &*sample.dataset, Vec::new()));
                }
                if let Some((_, _, entries)) = parts.get_mut(place) {
                    entries.push(self.entry(sample));
                }
            }
        }
        let board = |(kind, dataset, entries): (Kind, &str, Vec<Entry<'_>>)| {
            PackedBoard::of(kind, BTreeMap::new(), &entries).of_dataset(Some(dataset.to_owned()))
        };
        parts.into_iter().map(board).collect()
    }

    /// Returns the predictions for the compared samples of a kind, and the samples without any prediction.
    fn entries(&self, kind: Kind) -> Vec<Entry<'_>> {
        let is_listed = |sample: &&Rc<Sample>| sample.is_compared() || self.is_missing(sample);
        let listed = self.of_dataset(kind).filter(is_listed);
        listed.map(|sample| self.entry(sample)).collect()
    }

    /// Returns the samples of a kind in the compared dataset.
    pub(super) fn of_dataset(&self, kind: Kind) -> impl Iterator<Item = &Rc<Sample>> {
        let dataset = self.compared_dataset(kind);
        let is_of_it = move |sample: &&Rc<Sample>| {
            sample.kind == kind && dataset.as_ref().is_none_or(|dataset| sample.dataset == *dataset)
        };
        self.samples.iter().filter(is_of_it)
    }

    fn entry<'s>(&'s self, sample: &'s Sample) -> Entry<'s> {
        let page = |page: &'s Rc<Sample>| EntryPage {
            number: page.leaf.map_or(0, |leaf| leaf.number),
            reference: page.reference_latex(),
            prediction: page.prediction_latex(),
        };
        let document = sample.leaf.and_then(|leaf| self.samples.get(leaf.document));
        Entry {
            sample: sample.id.0,
            name: &sample.name,
            case: &sample.case,
            system: sample.system(),
            document: document.map_or_else(
                || sample.document.as_ref().unwrap_or(&sample.case),
                |document| &document.case,
            ),
            tags: &sample.tags,
            reference: sample.reference_latex(),
            prediction: sample.prediction_latex(),
            pages: self.samples.pages(sample.id).map(page).collect(),
            known: match (&sample.scored, &sample.scoring) {
                (Some(scored), _) => Ok(Known {
                    scores: &scored.scores,
                    counts: &scored.counts,
                    error_types: &scored.error_types,
                    suspicions: &scored.suspicions,
                    compilation: sample.compilation().map(|compilation| &**compilation),
                    reference_compilation: sample.reference_verdict.as_deref(),
                }),
                (None, Scoring::Failed { message }) => Err(message),
                (None, _) => Err("it has not been scored"),
            },
        }
    }

    /// Returns whether the sample has a reference, no prediction, and no prediction on its way.
    fn is_missing(&self, sample: &Sample) -> bool {
        let is_open = sample.is_open() || self.samples.page_count(sample.id).open > 0;
        sample.reference.is_some() && sample.prediction.is_none() && !is_open
    }
}

impl Sample {
    /// Returns whether the sample has two texts that were scored or could not be scored.
    pub(super) fn is_compared(&self) -> bool {
        let is_known = self.scored.is_some() || matches!(self.scoring, Scoring::Failed { .. });
        is_known && self.prediction.is_some() && self.reference.is_some()
    }
}

impl State {
    /// Takes people's ratings and compares the kind with the most rated samples.
    pub(super) fn rate(&mut self, ratings: Ratings) {
        let rated: BTreeSet<&str> = ratings.ratings.iter().map(|one| one.id.as_str()).collect();
        let count = |kind: &Kind| {
            let of_kind = self.samples.iter().filter(|sample| sample.kind == *kind);
            of_kind.filter(|sample| rated.contains(&*sample.case)).count()
        };
        let kind = Kind::ALL.into_iter().filter(|kind| count(kind) > 0).max_by_key(count);
        let compare = Rc::make_mut(&mut self.compare);
        compare.choice.kind = kind.or(compare.choice.kind);
        self.notice = Some(Notice::Rated(ratings.ratings.len()));
        let before = Rc::make_mut(&mut self.compare).exchange_ratings(Some(Rc::new(ratings)));
        if before.is_some() {
            self.remember(Act::RatingsRemoved, Memento::Ratings(before));
        }
        self.show_screen(Screen::Compare);
        self.look_at_systems();
    }
}
