//! Drawings and scores of formula pairs: of those on the screen, and of all listed pairs where their order needs them.

use std::collections::BTreeSet;
use std::rc::Rc;

use rpds::{HashTrieMap, HashTrieSet};
use texlens_evaluate::{Detail, Kind, Scored};
use texlens_metrics::{Appearance, Outcome, Score, lacks_appearance};
use texlens_tex::Form;
use texlens_vocabulary::Drawn;

use super::State;
use super::queue::Errand;
use crate::messages::Job;
use crate::messages::score::{Pair, Texts};
use crate::messages::tex::TypesetPair;
use crate::words::failures;

/// Maximum number of pairs in one job: the first results should appear soon.
const PAIRS_AT_ONCE: usize = 12;
/// Number of cards beyond which those that are not on the screen are forgotten. A card takes some 20 KB.
const KEPT: usize = 500;

/// A pair of formulas on the screen.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Card {
    /// The drawings of reference and prediction, once they are made.
    pub drawn: Option<[Option<Drawn>; 2]>,
    /// The scores of the formula metrics, once they are known; empty if they cannot be computed.
    pub scores: Option<Vec<Score>>,
}

/// What a list needs to know of a pair to order and filter it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PairValues {
    /// The values of the metrics, by their ids.
    values: Vec<(Rc<str>, f64)>,
    /// Whether TeX cannot set one of the formulas.
    pub fails: bool,
}

impl PairValues {
    /// Extracts the values from scores.
    #[must_use]
    pub fn of(scores: &[Score]) -> Self {
        let value = |score: &Score| Some((score.metric.as_str().into(), score.value()?));
        let is_unset = |score: &Score| {
            score.metric == SAME_LOOK && matches!(score.outcome, Outcome::Undefined { .. }) && !lacks_appearance(score)
        };
        Self {
            values: scores.iter().filter_map(value).collect(),
            fails: scores.iter().any(is_unset),
        }
    }

    /// Returns the value of a metric, if it is defined.
    #[must_use]
    pub fn value(&self, metric: &str) -> Option<f64> {
        let found = self.values.iter().find(|(id, _)| **id == *metric);
        found.map(|(_, value)| *value)
    }

    /// Returns the defined values of all metrics.
    pub fn all(&self) -> impl Iterator<Item = (&str, f64)> {
        self.values.iter().map(|(metric, value)| (metric.as_ref(), *value))
    }

    /// Returns whether both formulas look the same, if that is known.
    #[must_use]
    pub fn looks_same(&self) -> Option<bool> {
        self.value(SAME_LOOK).map(|value| value >= 1.0)
    }
}

/// The metric that tells whether two formulas look the same.
const SAME_LOOK: &str = "visual_exact";

/// The drawings and scores of formula pairs by their LaTeX.
#[derive(Debug, Clone, Default)]
pub struct FormulaPairs {
    cards: HashTrieMap<Texts, Rc<Card>>,
    values: HashTrieMap<Texts, Rc<PairValues>>,
    /// The pairs on the screen.
    on_screen: Rc<Vec<Texts>>,
    /// All pairs whose values are wanted.
    backlog: Rc<Vec<Texts>>,
    /// Index of the first pair of the backlog that may be open.
    reached: usize,
    /// Whether values include those of the metrics that need the look.
    with_look: bool,
    /// Pairs with which the engine was lost. They are set alone.
    suspects: HashTrieSet<Texts>,
    typesetting: Option<(Job, Rc<Vec<Texts>>)>,
    /// Pairs that were typeset and wait to be scored.
    set: Rc<Vec<(Texts, [Option<Appearance>; 2])>>,
    scoring: Option<(Job, Rc<Vec<Texts>>)>,
    revision: u64,
}

impl PartialEq for FormulaPairs {
    fn eq(&self, other: &Self) -> bool {
        self.revision == other.revision
    }
}

impl FormulaPairs {
    /// Returns what is known of a pair for its card.
    #[must_use]
    pub fn card(&self, pair: &Texts) -> Option<&Rc<Card>> {
        self.cards.get(pair)
    }

    /// Returns the values of a pair, once they are known.
    #[must_use]
    pub fn values(&self, pair: &Texts) -> Option<&PairValues> {
        self.values.get(pair).map(Rc::as_ref)
    }

