//! People's ratings of items: means and agreement.

use std::collections::{BTreeMap, BTreeSet};

use texlens_stats::kappa::{MAX_CATEGORIES, Ratings, Weights};
use texlens_stats::{Confidence, Estimate};

use super::model::{Coefficient, RaterAgreement, RatingsSummary};

/// Largest number of unknown items that are named.
const MAX_UNKNOWN: usize = 5;

/// Largest number of pairs of raters that are listed.
const MAX_PAIRS: usize = 10;

/// Largest number of raters whose pairs are examined. The number of pairs grows with the square, and many raters have
/// few items in common.
const MAX_RATERS: usize = 50;

/// A person's rating of a system's version of an item.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating<'a> {
    /// Id of the item.
    pub id: &'a str,
    /// Name of the system.
    pub system: &'a str,
    /// The rater; empty if no name is given.
    pub rater: &'a str,
    /// The rating; higher is better. A value that is not finite counts as no rating.
    pub rating: f64,
}

/// Returns the mean rating of each row, in the order of the rows.
pub(super) fn means(ratings: &[(usize, &Rating<'_>)]) -> BTreeMap<usize, f64> {
    let mut rows: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for (row, rating) in ratings {
        rows.entry(*row).or_default().push(rating.rating);
    }
    rows.into_iter().map(|(row, ratings)| (row, mean(&ratings))).collect()
}

fn mean(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    if mean.is_finite() {
        return mean;
    }
    // The sum left the range of numbers; the mean cannot.
    values.iter().map(|value| value / count).sum()
}

/// Summarises the ratings of the report's items and of unknown items.
pub(super) fn summary(
    known: &[(usize, &Rating<'_>)],
    unknown: &[&Rating<'_>],
    confidence: Confidence,
) -> RatingsSummary {
    let raters: BTreeSet<&str> = known.iter().map(|(_, rating)| rating.rater).collect();
    let rows: BTreeSet<usize> = known.iter().map(|(row, _)| *row).collect();
    let values = || known.iter().map(|(_, rating)| rating.rating);
    let mut unknown_items: Vec<String> = Vec::new();
    for rating in unknown {
        let name = format!("{} of {}", rating.id, rating.system);
        if unknown_items.len() < MAX_UNKNOWN && !unknown_items.contains(&name) {
            unknown_items.push(name);
        }
    }
    let range = values().min_by(f64::total_cmp).zip(values().max_by(f64::total_cmp));
    let agreement = match range {
        Some(range) if (2..=MAX_RATERS).contains(&raters.len()) => agreement(known, range, confidence),
        _ => Vec::new(),
    };
    RatingsSummary {
        ratings: known.len(),
        items: rows.len(),
        raters: raters.len(),
        lowest: range.map(|(lowest, _)| lowest),
        highest: range.map(|(_, highest)| highest),
        unknown: unknown.len(),
        unknown_items,
        agreement,
    }
}

/// Returns the agreement of raters with at least two items in common.
fn agreement(
    ratings: &[(usize, &Rating<'_>)],
    (lowest, highest): (f64, f64),
    confidence: Confidence,
) -> Vec<RaterAgreement> {
    let mut rows: BTreeMap<usize, BTreeMap<&str, f64>> = BTreeMap::new();
    for (row, rating) in ratings {
        rows.entry(*row).or_default().insert(rating.rater, rating.rating);
    }
    let mut pairs: BTreeMap<(&str, &str), Vec<(f64, f64)>> = BTreeMap::new();
    for raters in rows.values() {
        for (first, a) in raters {
            for (second, b) in raters.iter().filter(|(second, _)| *second > first) {
                pairs.entry((first, second)).or_default().push((*a, *b));
            }
        }
    }
    let mut pairs: Vec<_> = pairs.into_iter().filter(|(_, common)| common.len() > 1).collect();
    pairs.sort_by_key(|(_, common)| std::cmp::Reverse(common.len()));
    pairs.truncate(MAX_PAIRS);
    let agreement = |((first, second), common): ((&str, &str), Vec<(f64, f64)>)| RaterAgreement {
        first: first.to_owned(),
        second: second.to_owned(),
        items: common.len(),
        kappa: match kappa(&common, (lowest, highest), confidence) {
            Ok(kappa) => Coefficient::Defined(kappa),
            Err(reason) => Coefficient::Undefined { reason },
        },
    };
    pairs.into_iter().map(agreement).collect()
}

/// Computes Cohen's kappa with quadratic weights, on the whole numbers of the range.
fn kappa(pairs: &[(f64, f64)], (lowest, highest): (f64, f64), confidence: Confidence) -> Result<Estimate, String> {
    if lowest.abs().max(highest.abs()) > 1e9 || highest - lowest >= MAX_CATEGORIES as f64 {
        return Err(format!("kappa is for scales of at most {MAX_CATEGORIES} steps"));
    }
    if pairs.iter().any(|(a, b)| a.fract() != 0.0 || b.fract() != 0.0) {
        return Err("kappa is for ratings that are whole numbers".to_owned());
    }
    let scale: Vec<i64> = (lowest.floor() as i64..=highest.floor() as i64).collect();
    let (first, second): (Vec<i64>, Vec<i64>) = pairs.iter().map(|(a, b)| (*a as i64, *b as i64)).unzip();
    Ratings::on_scale(&scale, &first, &second)
        .and_then(|ratings| ratings.kappa(Weights::Quadratic, confidence))
        .map_err(|error| error.to_string())
}
