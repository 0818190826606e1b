//! The rounds of a run. If the judge matches formulas, the first rounds ask for the formulas of pages; the last round
//! asks about the formulas and tables.

use std::rc::Rc;

use texlens_evaluate::{Detail, FormulaPair, Kind, Problem, Unit};
use texlens_judge::judging::{
    JudgeItem, Judging, Subject, formula_items, items_of_pairs, matched_items, page_matching, table_items,
};
use texlens_judge::matching::PageMatching;
use texlens_judge::{ProtocolError, Run};

use super::Form;
use crate::state::Sample;

/// A reference and a prediction to ask about.
#[derive(Debug)]
pub(super) struct Texts {
    id: String,
    document: String,
    kind: Kind,
    system: String,
    reference: String,
    prediction: String,
    /// The formula pairs, if known.
    pairs: Option<Vec<FormulaPair>>,
}

impl Texts {
    /// Returns the texts of a sample, or `None` if it lacks one of them. `id` and `document` are its names on the
    /// board.
    pub(super) fn of(sample: &Sample, id: &str, document: &str) -> Option<Self> {
        let prediction = sample.prediction.as_ref()?;
        let scored = sample.scored.as_ref().filter(|scored| scored.detail == Detail::Spans);
        Some(Self {
            id: id.to_owned(),
            document: document.to_owned(),
            kind: sample.kind,
            system: prediction.system.clone(),
            reference: sample.reference.as_ref()?.latex.clone(),
            prediction: prediction.latex.clone(),
            pairs: scored.map(|scored| scored.formulas.clone()),
        })
    }

    /// Returns the texts of a missing prediction.
    pub(super) fn of_missing(unit: &Unit<'_>) -> Option<Self> {
        Some(Self {
            id: unit.id.to_owned(),
            document: unit.document.to_owned(),
            kind: unit.kind,
            system: unit.system.to_owned(),
            reference: unit.reference?.to_owned(),
            prediction: String::new(),
            pairs: None,
        })
    }

    fn subject(&self) -> Subject<'_> {
        Subject {
            id: &self.id,
            document: &self.document,
            kind: self.kind,
            system: &self.system,
            reference: &self.reference,
            prediction: &self.prediction,
        }
    }

    /// Returns the formulas as rules match them, and the tables. Texts that are too long to match have none.
    fn items(&self) -> Vec<JudgeItem> {
        let subject = self.subject();
        let mut items = match &self.pairs {
            Some(pairs) => items_of_pairs(&subject, pairs),
            None => formula_items(&subject).unwrap_or_default(),
        };
        items.extend(table_items(&subject).unwrap_or_default());
        items
    }
}

/// A page whose formulas the judge matches.
#[derive(Debug)]
struct Page {
    texts: Rc<Texts>,
    matching: PageMatching,
    /// Indices of the calls of this round.
    asked: Vec<usize>,
}

/// The rounds that remain and the results of earlier ones.
#[derive(Debug)]
pub struct Rounds {
    form: Form,
    pages: Vec<Page>,
    /// Items that the judge does not have to match.
    items: Vec<JudgeItem>,
    /// Indices of the calls that matched formulas.
    calls: Vec<usize>,
    judging: Option<Judging>,
}

impl Rounds {
    /// Prepares the first round.
    pub(super) fn new(form: &Form, texts: &[Rc<Texts>]) -> Self {
        let mut rounds = Self {
            form: form.clone(),
            pages: Vec::new(),
            items: Vec::new(),
            calls: Vec::new(),
            judging: None,
        };
        for texts in texts {
            let matching = page_matching(&texts.subject()).ok();
            match matching.filter(|_| form.matched_by_judge && texts.kind != Kind::Formula) {
                Some(matching) => rounds.pages.push(Page {
                    texts: texts.clone(),
                    matching,
                    asked: Vec::new(),
                }),
                None => rounds.items.extend(texts.items()),
            }
        }
        rounds
    }

    /// Adds the calls of the next round to a run whose calls are all settled. Returns whether there is another round.
    ///
    /// # Errors
    /// Returns an error if a protocol needs a text that does not exist.
    pub fn advance(&mut self, run: &mut Run) -> Result<bool, ProtocolError> {
        if self.judging.is_some() || run.stopped().is_some() {
            return Ok(false);
        }
        self.take_answers(run);
        if self.ask_for_formulas(run)? {
            return Ok(true);
        }
        let mut items = std::mem::take(&mut self.items);
        let mut problems = Vec::new();
        for page in self.pages.drain(..) {
            let subject = page.texts.subject();
            let matched = page.matching.result();
            problems.extend(matched.problems.iter().map(|message| Problem {
                sample: subject.id.to_owned(),
                system: Some(subject.system.to_owned()),
                message: message.clone(),
            }));
            items.extend(matched_items(&subject, &matched).unwrap_or_default());
            items.extend(table_items(&subject).unwrap_or_default());
        }
        items.retain(|item| self.form.which.admits(item.what));
        let protocols = self.form.protocols();
        let judging = Judging::new(items, protocols, self.form.repeats, self.form.swapped);
        let mut judging = judging.matched_by(std::mem::take(&mut self.calls), problems);
        judging.add_to(run)?;
        self.judging = Some(judging);
        Ok(true)
    }

    fn take_answers(&mut self, run: &Run) {
        for page in &mut self.pages {
            let calls = std::mem::take(&mut page.asked);
            if !calls.is_empty() {
                let answer = |call: &usize| run.record(*call)?.answer().cloned();
                page.matching.answered(&calls.iter().map(answer).collect::<Vec<_>>());
                self.calls.extend(calls);
            }
        }
    }

    fn ask_for_formulas(&mut self, run: &mut Run) -> Result<bool, ProtocolError> {
        let mut has_asked = false;
        for page in self.pages.iter_mut().filter(|page| !page.matching.is_done()) {
            page.asked = page.matching.calls()?.into_iter().map(|call| run.add(call)).collect();
            has_asked |= !page.asked.is_empty();
        }
        Ok(has_asked)
    }

    /// Returns the number of pages whose formulas the judge matches.
    #[must_use]
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Returns the predictions to ask about, each with a name for people.
    pub(super) fn predictions(&self) -> impl Iterator<Item = (&str, &str)> {
        let pages = self
            .pages
            .iter()
            .map(|page| (page.texts.id.as_str(), page.texts.prediction.as_str()));
        let items = self.judging.iter().flat_map(Judging::items);
        pages.chain(items.map(|item| (item.id.as_str(), item.prediction.as_deref().unwrap_or_default())))
    }

    /// Returns the items to judge, once formulas are matched.
    #[must_use]
    pub fn judging(&self) -> Option<&Judging> {
        self.judging.as_ref()
    }
}
