//! The best reward of some of a page's completions.

/// Returns the expected best reward of `k` completions drawn without replacement from those of a page: the mean over all
/// subsets of `k` completions. It is an unbiased estimate of the best reward of `k` new completions. Returns `None` if
/// `k` is 0 or greater than the number of completions. `ascending` are their rewards in ascending order.
///
/// # Formula
/// With the rewards `r(1) ≤ … ≤ r(n)`: the sum of `r(i) C(i − 1, k − 1) / C(n, k)`.
#[must_use]
pub fn best_of(ascending: &[f64], k: usize) -> Option<f64> {
    let n = ascending.len();
    if k == 0 || k > n {
        return None;
    }
    // The share of the subsets in which the highest reward is the best, then the next highest, and so on: a quotient of
    // two binomials follows from the one before, and none overflows.
    let mut share = k as f64 / n as f64;
    let mut sum = 0.0;
    for (below, reward) in ascending.iter().enumerate().skip(k - 1).rev() {
        sum += share * reward;
        share *= (below + 1 - k) as f64 / below.max(1) as f64;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_mean_over_all_subsets() {
        let rewards = [0.0, 0.25, 0.5, 1.0];
        // Pairs: 0.25, 0.5, 1, 0.5, 1, 1. Triples: 0.5, 1, 1, 1.
        let expected = [0.4375, 4.25 / 6.0, 3.5 / 4.0, 1.0];
        for (k, expected) in (1..).zip(expected) {
            let best = best_of(&rewards, k).unwrap();
            assert!((best - expected).abs() < 1e-12, "{k}: {best}");
        }
        assert_eq!(best_of(&rewards, 0), None);
        assert_eq!(best_of(&rewards, 5), None);
        assert_eq!(best_of(&[], 1), None);
    }

    #[test]
    fn many_completions_do_not_overflow() {
        let rewards: Vec<f64> = (0..1024).map(|reward| f64::from(reward) / 1023.0).collect();
        // The expected maximum of k of the numbers 1 to n is k (n + 1) / (k + 1).
        let expected = (512.0 * 1025.0 / 513.0 - 1.0) / 1023.0;
        assert!((best_of(&rewards, 512).unwrap() - expected).abs() < 1e-12);
    }
}
