//! What the matrix of samples and systems shows.

use std::rc::Rc;

use texlens_evaluate::{Arrangement, Kind, Placed, arranged};

use super::{BUILT_IN, Filter, Sample, SampleId, State};

/// What the matrix shows, and in which order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MatrixChoice {
    /// The id of the metric in the cells, or `None` for the one that leads the kind of samples.
    pub metric: Option<Rc<str>>,
    /// The system with which the others are compared.
    pub baseline: Option<Rc<str>>,
    /// The order of the rows.
    pub order: MatrixOrder,
    /// Whether the order is reversed.
    pub is_reversed: bool,
    /// Which rows are shown.
    pub filter: MatrixFilter,
    /// The name and the value of a tag that the samples must have.
    pub tag: Option<[Rc<str>; 2]>,
    /// Shows samples that match the query, as in the list of samples.
    pub query: Rc<str>,
}

/// The order of the rows. Rows without a value come last in every order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum MatrixOrder {
    /// The order of arrival.
    #[default]
    Arrival,
    /// By name.
    Name,
    /// By the distance between the highest and the lowest value: the farthest apart first.
    Spread,
    /// By the values of a system: the worst first.
    System(Rc<str>),
    /// By the differences of a system to the baseline: where it is worst, first.
    Difference(Rc<str>),
}

/// A filter of the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MatrixFilter {
    /// All rows.
    #[default]
    All,
    /// Rows on which systems differ, in the digits that are shown.
    Differing,
    /// Rows that lack a prediction.
    Missing,
    /// Rows with a prediction that a filter of the list of samples admits.
    Listed(Filter),
}

impl MatrixChoice {
    /// Compares the systems with one of them, or with none. An order by differences that are gone becomes the order of
    /// arrival.
    pub fn compare_with(&mut self, baseline: Option<&str>) {
        let is_lost = match &self.order {
            MatrixOrder::Difference(other) => baseline.is_none_or(|baseline| **other == *baseline),
            _ => false,
        };
        if is_lost {
            self.order = MatrixOrder::Arrival;
        }
        self.baseline = baseline.map(Into::into);
    }
}

impl MatrixFilter {
    const DIFFERING: &str = "differing";
    const MISSING: &str = "missing";

    /// Returns all filters, in the order in which they are offered. A filter that compares systems by itself is not
    /// among them.
    pub fn all() -> impl Iterator<Item = Self> {
        let listed = Filter::all().filter(|filter| !matches!(filter, Filter::All | Filter::Disputed));
        [Self::All, Self::Differing, Self::Missing]
            .into_iter()
            .chain(listed.map(Self::Listed))
    }

    /// Returns the filter's id in addresses.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::All => Filter::All.id(),
            Self::Differing => Self::DIFFERING,
            Self::Missing => Self::MISSING,
            Self::Listed(filter) => filter.id(),
        }
    }
}

/// Samples by case and system.
#[derive(Debug)]
pub(crate) struct Arranged<'s> {
    /// Where each sample stands, by its index in `samples`.
    pub(crate) arrangement: Arrangement,
    /// The samples that can be compared, or that will be.
    pub(crate) samples: Vec<&'s Rc<Sample>>,
}

impl State {
    /// Returns the kind of samples in the matrix: the compared one or, before any scores, the first kind there is.
    #[must_use]
    pub fn matrix_kind(&self) -> Option<Kind> {
        self.compared_kind().or_else(|| self.samples.kinds().next())
    }

    /// Arranges the samples of a kind with a reference, whether they have scores already or not. Systems that are left
    /// out of the comparison are left out.
    pub(crate) fn arranged(&self, kind: Kind) -> Arranged<'_> {
        let has_scale = |sample: &&Rc<Sample>| sample.reference.is_some() || sample.scored.is_some();
        let all: Vec<&Rc<Sample>> = self.of_dataset(kind).filter(has_scale).collect();
        let left_out = &self.compare.choice.left_out;
        let is_wanted = |sample: &&Rc<Sample>| system_of(sample).is_none_or(|system| !left_out.contains(system));
        let is_any_left = all
            .iter()
            .any(|sample| system_of(sample).is_some() && is_wanted(sample));
        let samples: Vec<&Rc<Sample>> = (all.into_iter())
            .filter(|sample| !is_any_left || is_wanted(sample))
            .collect();
        let placed: Vec<Placed<'_>> = samples.iter().map(|sample| self.placed(sample)).collect();
        let arrangement = arranged(&placed);
        Arranged { arrangement, samples }
    }

    fn placed<'s>(&self, sample: &'s Sample) -> Placed<'s> {
        let is_of_pages = sample.kind == Kind::Document && self.has_pages(sample.id);
        Placed {
            name: &sample.name,
            case: &sample.case,
            system: system_of(sample),
            reference: sample.reference_latex().filter(|_| !is_of_pages),
        }
    }

    /// Returns whether a sample without a prediction will get one.
    pub(crate) fn is_being_read(&self, id: SampleId) -> bool {
        let is_open = |sample: &Rc<Sample>| sample.prediction.is_none() && sample.is_open();
        self.samples.get(id).is_some_and(is_open) || self.samples.page_count(id).open > 0
    }
}

/// Returns the system of a sample's prediction, or the one that is predicting.
fn system_of(sample: &Sample) -> Option<&str> {
    let reads = || (sample.prediction.is_none() && sample.is_open()).then_some(BUILT_IN);
    sample.system().or_else(reads)
}
