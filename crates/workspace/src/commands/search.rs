//! The search for samples by name, in steps of a moment.

use crate::fuzzy::{Best, Query};
use crate::state::{Sample, SampleId, Samples};

/// Maximum number of samples that are shown.
const MOST: usize = 30;
/// So many matches are remembered, so that a longer query looks at them alone.
const REMEMBERED: usize = 50_000;

/// A search for samples whose name and system match a query.
#[derive(Debug, Clone, PartialEq)]
pub struct SampleSearch {
    samples: Samples,
    query: Query,
    best: Best<SampleId>,
    /// The samples to look at; `None` for all.
    among: Option<Vec<SampleId>>,
    /// The index of the next of them.
    at: usize,
    /// The id of the next sample, if all are looked at.
    next: SampleId,
    matches: Vec<SampleId>,
    is_done: bool,
}

impl SampleSearch {
    /// Begins a search. If `earlier` has found all matches of a shorter query, only these are looked at.
    #[must_use]
    pub fn new(samples: &Samples, query: &str, earlier: Option<Self>) -> Self {
        let query = Query::new(query);
        let is_shorter = |earlier: &Self| {
            let is_whole = earlier.is_done && earlier.matches.len() < REMEMBERED && !earlier.query.is_empty();
            is_whole && earlier.samples.is_arranged_as(samples) && query.narrows(&earlier.query)
        };
        let among = earlier.filter(is_shorter).map(|earlier| earlier.matches);
        Self {
            samples: samples.clone(),
            is_done: query.is_empty() || samples.is_empty(),
            query,
            best: Best::of(MOST),
            among,
            at: 0,
            next: SampleId(0),
            matches: Vec::new(),
        }
    }

    /// Returns whether all samples were looked at.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Looks at so many more samples.
    pub fn step(&mut self, count: usize) {
        if self.is_done {
            return;
        }
        let samples = self.samples.clone();
        if let Some(among) = self.among.take() {
            let end = (self.at + count).min(among.len());
            for id in among.get(self.at..end).into_iter().flatten() {
                if let Some(sample) = samples.get(*id) {
                    self.look(sample);
                }
            }
            self.at = end;
            self.is_done = end == among.len();
            self.among = Some(among);
        } else {
            let mut looked = 0;
            for sample in samples.since(self.next).take(count) {
                self.look(sample);
                self.next = SampleId(sample.id.0.saturating_add(1));
                looked += 1;
            }
            self.is_done = looked < count;
        }
    }

    fn look(&mut self, sample: &Sample) {
        let parts = [sample.name.as_str(), sample.system().unwrap_or_default()];
        if let Some(rank) = self.query.rank(&parts) {
            self.best.take(rank, sample.id);
            if self.matches.len() < REMEMBERED {
                self.matches.push(sample.id);
            }
        }
    }

    /// Returns the best matches so far.
    pub fn found(&self) -> impl Iterator<Item = SampleId> {
        self.best.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{Action, SampleAction, State};
    use crate::testing::handed;

    fn of(pages: usize) -> State {
        let files: Vec<(String, Vec<u8>)> = ["refs", "one", "two"]
            .into_iter()
            .flat_map(|folder| (0..pages).map(move |page| format!("{folder}/page-{page:03}.tex")))
            .map(|name| (name, b"x".to_vec()))
            .collect();
        let files: Vec<(&str, &[u8])> = files
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_slice()))
            .collect();
        State::default().after(handed(&files))
    }

    fn all(mut search: SampleSearch, step: usize) -> SampleSearch {
        while !search.is_done() {
            search.step(step);
        }
        search
    }

    fn names(state: &State, search: &SampleSearch) -> Vec<String> {
        let samples = search.found().filter_map(|id| state.samples.get(id));
        samples.map(|sample| sample.name.clone()).collect()
    }

    #[test]
    fn samples_are_found_by_page_and_system_in_steps_of_any_size() {
        let state = of(40);
        assert_eq!(state.samples.len(), 80);
        let whole = all(SampleSearch::new(&state.samples, "017 two", None), 1000);
        let found = names(&state, &whole);
        assert!(found.first().is_some_and(|name| name.contains("017")), "{found:?}");
        let systems = whole.found().filter_map(|id| state.samples.get(id)?.system());
        assert_eq!(systems.collect::<Vec<_>>(), ["two"]);
        let stepped = all(SampleSearch::new(&state.samples, "017 two", None), 7);
        assert_eq!(names(&state, &stepped), found);
        let many = all(SampleSearch::new(&state.samples, "page", None), 13);
        assert_eq!(many.found().count(), MOST);
    }

    #[test]
    fn a_longer_query_looks_only_at_what_a_shorter_one_found() {
        let state = of(40);
        let short = all(SampleSearch::new(&state.samples, "01", None), 100);
        let long = SampleSearch::new(&state.samples, "017", Some(short.clone()));
        assert!(long.among.as_ref().is_some_and(|among| among.len() < 40));
        let afresh = all(SampleSearch::new(&state.samples, "017", None), 100);
        assert_eq!(names(&state, &all(long, 100)), names(&state, &afresh));
        // Other samples, or another query, are looked at afresh.
        assert_eq!(SampleSearch::new(&state.samples, "2", Some(short.clone())).among, None);
        let more = state.after(Action::Sample(SampleAction::Remove(SampleId(0))));
        assert_eq!(SampleSearch::new(&more.samples, "017", Some(short)).among, None);
    }

    #[test]
    fn an_empty_query_finds_nothing() {
        let state = of(2);
        assert!(SampleSearch::new(&state.samples, " ", None).is_done());
        assert!(SampleSearch::new(&Samples::default(), "a", None).is_done());
    }
}
