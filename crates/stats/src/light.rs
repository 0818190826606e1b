//! Light's kappa: the mean of Cohen's kappa over all pairs of raters.

use std::collections::{BTreeMap, HashMap};

use crate::kappa::{MAX_CATEGORIES, Ratings, Weights};
use crate::sample::check_count;
use crate::{Confidence, StatsError, Which};

/// The mean of kappa over pairs of raters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeanKappa {
    /// The mean, at most 1.
    pub value: f64,
    /// Number of pairs in the mean.
    pub pairs: usize,
    /// Number of pairs of raters with at least one common item that are left out.
    pub left_out: usize,
}

/// Returns the mean of Cohen's kappa over pairs of raters. Each element has the ratings of an item, each with the
/// number of its rater. A pair of raters counts if it has at least `least` items in common and its kappa is defined.
///
/// # Formula
/// The plain mean of [`Ratings::kappa`] over the pairs that count. Every pair has the same weight.
///
/// # Assumptions
/// Two raters have enough items in common. If each item has other raters, few pairs do; use
/// [`crate::krippendorff::alpha`].
///
/// # Errors
/// [`StatsError::TooFew`] if no pair of raters has enough items in common; a rating that is not on the scale; a scale
/// with a category twice or with too many; [`StatsError::OneCategory`] if kappa is defined for no pair.
///
/// # Source
/// Light (1971); `irr::kappam.light` of R.
pub fn mean_kappa(
    items: &[&[(usize, i64)]],
    scale: &[i64],
    weights: Weights,
    least: usize,
) -> Result<MeanKappa, StatsError> {
    let places = places(scale)?;
    // The place of each pair of raters in `tables`, which are in the order in which the pairs occur.
    let mut known: HashMap<(usize, usize), usize> = HashMap::new();
    let mut tables: Vec<Ratings> = Vec::new();
    for (index, ratings) in items.iter().enumerate() {
        let place = |(rater, rating): &(usize, i64)| {
            let place = places.get(rating).copied().ok_or(StatsError::NotOnScale {
                sample: Which::Only,
                index,
            });
            place.map(|place| (*rater, place))
        };
        let mut own = ratings.iter().map(place).collect::<Result<Vec<_>, _>>()?;
        own.sort_unstable();
        for (start, (first, a)) in own.iter().enumerate() {
            for (second, b) in own.iter().skip(start + 1) {
                let table = *known.entry((*first, *second)).or_insert_with(|| {
                    tables.push(Ratings::empty(scale.len()));
                    tables.len() - 1
                });
                if let Some(table) = tables.get_mut(table) {
                    table.add(*a, *b);
                }
            }
        }
    }
    let common = tables.iter().map(Ratings::items).max().unwrap_or_default();
    check_count(common, least.max(2))?;
    let (mut sum, mut count) = (0.0, 0);
    for table in tables.iter().filter(|table| table.items() >= least.max(2)) {
        match table.kappa(weights, Confidence::default()) {
            Ok(kappa) => {
                sum += kappa.value;
                count += 1;
            }
            Err(StatsError::OneCategory) => {}
            Err(error) => return Err(error),
        }
    }
    if count == 0 {
        return Err(StatsError::OneCategory);
    }
    Ok(MeanKappa {
        value: sum / count as f64,
        pairs: count,
        left_out: tables.len() - count,
    })
}

/// Returns the place of each category on the scale.
fn places(scale: &[i64]) -> Result<BTreeMap<i64, usize>, StatsError> {
    if scale.len() > MAX_CATEGORIES {
        return Err(StatsError::Categories(scale.len()));
    }
    let mut places = BTreeMap::new();
    for (place, category) in scale.iter().enumerate() {
        if places.insert(*category, place).is_some() {
            return Err(StatsError::Repeated(place));
        }
    }
    Ok(places)
}
