//! Drawings of formula pairs, made for what is on the screen.

use std::collections::BTreeSet;
use std::rc::Rc;

use rpds::{HashTrieMap, HashTrieSet};
use texlens_tex::Use;
use texlens_vocabulary::Drawn;

use super::State;
use super::queue::Errand;
use crate::messages::Job;
use crate::messages::score::Texts;
use crate::messages::tex::TypesetPair;
use crate::words::failures;

/// Maximum number of pairs that the engine draws in one job: the first drawings should appear soon.
const PAIRS_AT_ONCE: usize = 12;
/// Number of drawn pairs beyond which those that are not on the screen are forgotten. A drawing takes some 20 KB.
const KEPT: usize = 500;

/// The drawings of reference and prediction.
pub type DrawnPair = Rc<[Option<Drawn>; 2]>;

/// The drawings of formula pairs by their LaTeX.
#[derive(Debug, Clone, Default)]
pub struct FormulaDrawings {
    known: HashTrieMap<Texts, DrawnPair>,
    /// The pairs on the screen.
    wanted: Rc<Vec<Texts>>,
    /// Pairs with which the engine was lost. They are drawn alone.
    suspects: HashTrieSet<Texts>,
    running: Option<(Job, Rc<Vec<Texts>>)>,
    revision: u64,
}

impl PartialEq for FormulaDrawings {
    fn eq(&self, other: &Self) -> bool {
        self.revision == other.revision && Rc::ptr_eq(&self.wanted, &other.wanted)
    }
}

impl FormulaDrawings {
    /// Returns the drawings of a pair, once they are made.
    #[must_use]
    pub fn of(&self, pair: &Texts) -> Option<&DrawnPair> {
        self.known.get(pair)
    }

    pub(super) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    pub(super) fn want(&mut self, pairs: Vec<Texts>) {
        self.wanted = Rc::new(pairs);
        if self.known.size() > KEPT {
            let wanted = self.wanted.iter();
            let kept = wanted.filter_map(|pair| Some((pair.clone(), self.known.get(pair)?.clone())));
            self.known = kept.collect();
        }
        self.revision += 1;
    }

    pub(super) fn started(&mut self, job: Job, pairs: Vec<Texts>) {
        self.running = Some((job, Rc::new(pairs)));
    }

    pub(super) fn forget_running(&mut self) {
        self.running = None;
    }

    /// Returns the next pairs to draw.
    fn next(&self) -> Vec<Texts> {
        let mut seen = BTreeSet::new();
        let mut open = (self.wanted.iter())
            .filter(|pair| !self.known.contains_key(*pair))
            .filter(|pair| seen.insert((&pair.reference, &pair.prediction)));
        let Some(first) = open.next() else {
            return Vec::new();
        };
        if self.suspects.contains(first) {
            return vec![first.clone()];
        }
        let others = open
            .filter(|pair| !self.suspects.contains(*pair))
            .take(PAIRS_AT_ONCE - 1);
        std::iter::once(first).chain(others).cloned().collect()
    }

    /// Takes the drawings of a job, if it is the running one.
    pub(super) fn drawn(&mut self, job: Job, drawn: Vec<TypesetPair>) {
        let Some((_, pairs)) = self.running.take_if(|(running, _)| *running == job) else {
            return;
        };
        for (pair, TypesetPair { drawn, .. }) in pairs.iter().zip(drawn) {
            self.known.insert_mut(pair.clone(), Rc::new(drawn));
        }
        self.revision += 1;
    }

    /// Handles the loss of the engine. A pair with which it was lost alone is not drawn again.
    pub(super) fn lost(&mut self, job: Job, why: &str) {
        let Some((_, pairs)) = self.running.take_if(|(running, _)| *running == job) else {
            return;
        };
        match pairs.as_slice() {
            [only] => {
                let failed =
                    |side: &Option<String>| side.as_ref().map(|_| Drawn::Failed(failures::typesetting_lost(why)));
                let failed = [failed(&only.reference), failed(&only.prediction)];
                self.known.insert_mut(only.clone(), Rc::new(failed));
            }
            several => several.iter().for_each(|pair| self.suspects.insert_mut(pair.clone())),
        }
        self.revision += 1;
    }
}

impl State {
    /// Returns whether formulas can be drawn as TeX sets them without asking the person.
    #[must_use]
    pub fn draws_formulas(&self) -> bool {
        self.engine.is_on() && self.uses.contains(&Use::Dvi)
    }

    /// Returns the next formulas to draw.
    pub(super) fn draw_formulas_errand(&self) -> Option<Errand> {
        if !self.draws_formulas() || self.engine_is_busy() {
            return None;
        }
        let pairs = self.formula_drawings.next();
        (!pairs.is_empty()).then_some(Errand::DrawFormulas { pairs })
    }
}
