//! What a judge has said.

use std::collections::HashMap;
use std::rc::Rc;

use texlens_evaluate::{FormulaPair, JudgeRun, JudgedItem, Kind};
use texlens_judge::Run;
use texlens_judge::judging::{Judging, agreement, judge_name};
use texlens_stats::Bootstrap;

use crate::app::state::Sample;

/// A judge's run, with a way to find what was said of a formula.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdicts {
    run: JudgeRun,
    /// By the item's id, which names the sample, too.
    items: HashMap<String, usize>,
}

impl From<JudgeRun> for Verdicts {
    fn from(run: JudgeRun) -> Self {
        let items = run.items.iter().enumerate();
        Self {
            items: items.map(|(index, item)| (item.id.clone(), index)).collect(),
            run,
        }
    }
}

impl Verdicts {
    /// Those of a report whose samples have other names here.
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

    /// What a run has come to, beside what other judges have said. `created` is ISO 8601, UTC, seconds.
    #[must_use]
    pub fn of(judging: &Judging, run: &Run, created: &str, earlier: &[Rc<Self>]) -> Self {
        let bootstrap = Bootstrap::default();
        let mut result = judging.result(run, created, &bootstrap);
        let others = earlier.iter().map(|other| agreement(&result, &other.run, &bootstrap));
        result.agreement = others.filter(|agreement| agreement.items > 0).collect();
        result.into()
    }

    /// As reports have it.
    #[must_use]
    pub fn run(&self) -> &JudgeRun {
        &self.run
    }

    /// The judge: its model and its protocols.
    #[must_use]
    pub fn name(&self) -> String {
        judge_name(&self.run)
    }

    /// Whether it is what another run of the same judge has said of the same things, and more.
    #[must_use]
    pub fn replaces(&self, other: &Self) -> bool {
        let is_same = self.run.model == other.run.model
            && self.run.endpoint == other.run.endpoint
            && self.run.protocols == other.run.protocols;
        is_same && other.items.keys().all(|id| self.items.contains_key(id))
    }

    /// What was said of the formulas of a sample, by the index of the pair. What was judged may be another text than the pair's prediction: the
    /// judge has matched it otherwise, or it has changed since.
    #[must_use]
    pub fn of_formulas(&self, sample: &Sample) -> HashMap<usize, &JudgedItem> {
        let (Some(scored), Some(prediction)) = (&sample.scored, &sample.prediction) else {
            return HashMap::new();
        };
        let with_reference = scored
            .formulas
            .iter()
            .enumerate()
            .filter(|(_, pair)| pair.reference.is_some());
        let found = with_reference.enumerate().filter_map(|(number, (index, pair))| {
            let id = match sample.kind {
                Kind::Formula => sample.name.clone(),
                Kind::Page | Kind::Document => format!("{}#{}", sample.name, number + 1),
            };
            let item = self.run.items.get(*self.items.get(&id)?)?;
            (item.system == prediction.system && is_about(item, pair)).then_some((index, item))
        });
        found.collect()
    }

    /// What was said of its tables.
    pub fn of_tables<'a>(&'a self, sample: &'a Sample) -> impl Iterator<Item = &'a JudgedItem> {
        let items = (1..).map_while(|number| {
            let id = format!("{}#t{number}", sample.name);
            self.run.items.get(*self.items.get(&id)?)
        });
        items.filter(|item| sample.system() == Some(&item.system))
    }
}

/// Whether an item has the reference of a pair.
fn is_about(item: &JudgedItem, pair: &FormulaPair) -> bool {
    let reference = pair.reference.as_ref();
    reference.is_some_and(|formula| formula.latex == item.reference)
}
