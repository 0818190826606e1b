//! The tables of two texts in pairs.

use std::ops::Range;

use texlens_latex::Outline;

use super::compared::{Budget, Compared, compare};
use super::content::Tags;
use super::found::{FoundTable, Tables};
use super::reading::Reading;
use super::tree::{TableTree, TooLarge};
use crate::table_match::match_tables;

/// A table with its byte range; the tree is absent if it is too large.
pub(super) struct Side {
    pub(super) range: Range<usize>,
    pub(super) tree: Result<TableTree, TooLarge>,
}

/// A table of the reference and its partner. One of them may be absent.
pub(super) struct Pair {
    pub(super) reference: Option<Side>,
    pub(super) prediction: Option<Side>,
    /// The comparison of both, if both are there.
    pub(super) compared: Option<Result<Compared, TooLarge>>,
}

/// Matches the tables of two texts and compares each pair. First come the tables of the reference in order, then the
/// remaining ones of the prediction.
pub(super) fn pairs(reference: &Outline<'_>, prediction: &Outline<'_>, reading: Reading) -> Vec<Pair> {
    let (tables, others) = (Tables::of(reference), Tables::of(prediction));
    let words = |tables: &Tables<'_>| tables.list.iter().map(|table| tables.words(table)).collect::<Vec<_>>();
    let partners = match_tables(&words(&tables), &words(&others));
    let mut is_free = vec![true; others.list.len()];
    let mut budget = Budget::FULL;
    let mut pairs = Vec::new();
    for (table, partner) in tables.list.iter().zip(partners) {
        let partner = partner.and_then(|partner| {
            is_free[partner] = false;
            others.list.get(partner)
        });
        pairs.push(pair(
            (&tables, table),
            partner.map(|partner| (&others, partner)),
            reading,
            &mut budget,
        ));
    }
    let rest = others.list.iter().zip(is_free).filter(|(_, is_free)| *is_free);
    pairs.extend(rest.map(|(table, _)| Pair {
        reference: None,
        prediction: Some(side(&others, table, true, &mut Tags::default())),
        compared: None,
    }));
    pairs
}

fn side(tables: &Tables<'_>, table: &FoundTable<'_>, is_plain: bool, tags: &mut Tags) -> Side {
    Side {
        range: table.range.clone(),
        tree: tables.tree(table, is_plain, tags),
    }
}

fn pair(
    (tables, table): (&Tables<'_>, &FoundTable<'_>),
    partner: Option<(&Tables<'_>, &FoundTable<'_>)>,
    reading: Reading,
    budget: &mut Budget,
) -> Pair {
    let mut tags = Tags::default();
    let is_html = table.is_html() && partner.is_some_and(|(_, partner)| partner.is_html());
    let is_plain = reading.is_html_plain || !is_html;
    let reference = side(tables, table, is_plain, &mut tags);
    let prediction = partner.map(|(others, partner)| side(others, partner, is_plain, &mut tags));
    let compared = prediction
        .as_ref()
        .map(|prediction| match (&reference.tree, &prediction.tree) {
            (Ok(tree), Ok(other)) => compare(tree, other, reading, budget),
            _ => Err(TooLarge),
        });
    Pair {
        reference: Some(reference),
        prediction,
        compared,
    }
}
