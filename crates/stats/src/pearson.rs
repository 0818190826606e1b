//! Pearson's correlation: how far two measures lie on a line.

use crate::describe::mean_of_checked;
use crate::sample::{check_pairs, in_range};
use crate::{Confidence, Estimate, StatsError, Which, fisher};

/// Deviations of at most this share of the mean are attributed to rounding. SciPy warns at the same value.
const ROUNDING: f64 = 1e-13;

/// Returns Pearson's product-moment correlation, from -1 to 1.
///
/// # Formula
/// `r = sum dx dy / (sqrt(sum dx^2) sqrt(sum dy^2))`, where dx and dy are deviations from the means.
///
/// # Errors
/// Fewer than two pairs, unequal lengths, a value that is not finite, a sample that is constant (or varies by no more
/// than rounding), values beyond the range of `f64`.
///
/// # Source
/// `scipy.stats.pearsonr`, which warns where a sample is nearly constant instead of failing.
pub fn coefficient(x: &[f64], y: &[f64]) -> Result<f64, StatsError> {
    check_pairs(x, y, 2)?;
    let [dx, dy] = [deviations(x, Which::First)?, deviations(y, Which::Second)?];
    // One root of both sums: samples on a line give exactly 1 if the sums are exact.
    let r = products(&dx, &dy) / (products(&dx, &dx) * products(&dy, &dy)).sqrt();
    Ok(r.clamp(-1.0, 1.0))
}

/// Returns the [`coefficient`] with Fisher's interval.
///
/// # Formula
/// `tanh(atanh(r) ± z / sqrt(n - 3))`.
///
/// # Assumptions
/// The pairs are independent and jointly normal. Scores of pages seldom are;
/// [`Bootstrap::pairs`](crate::Bootstrap::pairs) needs neither.
///
/// # Edge cases
/// Up to 3 pairs: the interval is -1 to 1. A coefficient of exactly 1 or -1: the interval has no width.
///
/// # Errors
/// As [`coefficient`].
///
/// # Source
/// Fisher (1921); `scipy.stats.pearsonr(x, y).confidence_interval()`.
pub fn estimate(x: &[f64], y: &[f64], confidence: Confidence) -> Result<Estimate, StatsError> {
    let r = coefficient(x, y)?;
    Ok(fisher::estimate(r, 1.0, x.len(), 3, confidence))
}

/// Returns the deviations from the mean, divided by the largest, so that their squares neither overflow nor underflow.
fn deviations(values: &[f64], sample: Which) -> Result<Vec<f64>, StatsError> {
    // The mean of equal values may differ from them by rounding, so this test comes first.
    if values.iter().all(|&value| value == values[0]) {
        return Err(StatsError::Constant { sample });
    }
    let mean = mean_of_checked(values)?;
    let mut deviations: Vec<f64> = values.iter().map(|value| value - mean).collect();
    let largest = in_range(deviations.iter().fold(0.0, |largest, d| d.abs().max(largest)))?;
    for deviation in &mut deviations {
        *deviation /= largest;
    }
    if largest * products(&deviations, &deviations).sqrt() <= ROUNDING * mean.abs() {
        return Err(StatsError::Constant { sample });
    }
    Ok(deviations)
}

fn products(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
