//! The filter, the query and the order of the list of samples.

use std::{
    collections::{HashMap, HashSet},
    rc::Rc,
};

use rpds::HashTrieSet;
use texlens_evaluate::{Kind, Query, Searched};

use super::{Filter, Sample, SampleId, Samples, State};
use crate::ranking::{Sorted, by_name, by_value};

/// The filter, the query and the order of the list of samples.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listing {
    /// Lists the samples that this filter admits.
    pub filter: Filter,
    /// Lists the samples that match this [`Query`].
    pub query: Rc<str>,
    /// The order of the samples.
    pub order: Order,
}

/// The order of the list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Order {
    /// The order of arrival.
    #[default]
    Arrival,
    /// By name.
    Name,
    /// By the value of a metric. Samples without a value come last.
    Score {
        /// The id of the metric.
        metric: Rc<str>,
        /// Whether the best samples come first, not the worst.
        best_first: bool,
    },
}

impl Sample {
    /// Returns what a query looks at.
    pub(crate) fn searched(&self) -> Searched<'_> {
        Searched {
            name: &self.name,
            system: self.system().unwrap_or_default(),
            tags: &self.tags,
            comment: &self.comment,
            texts: [self.reference_latex(), self.prediction_latex()],
        }
    }
}

impl Listing {
    /// Returns whether pages are listed by themselves, not below their documents.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        self.order != Order::Arrival
    }

    /// Returns whether the list depends on more than the samples' existence and the pages of documents.
    #[must_use]
    pub fn is_of_content(&self) -> bool {
        self.is_flat() || self.is_selective()
    }

    /// Returns whether the listing may leave samples out.
    #[must_use]
    pub fn is_selective(&self) -> bool {
        self.filter != Filter::All || !self.query.trim().is_empty()
    }
}

impl Samples {
    /// Returns the rows of the list, from top to bottom. In the order of arrival, pages follow their document, but only
    /// if it is unfolded or the listing is selective. A selective listing includes the documents of its pages. In other
    /// orders, all samples are independent.
    ///
    /// Takes time linear in the number of samples, and in the length of the texts if they are searched.
    #[must_use]
    pub fn rows(&self, listing: &Listing, unfolded: &HashTrieSet<SampleId>) -> Vec<SampleId> {
        let query = Query::new(&listing.query);
        let disputed = (listing.filter == Filter::Disputed).then(|| self.disputed());
        let admits = |sample: &Sample| {
            let is_disputed = || disputed.as_ref().is_none_or(|cases| cases.contains(&sample.case));
            listing.filter.admits(sample) && is_disputed() && query.admits(sample.searched())
        };
        if listing.is_flat() {
            return listing.order.of(self.iter().filter(|sample| admits(sample)));
        }
        let mut rows = Vec::new();
        for sample in self.iter().filter(|sample| !self.is_below_another(sample)) {
            let at = rows.len();
            let is_unfolded = listing.is_selective() || unfolded.contains(&sample.id);
            if sample.kind == Kind::Document && is_unfolded {
                rows.extend(self.pages(sample.id).filter(|page| admits(page)).map(|page| page.id));
            }
            if rows.len() > at || admits(sample) {
                rows.insert(at, sample.id);
            }
        }
        rows
    }

    /// Returns the cases on which systems are far apart.
    fn disputed(&self) -> HashSet<Rc<str>> {
        let mut bounds: HashMap<&Rc<str>, [f64; 2]> = HashMap::new();
        for sample in self.iter() {
            if let Some(value) = sample.main_value() {
                let [least, most] = bounds.entry(&sample.case).or_insert([value, value]);
                *least = least.min(value);
                *most = most.max(value);
            }
        }
        let far = bounds
            .into_iter()
            .filter(|(_, [least, most])| most - least >= FAR_APART);
        far.map(|(case, _)| case.clone()).collect()
    }
}

/// Values of a similarity that differ by at least this much are far apart.
const FAR_APART: f64 = 0.1;

impl Order {
    /// Returns the samples in this order. Equal samples stay in the order of arrival.
    fn of<'s>(&self, samples: impl Iterator<Item = &'s Rc<Sample>>) -> Vec<SampleId> {
        let samples: Vec<&Rc<Sample>> = samples.collect();
        let places = match self {
            Self::Arrival => (0..samples.len()).collect(),
            Self::Name => {
                let names: Vec<&str> = samples.iter().map(|sample| sample.name.as_str()).collect();
                by_name(&names, Sorted::Rising)
            }
            Self::Score { metric, best_first } => {
                let value = |sample: &&Rc<Sample>| sample.score(metric).and_then(texlens_metrics::Score::value);
                let sorted = match is_better_when_higher(metric) == *best_first {
                    true => Sorted::Falling,
                    false => Sorted::Rising,
                };
                by_value(&samples.iter().map(value).collect::<Vec<_>>(), sorted)
            }
        };
        places
            .into_iter()
            .filter_map(|place| Some(samples.get(place)?.id))
            .collect()
    }
}

fn is_better_when_higher(metric: &str) -> bool {
    texlens_metrics::info(metric).is_none_or(|info| info.direction == texlens_metrics::Direction::HigherIsBetter)
}

impl State {
    /// Returns the listed samples, in the order of their rows.
    #[must_use]
    pub fn listed(&self) -> Vec<SampleId> {
        self.samples.rows(&self.listing, &self.unfolded)
    }

    pub(super) fn list(&mut self, listing: Listing) {
        self.listing = listing;
        let listed = self.listed();
        let is_shown = self.selected.is_some_and(|shown| listed.contains(&shown));
        if let Some(first) = listed.first().filter(|_| !is_shown) {
            self.select(Some(*first));
        }
    }
}
