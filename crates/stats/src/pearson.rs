//! Pearson's correlation: do two measures lie on a line?

use crate::describe::mean_of_checked;
use crate::sample::{check_pairs, in_range};
use crate::{Confidence, Estimate, StatsError, Which, fisher};

/// Deviations below this share of the mean are the mean's own rounding; SciPy warns at the same value.
const ROUNDING: f64 = 1e-13;

/// Pearson's product-moment correlation, from -1 to 1.
///
/// # Formula
/// `r = sum dx dy / (sqrt(sum dx^2) sqrt(sum dy^2))`, where dx and dy are deviations from the means.
///
/// # Errors
/// Fewer than two pairs, unequal lengths, a value that is not finite, a sample that is constant (or varies by less than
/// rounding), values beyond the range of `f64`.
///
/// # Source
/// `scipy.stats.pearsonr`, which warns where a sample is nearly constant instead of failing.
pub fn coefficient(x: &[f64], y: &[f64]) -> Result<f64, StatsError> {
    check_pairs(x, y, 2)?;
    let [dx, dy] = [deviations(x, Which::First)?, deviations(y, Which::Second)?];
    // One root of both sums: samples on a line give exactly 1 where the sums are exact.
    let r = products(&dx, &dy) / (products(&dx, &dx) * products(&dy, &dy)).sqrt();
    Ok(r.clamp(-1.0, 1.0))
}

/// [`coefficient`] with Fisher's interval.
///
/// # Formula
/// `tanh(atanh(r) ± z / sqrt(n - 3))`.
///
/// # Assumptions
/// The pairs are independent and jointly normal; scores of pages seldom are, and
/// [`Bootstrap::pairs`](crate::Bootstrap::pairs) needs neither.
///
/// # Edge cases
/// Up to 3 pairs: all of -1 to 1. Exactly 1 or -1: no width.
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

/// Deviations from the mean, in units of the largest, so that their squares neither overflow nor vanish.
fn deviations(values: &[f64], sample: Which) -> Result<Vec<f64>, StatsError> {
    // The mean of equal values may differ from them by rounding, hence this test first.
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