    /// Returns how many pairs of the backlog are done, and how many there are, or `None` if all are.
    #[must_use]
    pub fn progress(&self) -> Option<(usize, usize)> {
        (self.reached < self.backlog.len()).then_some((self.reached, self.backlog.len()))
    }

    pub(super) fn is_typesetting(&self) -> bool {
        self.typesetting.is_some()
    }

    pub(super) fn show(&mut self, pairs: Vec<Texts>) {
        self.on_screen = Rc::new(pairs);
        if self.cards.size() > KEPT {
            let wanted = self.on_screen.iter();
            let kept = wanted.filter_map(|pair| Some((pair.clone(), self.cards.get(pair)?.clone())));
            self.cards = kept.collect();
        }
        self.revision += 1;
    }

    /// Replaces the pairs whose values are wanted.
    pub(super) fn set_backlog(&mut self, pairs: Vec<Texts>) {
        self.backlog = Rc::new(pairs);
        self.reached = 0;
        self.advance();
        self.revision += 1;
    }

    /// Moves behind the pairs of the backlog whose values are known.
    fn advance(&mut self) {
        let open = self.backlog.iter().skip(self.reached);
        self.reached += open.take_while(|pair| self.values.contains_key(*pair)).count();
    }

    /// Forgets scores without a look, once the engine can provide it.
    pub(super) fn has_engine(&mut self, draws: bool) {
        if draws && !self.with_look {
            self.with_look = true;
            self.values = HashTrieMap::new();
            self.cards = HashTrieMap::new();
            self.scoring = None;
            self.reached = 0;
            self.revision += 1;
        }
    }

    /// Forgets all scores: the settings of the metrics have changed.
    pub(super) fn settings_changed(&mut self) {
        let backlog = Rc::clone(&self.backlog);
        let (on_screen, suspects) = (Rc::clone(&self.on_screen), self.suspects.clone());
        *self = Self {
            backlog,
            on_screen,
            suspects,
            with_look: self.with_look,
            typesetting: self.typesetting.take(),
            revision: self.revision + 1,
            ..Self::default()
        };
    }

    /// Returns the first open pairs: those on the screen, then those of the backlog.
    fn open(&self, is_open: impl Fn(&Texts, Option<&Rc<Card>>) -> bool, alone: impl Fn(&Texts) -> bool) -> Vec<Texts> {
        let mut seen = BTreeSet::new();
        let on_screen = (self.on_screen.iter()).filter(|pair| is_open(pair, self.cards.get(*pair)));
        let backlog = self.backlog.iter().skip(self.reached);
        let backlog = backlog.filter(|pair| !self.values.contains_key(*pair));
        let mut open = on_screen
            .chain(backlog)
            .filter(|pair| seen.insert((&pair.reference, &pair.prediction)));
        let Some(first) = open.next() else {
            return Vec::new();
        };
        if alone(first) {
            return vec![first.clone()];
        }
        let others = open.filter(|pair| !alone(pair)).take(PAIRS_AT_ONCE - 1);
        std::iter::once(first).chain(others).cloned().collect()
    }

    fn to_typeset(&self) -> Vec<Texts> {
        let is_open = |_: &Texts, card: Option<&Rc<Card>>| card.is_none_or(|card| card.drawn.is_none());
        self.open(is_open, |pair| self.suspects.contains(pair))
    }

    fn to_score(&self, draws: bool) -> Vec<Texts> {
        if draws {
            return self.set.iter().map(|(pair, _)| pair.clone()).collect();
        }
        let is_open = |pair: &Texts, card: Option<&Rc<Card>>| {
            pair.reference.is_some() && card.is_none_or(|card| card.scores.is_none())
        };
        self.open(is_open, |_| false)
    }

    pub(super) fn typesetting_started(&mut self, job: Job, pairs: Vec<Texts>) {
        self.typesetting = Some((job, Rc::new(pairs)));
    }

    pub(super) fn scoring_started(&mut self, job: Job, pairs: Vec<Texts>) {
        self.scoring = Some((job, Rc::new(pairs)));
    }

    pub(super) fn forget_typesetting(&mut self) {
        self.typesetting = None;
    }

