//! Spearman's correlation: do two measures order the items alike?

use crate::ranks::average_ranks;
use crate::sample::check_pairs;
use crate::{Confidence, Estimate, StatsError, fisher, pearson};

/// Spearman's rank correlation, from -1 to 1: [`pearson::coefficient`] of the ranks, where equal values share the mean
/// of their ranks. O(n log n).
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

/// [`coefficient`] with Fisher's interval under the variance of Bonett and Wright.
///
/// # Formula
/// `tanh(atanh(r) ± z sqrt((1 + r^2/2) / (n - 3)))`.
///
/// # Assumptions
/// The pairs are independent and the ties few. It holds its level for |r| up to about 0.9; elsewhere, or where pages
/// come in documents, prefer [`Bootstrap::pairs`](crate::Bootstrap::pairs).
///
/// # Edge cases
/// Up to 3 pairs: all of -1 to 1. Exactly 1 or -1: no width.
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
