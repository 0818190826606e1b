//! Krippendorff's alpha: how far any number of raters agree beyond chance, each on some of the items.

use crate::StatsError;
use crate::sample::{check, check_count, in_range};

/// The level of measurement, which determines how much two ratings differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Level {
    /// Categories without an order: two ratings are the same or not.
    Nominal,
    /// Categories with an order. Two ratings differ by the number of ratings between them.
    Ordinal,
    /// Numbers: the square of the difference.
    Interval,
}

/// Returns Krippendorff's alpha. Each element has the ratings of an item, in any order. O(n log n) for n ratings.
///
/// # Formula
/// `alpha = 1 - Do / De`. With the n ratings of items that have at least two, and m ratings of an item,
/// `Do = 1/n sum over items 1/(m - 1) sum over pairs of its ratings d(a, b)` and
/// `De = 1/(n (n - 1)) sum over all pairs of ratings d(a, b)`. Pairs are ordered. The difference d is 0 or 1 for
/// [`Level::Nominal`], the squared difference for [`Level::Interval`], and the squared difference of the mean ranks
/// among all n ratings for [`Level::Ordinal`]. The last equals Krippendorff's `(n_c/2 + ... + n_k/2)^2`.
///
/// # Range and edge cases
/// 1: always the same rating of an item. 0: agreement as by chance. Below 0: less agreement than by chance. Items with
/// one rating do not count.
///
/// # Errors
/// Fewer than two items with two ratings, a value that is not finite, values beyond the range of `f64`,
/// [`StatsError::OneCategory`] if all ratings are equal.
///
/// # Source
/// Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability"; the package `krippendorff` of Python.
pub fn alpha(items: &[&[f64]], level: Level) -> Result<f64, StatsError> {
    let paired: Vec<&[f64]> = items.iter().copied().filter(|ratings| ratings.len() > 1).collect();
    check_count(paired.len(), 2)?;
    // Adding 0 makes the two zeros equal.
    let ratings: Vec<f64> = paired.concat().iter().map(|rating| rating + 0.0).collect();
    check(&ratings, 1)?;
    let scale = Scale::of(&ratings);
    if scale.values.len() < 2 {
        return Err(StatsError::OneCategory);
    }
    let places: Vec<usize> = ratings.iter().map(|rating| scale.place(*rating)).collect();
    let positions = match level {
        Level::Nominal => None,
        Level::Ordinal => Some(scale.mean_ranks()),
        Level::Interval => Some(scale.centred()),
    };
    let difference = |places: &[usize]| match &positions {
        None => unequal_pairs(places),
        Some(positions) => squared_differences(places, positions),
    };
    let mut rest = places.as_slice();
    let mut observed = 0.0;
    for item in &paired {
        let (own, others) = rest.split_at(item.len().min(rest.len()));
        observed += difference(own) / (item.len() - 1) as f64;
        rest = others;
    }
    let by_chance = difference(&places) / (places.len() - 1) as f64;
    if by_chance <= 0.0 {
        return Err(StatsError::OneCategory);
    }
    in_range(1.0 - observed / by_chance)
}

/// The different values in ascending order, with their numbers.
struct Scale {
    values: Vec<f64>,
    counts: Vec<usize>,
}

impl Scale {
    fn of(ratings: &[f64]) -> Self {
        let mut sorted = ratings.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (mut values, mut counts) = (Vec::new(), Vec::new());
        for run in sorted.chunk_by(|a, b| a == b) {
            values.extend(run.first());
            counts.push(run.len());
        }
        Self { values, counts }
    }

    fn place(&self, rating: f64) -> usize {
        self.values.partition_point(|value| *value < rating)
    }

    fn mean_ranks(&self) -> Vec<f64> {
        let mut before = 0.0;
        let rank = |count: &usize| {
            let half = *count as f64 / 2.0;
            before += *count as f64;
            before - half
        };
        self.counts.iter().map(rank).collect()
    }

    /// Returns the values relative to the middle of the scale, so that squares lose few digits.
    fn centred(&self) -> Vec<f64> {
        let middle = match (self.values.first(), self.values.last()) {
            (Some(low), Some(high)) => low / 2.0 + high / 2.0,
            _ => 0.0,
        };
        self.values.iter().map(|value| value - middle).collect()
    }
}

/// Returns the number of ordered pairs with different categories.
fn unequal_pairs(places: &[usize]) -> f64 {
    let mut sorted = places.to_vec();
    sorted.sort_unstable();
    let equal: f64 = sorted
        .chunk_by(|a, b| a == b)
        .map(|run| (run.len() as f64).powi(2))
        .sum();
    (places.len() as f64).powi(2) - equal
}

/// Returns the sum of squared differences over ordered pairs: `2 m sum (x - mean)^2`.
fn squared_differences(places: &[usize], positions: &[f64]) -> f64 {
    let count = places.len() as f64;
    let own = || places.iter().filter_map(|place| positions.get(*place));
    let mean = own().sum::<f64>() / count;
    2.0 * count * own().map(|x| (x - mean).powi(2)).sum::<f64>()
}
