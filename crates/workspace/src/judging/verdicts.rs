//! The verdicts of a judge.

use std::collections::HashMap;
use std::rc::Rc;

use texlens_evaluate::{FormulaPair, JudgeRun, JudgedItem, Kind};
use texlens_judge::Run;
use texlens_judge::judging::{Judging, agreement, judge_name};
use texlens_stats::Bootstrap;

use crate::state::Sample;

/// A judge's run with an index of its items.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdicts {
    run: JudgeRun,
    /// Indices of items by id, which also names the sample, and by system.
    items: HashMap<(String, String), usize>,
}

impl From<JudgeRun> for Verdicts {
    fn from(run: JudgeRun) -> Self {
        let items = run.items.iter().enumerate();
        Self {
            items: items
                .map(|(index, item)| ((item.id.clone(), item.system.clone()), index))
                .collect(),
            run,
        }
    }
}

impl Verdicts {
    /// Makes verdicts from a report. `names` maps names in the report to the names that its samples have here.
    #[must_use]
    pub fn renamed(mut run: JudgeRun, names: &HashMap<String, String>) -> Self {
        for item in &mut run.items {
            let (name, number) = match names.contains_key(&item.id) {
                true => (item.id.as_str(), None),
                false => item
                    .id
                    .rsplit_once('#')
                    .map_or((item.id.as_str(), None), |(name, number)| (name, Some(number))),
            };
            if let Some(name) = names.get(name) {
                item.id = number.map_or_else(|| name.clone(), |number| format!("{name}#{number}"));
            }
        }
        run.into()
    }

    /// Makes verdicts from the results of a run, with the agreement with earlier judges. `created` is ISO 8601, UTC,
    /// seconds.
    #[must_use]
    pub fn of(judging: &Judging, run: &Run, created: &str, earlier: &[Rc<Self>]) -> Self {
        let bootstrap = Bootstrap::default();
        let mut result = judging.result(run, created, &bootstrap);
        let others = earlier.iter().map(|other| agreement(&result, &other.run, &bootstrap));
        result.agreement = others.filter(|agreement| agreement.items > 0).collect();
        result.into()
    }

    /// Returns the run as reports store it.
    #[must_use]
    pub fn run(&self) -> &JudgeRun {
        &self.run
    }

    /// Returns the judge's name: its model and its protocols.
    #[must_use]
    pub fn name(&self) -> String {
        judge_name(&self.run)
    }

    /// Returns whether this run is by the same judge as the other and covers all of the other's items.
    #[must_use]
    pub fn replaces(&self, other: &Self) -> bool {
        let is_same = self.run.model == other.run.model
            && self.run.endpoint == other.run.endpoint
            && self.run.protocols == other.run.protocols;
        is_same && other.items.keys().all(|id| self.items.contains_key(id))
    }

    /// Returns the verdicts on a sample's formulas, by the index of the formula pair. `names` are the possible names of
    /// the sample. The judged text may differ from the pair's prediction, if the judge matched another one or the text
    /// has changed since.
    #[must_use]
    pub fn of_formulas(&self, sample: &Sample, names: &[&str]) -> HashMap<usize, &JudgedItem> {
        let found = with_reference(sample)
            .enumerate()
            .filter_map(|(number, (index, pair))| {
                let id = |name: &str| match sample.kind {
                    Kind::Formula => name.to_owned(),
                    Kind::Page | Kind::Document => format!("{name}#{}", number + 1),
                };
                let mut items = names.iter().filter_map(|name| self.item(id(name), sample));
                Some((index, items.find(|item| is_about(item, pair))?))
            });
        found.collect()
    }

    /// Returns the verdicts on a document's formulas, by the index of the document's pair. These are the verdicts on
    /// its pages' formulas. `pages` are in order.
    #[must_use]
    pub fn of_pages(&self, document: &Sample, pages: &[Rc<Sample>]) -> HashMap<usize, &JudgedItem> {
        // The verdicts in the order of the references.
        let mut said: Vec<Option<&JudgedItem>> = Vec::new();
        for page in pages {
            let items = self.of_formulas(page, &[&page.name, &page.case]);
            said.extend(with_reference(page).map(|(index, _)| items.get(&index).copied()));
        }
        let pairs = with_reference(document).zip(said);
        let found = pairs.filter_map(|((index, pair), item)| Some((index, item.filter(|item| is_about(item, pair))?)));
        found.collect()
    }

    /// Returns the verdicts on a sample's tables.
    pub fn of_tables<'a>(&'a self, sample: &'a Sample, names: &'a [&'a str]) -> impl Iterator<Item = &'a JudgedItem> {
        (1..).map_while(move |number| {
            let mut items = names.iter().map(|name| self.item(format!("{name}#t{number}"), sample));
            items.find_map(|item| item)
        })
    }

    fn item(&self, id: String, sample: &Sample) -> Option<&JudgedItem> {
        let place = self.items.get(&(id, sample.system()?.to_owned()))?;
        self.run.items.get(*place)
    }
}

/// Returns the formula pairs that have a reference, with their indices among all pairs.
fn with_reference(sample: &Sample) -> impl Iterator<Item = (usize, &FormulaPair)> {
    let pairs = sample.scored.iter().flat_map(|scored| &scored.formulas);
    pairs.enumerate().filter(|(_, pair)| pair.reference.is_some())
}

/// Returns whether an item has the reference of a pair.
fn is_about(item: &JudgedItem, pair: &FormulaPair) -> bool {
    let reference = pair.reference.as_ref();
    reference.is_some_and(|formula| formula.latex == item.reference)
}
