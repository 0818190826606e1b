//! Kendall's tau-b: how many more pairs of items do two measures order alike than not?

use crate::ranks::average_ranks;
use crate::sample::check_pairs;
use crate::{Confidence, Estimate, StatsError, Which, fisher};

/// Kendall's tau-b, from -1 to 1. O(n log n).
///
/// # Formula
/// `(C - D) / sqrt((P - Tx) (P - Ty))`: of all `P = n (n - 1) / 2` pairs of items, C are ordered alike, D contrarily, Tx
/// tie in x and Ty in y (a pair that ties in both counts in both).
///
/// # Errors
/// Fewer than two items, unequal lengths, a value that is not finite, a constant sample.
///
/// # Source
/// Kendall (1945); counted as in Knight (1966); `scipy.stats.kendalltau`.
pub fn coefficient(x: &[f64], y: &[f64]) -> Result<f64, StatsError> {
    check_pairs(x, y, 2)?;
    // Ranks order as the values do, and know one zero only.
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
    // Neither tied nor contrary: alike.
    let alike = pairs + tied_both - tied_x - tied_y - contrary;
    let excess = alike as f64 - contrary as f64;
    // Two roots, since the product need not be exact.
    let tau = excess / ((pairs - tied_x) as f64).sqrt() / ((pairs - tied_y) as f64).sqrt();
    Ok(tau.clamp(-1.0, 1.0))
}

/// [`coefficient`] with Fisher's interval under the variance of Fieller, Hartley and Pearson.
///
/// # Formula
/// `tanh(atanh(tau) ± z sqrt(0.437 / (n - 4)))`.
///
/// # Assumptions
/// The items are independent and the ties few. It holds its level for |tau| up to about 0.8; elsewhere, or where pages
/// come in documents, prefer [`Bootstrap::pairs`](crate::Bootstrap::pairs).
///
/// # Edge cases
/// Up to 4 items: all of -1 to 1. Exactly 1 or -1: no width.
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

/// Pairs within runs of equal neighbours.
fn tied_pairs<T>(sorted: &[T], equal: impl Fn(&T, &T) -> bool) -> u64 {
    sorted.chunk_by(equal).map(|run| pairs_of(run.len())).sum()
}

/// Sorts by merging, and counts the pairs that stood in the wrong order.
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
