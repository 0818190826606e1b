//! Kendall's tau-b: how far two measures order the same items alike.

use crate::ranks::average_ranks;
use crate::sample::check_pairs;
use crate::{Confidence, Estimate, StatsError, Which, fisher};

/// Returns Kendall's tau-b, from -1 to 1. O(n log n).
///
/// # Formula
/// `(C - D) / sqrt((P - Tx) (P - Ty))`. Of all `P = n (n - 1) / 2` pairs of items, C are in the same order and D in the
/// opposite order. Tx are tied in x and Ty in y; a pair that is tied in both counts in both.
///
/// # Errors
/// Fewer than two items, unequal lengths, a value that is not finite, a constant sample.
///
/// # Source
/// Kendall (1945); counted as in Knight (1966); `scipy.stats.kendalltau`.
pub fn coefficient(x: &[f64], y: &[f64]) -> Result<f64, StatsError> {
    check_pairs(x, y, 2)?;
    // The ranks have the same order as the values and do not distinguish the two zeros.
    let mut items: Vec<(f64, f64)> = average_ranks(x).into_iter().zip(average_ranks(y)).collect();
    items.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let tied_x = tied_pairs(&items, |a, b| a.0 == b.0);
    let tied_both = tied_pairs(&items, |a, b| a == b);
    let mut second: Vec<f64> = items.iter().map(|item| item.1).collect();
    let contrary = sort_counting_swaps(&mut second, &mut Vec::with_capacity(items.len()));
    let tied_y = tied_pairs(&second, |a, b| a == b);

    let pairs = pairs_of(items.len());
    for (tied, sample) in [(tied_x, Which::First), (tied_y, Which::Second)] {
        if tied == pairs {
            return Err(StatsError::Constant { sample });
        }
    }
    // The pairs that are neither tied nor in the opposite order are in the same order.
    let alike = pairs + tied_both - tied_x - tied_y - contrary;
    let excess = alike as f64 - contrary as f64;
    // Two roots, since the product may not be exact.
    let tau = excess / ((pairs - tied_x) as f64).sqrt() / ((pairs - tied_y) as f64).sqrt();
    Ok(tau.clamp(-1.0, 1.0))
}

/// Returns the [`coefficient`] with Fisher's interval, using the variance of Fieller, Hartley and Pearson.
///
/// # Formula
/// `tanh(atanh(tau) ± z sqrt(0.437 / (n - 4)))`.
///
/// # Assumptions
/// The items are independent and the ties few. The interval keeps its level for |tau| up to about 0.8. Otherwise, or if
/// pages belong to documents, prefer [`Bootstrap::pairs`](crate::Bootstrap::pairs).
///
/// # Edge cases
/// Up to 4 items: the interval is -1 to 1. A coefficient of exactly 1 or -1: the interval has no width.
///
/// # Errors
/// As [`coefficient`].
///
/// # Source
/// Fieller, Hartley and Pearson, Biometrika 44 (1957); Bonett and Wright, Psychometrika 65 (2000). SciPy gives no
/// interval for this coefficient.
pub fn estimate(x: &[f64], y: &[f64], confidence: Confidence) -> Result<Estimate, StatsError> {
    let tau = coefficient(x, y)?;
    Ok(fisher::estimate(tau, 0.437, x.len(), 4, confidence))
}

fn pairs_of(items: usize) -> u64 {
    let items = items as u64;
    items * items.saturating_sub(1) / 2
}

/// Returns the number of pairs within runs of equal neighbours.
fn tied_pairs<T>(sorted: &[T], equal: impl Fn(&T, &T) -> bool) -> u64 {
    sorted.chunk_by(equal).map(|run| pairs_of(run.len())).sum()
}

/// Sorts by merging and returns the number of pairs that were in the wrong order.
fn sort_counting_swaps(values: &mut [f64], buffer: &mut Vec<f64>) -> u64 {
    if values.len() < 2 {
        return 0;
    }
    let (left, right) = values.split_at_mut(values.len() / 2);
    let mut swaps = sort_counting_swaps(left, buffer) + sort_counting_swaps(right, buffer);
    buffer.clear();
    let (mut left, mut right) = (&*left, &*right);
    while let ([from_left, rest_left @ ..], [from_right, rest_right @ ..]) = (left, right) {
        if from_right < from_left {
            swaps += left.len() as u64;
            buffer.push(*from_right);
            right = rest_right;
        } else {
            buffer.push(*from_left);
            left = rest_left;
        }
    }
    buffer.extend_from_slice(left);
    buffer.extend_from_slice(right);
    values.copy_from_slice(buffer);
    swaps
}
