//! The answers of a group by pair.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use texlens_stats::Units;

use crate::merge::{Merged, Verdict};
use crate::study::{Group, Pair, Study};

/// The answers of a group.
pub(super) struct Items<'a> {
    pub(super) study: &'a Study,
    /// The pairs with an answer, in the order of the study.
    pub(super) list: Vec<Item<'a>>,
}

/// The answers about a pair.
pub(super) struct Item<'a> {
    /// Index of the pair.
    pub(super) index: usize,
    pub(super) pair: &'a Pair,
    /// Rater and answer, by rater.
    pub(super) answers: Vec<(u32, Verdict)>,
}

impl<'a> Items<'a> {
    pub(super) fn of(study: &'a Study, merged: &Merged, group: &Group) -> Self {
        let members: HashSet<u32> = group.raters.iter().copied().collect();
        let mut by_pair: BTreeMap<usize, Vec<(u32, Verdict)>> = BTreeMap::new();
        for given in merged.answers.iter().filter(|given| members.contains(&given.rater)) {
            by_pair
                .entry(given.pair)
                .or_default()
                .push((given.rater, given.verdict));
        }
        let item = |(index, mut answers): (usize, Vec<(u32, Verdict)>)| {
            answers.sort_unstable();
            let pair = study.pairs.get(index)?;
            Some(Item { index, pair, answers })
        };
        Self {
            study,
            list: by_pair.into_iter().filter_map(item).collect(),
        }
    }

    pub(super) fn raters(&self) -> usize {
        let raters = self
            .list
            .iter()
            .flat_map(|item| item.answers.iter().map(|(rater, _)| *rater));
        raters.collect::<BTreeSet<u32>>().len()
    }

    pub(super) fn answers(&self) -> usize {
        self.list.iter().map(|item| item.answers.len()).sum()
    }
}

impl Item<'_> {
    /// Returns the ratings, by rater.
    pub(super) fn ratings(&self) -> impl Iterator<Item = (u32, i64)> {
        self.answers.iter().filter_map(|(rater, verdict)| match verdict {
            Verdict::Rating(rating) => Some((*rater, *rating)),
            _ => None,
        })
    }

    /// Returns the mean rating.
    pub(super) fn mean(&self) -> Option<f64> {
        let ratings: Vec<f64> = self.ratings().map(|(_, rating)| rating as f64).collect();
        texlens_stats::describe::mean(&ratings).ok()
    }
}

/// Returns the units of resampling: pairs of the same formula are drawn together.
pub(super) fn units(items: &[&Item<'_>]) -> Units {
    let formulas: Vec<&str> = items.iter().map(|item| item.pair.id.as_str()).collect();
    Units::clusters(&formulas)
}
