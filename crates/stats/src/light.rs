//! Light's kappa: the mean of Cohen's kappa over all pairs of raters.

use std::collections::BTreeMap;

use crate::kappa::{Ratings, Weights};
use crate::sample::check_count;
use crate::{Confidence, StatsError};

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
    let mut pairs: BTreeMap<(usize, usize), (Vec<i64>, Vec<i64>)> = BTreeMap::new();
    for ratings in items {
        for (place, (first, a)) in ratings.iter().enumerate() {
            for (second, b) in ratings.iter().skip(place + 1) {
                let (key, [a, b]) = if first < second {
                    ((*first, *second), [a, b])
                } else {
                    ((*second, *first), [b, a])
                };
                let (of_first, of_second) = pairs.entry(key).or_default();
                of_first.push(*a);
                of_second.push(*b);
            }
        }
    }
    let common = pairs.values().map(|(first, _)| first.len()).max().unwrap_or_default();
    check_count(common, least.max(2))?;
    let (mut sum, mut count) = (0.0, 0);
    for (first, second) in pairs.values().filter(|(first, _)| first.len() >= least.max(2)) {
        match Ratings::on_scale(scale, first, second)?.kappa(weights, Confidence::default()) {
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
        left_out: pairs.len() - count,
    })
}