    /// Takes what the engine has set, if the job is the running one. An extra formula needs no scores.
    pub(super) fn typeset(&mut self, job: Job, set: Vec<TypesetPair>) {
        let Some((_, pairs)) = self.typesetting.take_if(|(running, _)| *running == job) else {
            return;
        };
        let mut waiting = Vec::new();
        for (pair, TypesetPair { appearances, drawn }) in pairs.iter().zip(set) {
            self.edit(pair, |card| card.drawn = Some(drawn));
            match pair.reference {
                Some(_) => waiting.push((pair.clone(), appearances)),
                None => self.scored(pair, Vec::new()),
            }
        }
        self.set = Rc::new(waiting);
        self.advance();
        self.revision += 1;
    }

    /// Handles the loss of the engine. A pair with which it was lost alone is not set again.
    pub(super) fn engine_lost(&mut self, job: Job, why: &str) {
        let Some((_, pairs)) = self.typesetting.take_if(|(running, _)| *running == job) else {
            return;
        };
        match pairs.as_slice() {
            [only] => {
                let failed = |side: &Option<String>| {
                    let message = failures::typesetting_lost(why);
                    side.as_ref().map(|_| Drawn::Failed(message))
                };
                let drawn = [failed(&only.reference), failed(&only.prediction)];
                self.edit(only, |card| card.drawn = Some(drawn));
                self.scored(only, Vec::new());
            }
            several => several.iter().for_each(|pair| self.suspects.insert_mut(pair.clone())),
        }
        self.advance();
        self.revision += 1;
    }

    /// Forgets the running job of a worker that was ended.
    pub(super) fn forget_scoring(&mut self) {
        self.scoring = None;
    }

    /// Returns whether a job scores pairs.
    pub(super) fn scores(&self, job: Job) -> bool {
        self.scoring.as_ref().is_some_and(|(running, _)| *running == job)
    }

    /// Takes the scores of a job. Without results, the job has failed.
    pub(super) fn take_scores(&mut self, job: Job, results: Vec<Result<Scored, String>>) {
        let Some((_, pairs)) = self.scoring.take_if(|(running, _)| *running == job) else {
            return;
        };
        let results = results.into_iter().map(Some).chain(std::iter::repeat(None));
        for (pair, result) in pairs.iter().zip(results) {
            let scores = result.and_then(Result::ok).map(|scored| scored.scores);
            self.scored(pair, scores.unwrap_or_default());
        }
        self.set = Rc::default();
        self.advance();
        self.revision += 1;
    }

    fn scored(&mut self, pair: &Texts, scores: Vec<Score>) {
        self.values.insert_mut(pair.clone(), Rc::new(PairValues::of(&scores)));
        self.edit(pair, |card| card.scores = Some(scores));
    }

    /// Changes a card. Pairs of the backlog alone have none.
    fn edit(&mut self, pair: &Texts, change: impl FnOnce(&mut Card)) {
        if !self.cards.contains_key(pair) && !self.on_screen.contains(pair) {
            return;
        }
        let mut card = self.cards.get(pair).cloned().unwrap_or_default();
        change(Rc::make_mut(&mut card));
        self.cards.insert_mut(pair.clone(), card);
    }
}

impl State {
    /// Returns the next formula pairs to typeset.
    pub(super) fn typeset_pairs_errand(&self) -> Option<Errand> {
        if !self.may_draw(Form::Fragment) || self.engine_is_busy() || !self.formula_pairs.set.is_empty() {
            return None;
        }
        let pairs = self.formula_pairs.to_typeset();
        (!pairs.is_empty()).then_some(Errand::TypesetPairs { pairs })
    }

    /// Returns the next formula pairs to score.
    pub(super) fn score_pairs_errand(&self) -> Option<Errand> {
        if self.formula_pairs.scoring.is_some() {
            return None;
        }
        let pairs = self.formula_pairs.to_score(self.may_draw(Form::Fragment));
        (!pairs.is_empty()).then_some(Errand::ScorePairs { pairs })
    }

    /// Returns the data that a worker needs to score a pair of formulas. A missing formula is scored as an empty one.
    #[must_use]
    pub fn formula_pair(&self, pair: &Texts) -> Pair {
        let set = self.formula_pairs.set.iter().find(|(texts, _)| texts == pair);
        let appearances = set.map(|(_, appearances)| appearances.clone().map(Option::unwrap_or_default));
        Pair {
            kind: Kind::Formula,
            reference: pair.reference.clone().unwrap_or_default(),
            reference_pages: Vec::new(),
            prediction: pair.prediction.clone().unwrap_or_default(),
            prediction_pages: Vec::new(),
            compilation: None,
            reference_compilation: None,
            appearances,
            detail: Detail::Values,
        }
    }
}
