//! Which samples are listed, and in which order.

use std::{
    cmp::Ordering,
    collections::{HashMap, HashSet},
    rc::Rc,
};

use rpds::HashTrieSet;
use texlens_evaluate::Kind;

use super::{Filter, Sample, SampleId, Samples, State};

/// Which samples are listed, and in which order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listing {
    /// Those that it admits.
    pub filter: Filter,
    /// Those of them that hold all its words. A word that begins with `tag:` looks for a tag, by its name or as `tag:NAME=VALUE`; one with
    /// `system:` for a part of the system's name; any other for a part of the name, the system, a tag, the comment or one of the
    /// texts. Upper and lower case are the same but for the texts, where LaTeX tells them apart.
    pub query: Rc<str>,
    /// How they follow each other.
    pub order: Order,
}

/// How listed samples follow each other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Order {
    /// Order added.
    #[default]
    Arrival,
    /// By their names.
    Name,
    /// By their values of a metric. Those without one come last.
    Score {
        /// Its id.
        metric: Rc<str>,
        /// Whether the best come first, not the worst.
        best_first: bool,
    },
}

/// Words to search for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Query {
    terms: Vec<Term>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Term {
    Tag { name: String, value: Option<String> },
    System(String),
    Anywhere { lower: String, exact: String },
}

impl Query {
    fn new(words: &str) -> Self {
        let term = |word: &str| {
            let lower = word.to_lowercase();
            if let Some(tag) = lower.strip_prefix("tag:") {
                let (name, value) = tag
                    .split_once('=')
                    .map_or((tag, None), |(name, value)| (name, Some(value.to_owned())));
                return Term::Tag {
                    name: name.to_owned(),
                    value,
                };
            }
            match lower.strip_prefix("system:") {
                Some(system) => Term::System(system.to_owned()),
                None => Term::Anywhere {
                    exact: word.to_owned(),
                    lower,
                },
            }
        };
        Self {
            terms: words.split_whitespace().map(term).collect(),
        }
    }

    fn admits(&self, sample: &Sample) -> bool {
        self.terms.iter().all(|term| term.is_in(sample))
    }
}

impl Term {
    fn is_in(&self, sample: &Sample) -> bool {
        let system = sample.system().unwrap_or_default();
        let holds = |text: &str, part: &str| text.to_lowercase().contains(part);
        match self {
            Self::Tag { name, value } => sample.tags.iter().any(|(tag, its)| {
                tag.to_lowercase() == *name && value.as_ref().is_none_or(|value| its.to_lowercase() == *value)
            }),
            Self::System(part) => holds(system, part),
            Self::Anywhere { lower, exact } => {
                let is_tagged = || {
                    let mut tags = sample.tags.iter();
                    tags.any(|(name, value)| holds(name, lower) || holds(value, lower))
                };
                let mut texts = [sample.reference_latex(), sample.prediction_latex()]
                    .into_iter()
                    .flatten();
                holds(&sample.name, lower)
                    || holds(system, lower)
                    || is_tagged()
                    || holds(&sample.comment, lower)
                    || texts.any(|text| text.contains(exact.as_str()))
            }
        }
    }
}

impl Listing {
    /// Whether pages are listed by themselves and not below their documents.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        self.order != Order::Arrival
    }

    /// Whether it depends on more than which samples there are and which pages belong to which document.
    #[must_use]
    pub fn is_of_content(&self) -> bool {
        self.is_flat() || self.is_selective()
    }

    /// Whether some may be left out.
    #[must_use]
    pub fn is_selective(&self) -> bool {
        self.filter != Filter::All || !self.query.trim().is_empty()
    }
}

impl Samples {
    /// What a list shows from top to bottom. In the order of arrival, pages are below their document, and only if it is unfolded or
    /// the listing leaves samples out; then a document is there as well whose pages are. In other orders every sample is for itself.
    ///
    /// Takes time in proportion to the samples, and to the length of their texts where those are searched.
    #[must_use]
    pub fn rows(&self, listing: &Listing, unfolded: &HashTrieSet<SampleId>) -> Vec<SampleId> {
        let query = Query::new(&listing.query);
        let disputed = (listing.filter == Filter::Disputed).then(|| self.disputed());
        let admits = |sample: &Sample| {
            let is_disputed = || disputed.as_ref().is_none_or(|cases| cases.contains(&sample.case));
            listing.filter.admits(sample) && is_disputed() && query.admits(sample)
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

    /// The units of evaluation on which systems are far apart.
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

/// Values of a similarity that differ by so much are far apart.
const FAR_APART: f64 = 0.1;

impl Order {
    /// Samples in this order; those that are the same by it stay as they came.
    fn of<'s>(&self, samples: impl Iterator<Item = &'s Rc<Sample>>) -> Vec<SampleId> {
        let ids = |samples: Vec<&Rc<Sample>>| samples.into_iter().map(|sample| sample.id).collect();
        match self {
            Self::Arrival => samples.map(|sample| sample.id).collect(),
            Self::Name => {
                let mut samples: Vec<&Rc<Sample>> = samples.collect();
                samples.sort_by(|a, b| natural(&a.name, &b.name));
                ids(samples)
            }
            Self::Score { metric, best_first } => {
                let value = |sample: &Sample| sample.score(metric).and_then(texlens_metrics::Score::value);
                let is_rising = is_better_when_higher(metric) != *best_first;
                let mut valued: Vec<(Option<f64>, SampleId)> =
                    samples.map(|sample| (value(sample), sample.id)).collect();
                valued.sort_by(|(a, _), (b, _)| match (a, b) {
                    (Some(a), Some(b)) if is_rising => a.total_cmp(b),
                    (Some(a), Some(b)) => b.total_cmp(a),
                    (a, b) => b.is_some().cmp(&a.is_some()),
                });
                valued.into_iter().map(|(_, id)| id).collect()
            }
        }
    }
}

fn is_better_when_higher(metric: &str) -> bool {
    texlens_metrics::metric(metric)
        .is_none_or(|metric| metric.info().direction == texlens_metrics::Direction::HigherIsBetter)
}

/// As people count: `page 2` before `page 10`.
fn natural(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a, b);
    loop {
        let (text, other) = (digits(a), digits(b));
        let by_piece = if text.0 > 0 && other.0 > 0 {
            // Without zeros in front the longer number is the larger.
            let number =
                |text: &str, end: usize| text.get(..end).unwrap_or_default().trim_start_matches('0').to_owned();
            let (left, right) = (number(a, text.0), number(b, other.0));
            left.len().cmp(&right.len()).then(left.cmp(&right))
        } else {
            a.get(..text.1).cmp(&b.get(..other.1))
        };
        if by_piece.is_ne() || a.is_empty() || b.is_empty() {
            return by_piece.then(a.len().cmp(&b.len()));
        }
        a = a.get(text.1..).unwrap_or_default();
        b = b.get(other.1..).unwrap_or_default();
    }
}

/// The length of the number that a text begins with, and of its first piece: that number, or what comes before one.
fn digits(text: &str) -> (usize, usize) {
    let number = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let piece = match number {
        0 => text.find(|letter: char| letter.is_ascii_digit()).unwrap_or(text.len()),
        number => number,
    };
    (number, piece)
}

impl State {
    /// The samples that are listed, in the order of their rows.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_ordered_as_people_count() {
        let mut names = ["p10", "p2", "p2a", "p002", "q1", "p", "", "10", "9"];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(names, ["", "9", "10", "p", "p2", "p002", "p2a", "p10", "q1"]);
    }
}
