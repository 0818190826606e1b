//! Spearman's correlation: how far two measures order the same items alike.

use crate::ranks::average_ranks;
use crate::sample::check_pairs;
use crate::{Confidence, Estimate, StatsError, fisher, pearson};

/// Returns Spearman's rank correlation, from -1 to 1: the [`pearson::coefficient`] of the ranks. Equal values share the
/// mean of their ranks. O(n log n).
///
/// # Errors
/// Fewer than two pairs, unequal lengths, a value that is not finite, a constant sample.
///
/// # Source
/// Spearman (1904); `scipy.stats.spearmanr`.
pub fn coefficient(x: &[f64], y: &[f64]) -> Result<f64, StatsError> {
    check_pairs(x, y, 2)?;
    pearson::coefficient(&average_ranks(x), &average_ranks(y))
}

/// Returns the [`coefficient`] with Fisher's interval, using the variance of Bonett and Wright.
///
/// # Formula
/// `tanh(atanh(r) ± z sqrt((1 + r^2/2) / (n - 3)))`.
///
/// # Assumptions
/// The pairs are independent and the ties few. The interval keeps its level for |r| up to about 0.9. Otherwise, or if
/// pages belong to documents, prefer [`Bootstrap::pairs`](crate::Bootstrap::pairs).
///
/// # Edge cases
/// Up to 3 pairs: the interval is -1 to 1. A coefficient of exactly 1 or -1: the interval has no width.
///
/// # Errors
/// As [`coefficient`].
///
/// # Source
/// Bonett and Wright, Psychometrika 65 (2000). SciPy gives no interval for this coefficient.
pub fn estimate(x: &[f64], y: &[f64], confidence: Confidence) -> Result<Estimate, StatsError> {
    let r = coefficient(x, y)?;
    Ok(fisher::estimate(r, 1.0 + r.powi(2) / 2.0, x.len(), 3, confidence))
}
