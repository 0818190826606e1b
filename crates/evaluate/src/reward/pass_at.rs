//! pass@k.

/// Returns pass@k: the probability that at least one of `k` completions passes, if `passed` of `completions` did. The
/// estimate is unbiased. Returns `None` if `k` is 0 or greater than the number of completions.
///
/// # Formula
/// `1 − C(n − c, k) / C(n, k)`, with `n` completions of which `c` passed.
///
/// # Source
/// Chen et al. (2021), Evaluating large language models trained on code, equation 1 and figure 3.
#[must_use]
pub fn pass_at(completions: usize, passed: usize, k: usize) -> Option<f64> {
    if k == 0 || k > completions || passed > completions {
        return None;
    }
    let failed = completions - passed;
    if failed < k {
        return Some(1.0);
    }
    let none_passes: f64 = (failed + 1..=completions).map(|i| 1.0 - k as f64 / i as f64).product();
    Some(1.0 - none_passes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reward::best_of;

    #[test]
    fn values_by_hand() {
        // Of the 10 pairs of 5 completions, 3 have none of the 2 that passed.
        for (n, c, k, expected) in [
            (5, 2, 1, 0.4),
            (5, 2, 2, 0.7),
            (5, 2, 4, 1.0),
            (5, 0, 5, 0.0),
            (5, 5, 1, 1.0),
        ] {
            let value = pass_at(n, c, k).unwrap();
            assert!((value - expected).abs() < 1e-12, "{n} {c} {k}: {value}");
        }
        assert_eq!(pass_at(5, 2, 6), None);
        assert_eq!(pass_at(5, 2, 0), None);
        assert_eq!(pass_at(0, 0, 1), None);
    }

    #[test]
    fn it_is_the_best_of_k_verdicts() {
        for n in 1..12 {
            for c in 0..=n {
                let verdicts: Vec<f64> = (0..n).map(|i| if i < n - c { 0.0 } else { 1.0 }).collect();
                for k in 1..=n {
                    let (pass, best) = (pass_at(n, c, k).unwrap(), best_of(&verdicts, k).unwrap());
                    assert!((pass - best).abs() < 1e-12, "{n} {c} {k}: {pass} {best}");
                }
            }
        }
    }
}
