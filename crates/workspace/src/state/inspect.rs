//! Inspecting a sample: showing another system beside it, stepping through formulas, tagging and commenting.

use std::rc::Rc;

use super::history::Memento;
use super::{Act, Focus, Notice, Sample, SampleId, State, Step, Tab};

/// Maximum length of a comment, in characters. A longer one is truncated.
const MAX_COMMENT: usize = 10_000;
/// Maximum length of a tag, in characters.
const MAX_TAG: usize = 60;

impl State {
    /// Returns the samples of all systems for the shown case, in the order of arrival. The shown sample is always among
    /// them.
    #[must_use]
    pub fn rivals(&self) -> Vec<&Rc<Sample>> {
        let Some(shown) = self.current() else {
            return Vec::new();
        };
        // With fewer than two systems there is nothing to search.
        if self.samples.systems().len() < 2 {
            return vec![shown];
        }
        let of_case = self.samples.of_case(&shown.case);
        of_case
            .filter(|sample| sample.kind == shown.kind && (sample.prediction.is_some() || sample.id == shown.id))
            .collect()
    }

    /// Returns the sample of the system that is shown beside the shown sample.
    #[must_use]
    pub fn beside(&self) -> Option<&Rc<Sample>> {
        let (wanted, shown) = (self.beside.as_ref()?, self.current()?);
        let is_by = |sample: &&Rc<Sample>| sample.system() == Some(wanted) && sample.id != shown.id;
        self.rivals().into_iter().find(is_by)
    }

    /// Shows the same case of the next or previous system.
    pub(super) fn select_system(&mut self, step: Step) {
        let rivals: Vec<SampleId> = self.rivals().iter().map(|sample| sample.id).collect();
        let Some(at) = rivals.iter().position(|id| Some(*id) == self.selected) else {
            return;
        };
        // After the last system comes the first.
        let to = match step {
            Step::Next => (at + 1) % rivals.len(),
            Step::Previous => (at + rivals.len() - 1) % rivals.len(),
        };
        if let Some(id) = rivals.get(to) {
            self.select(Some(*id));
        }
    }

    /// Selects the next or previous listed formula pair.
    pub(super) fn step_formula(&mut self, step: Step) {
        let Some(sample) = self.current() else { return };
        let listed = sample.listed_formulas(self.view.different_only);
        let at = match self.focus {
            Focus::Formula(index) => listed.iter().position(|listed| *listed == index),
            _ => None,
        };
        let last = listed.len().saturating_sub(1);
        let to = match (at, step) {
            (None, Step::Next) => 0,
            (None, Step::Previous) => last,
            (Some(at), Step::Next) if at == last => 0,
            (Some(at), Step::Next) => at + 1,
            (Some(0), Step::Previous) => last,
            (Some(at), Step::Previous) => at - 1,
        };
        if let Some(index) = listed.get(to) {
            self.focus = Focus::Formula(*index);
        }
    }

    /// Shows a formula pair in the list of formulas.
    pub(super) fn show_formula(&mut self, index: usize) {
        self.view.tab = Tab::Formulas;
        let is_equal = |sample: &Rc<Sample>| {
            let pair = sample.scored.as_ref().and_then(|scored| scored.formulas.get(index));
            pair.is_some_and(|pair| pair.exact)
        };
        if self.current().is_some_and(is_equal) {
            self.view.different_only = false;
        }
        self.focus = Focus::Formula(index);
    }

    /// Adds a tag to a sample, or removes it.
    pub(super) fn tag(&mut self, id: SampleId, name: &str, is_on: bool) {
        let name: String = name.trim().chars().take(MAX_TAG).collect();
        if name.is_empty() {
            return;
        }
        let Some(sample) = self
            .samples
            .get(id)
            .filter(|sample| sample.tags.contains_key(&name) != is_on)
        else {
            return;
        };
        let act = if is_on { Act::Tagged } else { Act::Untagged };
        self.remember(act(name.clone()), Memento::Tags(id, sample.tags.clone()));
        self.edit(id, |sample| {
            let tags = Rc::make_mut(&mut sample.tags);
            if is_on {
                tags.insert(name.clone(), String::new());
            } else {
                tags.remove(&name);
            }
        });
        self.notice = Some(if is_on {
            Notice::Tagged(name)
        } else {
            Notice::Untagged(name)
        });
    }

    /// Sets the comment on a sample.
    pub(super) fn comment(&mut self, id: SampleId, text: &str) {
        let text: String = text.trim_end().chars().take(MAX_COMMENT).collect();
        let Some(sample) = self.samples.get(id).filter(|sample| *sample.comment != *text) else {
            return;
        };
        self.remember(Act::Commented, Memento::Comment(id, sample.comment.clone()));
        self.edit(id, |sample| sample.comment = text.as_str().into());
    }
}

impl Sample {
    /// Returns the formula pairs in the order in which they are listed: those that differ come first.
    #[must_use]
    pub fn listed_formulas(&self, different_only: bool) -> Vec<usize> {
        let pairs = self.scored.iter().flat_map(|scored| scored.formulas.iter().enumerate());
        let mut pairs: Vec<(bool, usize)> = pairs.map(|(index, pair)| (pair.exact, index)).collect();
        pairs.sort_unstable();
        let listed = pairs.into_iter().filter(|(exact, _)| !(different_only && *exact));
        listed.map(|(_, index)| index).collect()
    }

    /// Returns the formula pair that contains a selection.
    #[must_use]
    pub fn formula_at(&self, focus: &Focus) -> Option<usize> {
        let pointed = self.pointed(focus);
        let mut pairs = self.scored.as_ref()?.formulas.iter();
        pairs.position(|pair| {
            let within = |formula: &Option<texlens_evaluate::Formula>, place: &Option<std::ops::Range<usize>>| {
                let (Some(formula), Some(place)) = (formula, place) else {
                    return false;
                };
                formula.range.start <= place.start && place.end <= formula.range.end
            };
            within(&pair.prediction, &pointed.prediction)
                || (pointed.prediction.is_none() && within(&pair.reference, &pointed.reference))
        })
    }
}
