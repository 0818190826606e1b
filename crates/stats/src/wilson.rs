//! The Wilson interval of a share, for k successes in n trials.

use crate::{Confidence, Estimate, StatsError};

/// Returns the share of successes with the Wilson score interval.
///
/// # Formula
/// With `p = k / n`: `(p + z^2/2n ± z sqrt(p (1 - p) / n + z^2/4n^2)) / (1 + z^2/n)`, without continuity correction.
///
/// # Assumptions
/// The trials are independent and succeed with the same probability. Pages of the same document are not independent;
/// prefer [`crate::bootstrap`] with clusters for them.
///
/// # Range
/// The value and the interval lie between 0 and 1. Without a success, the lower end is 0. Without a failure, the upper
/// end is 1.
///
/// # Errors
/// No trials, or more successes than trials.
///
/// # Source
/// Wilson (1927); Brown, Cai and DasGupta (2001); LaTeXBench, equation 1, which uses z = 1.96 as
/// [`Confidence::default`] does.
pub fn estimate(successes: u64, trials: u64, confidence: Confidence) -> Result<Estimate, StatsError> {
    if trials == 0 {
        return Err(StatsError::TooFew { needed: 1, found: 0 });
    }
    if successes > trials {
        return Err(StatsError::Successes { successes, trials });
    }
    let n = trials as f64;
    let share = successes as f64 / n;
    // z^2 / n: the weight that pulls the interval towards one half.
    let pull = confidence.z().powi(2) / n;
    let centre = share + pull / 2.0;
    let reach = (pull * (share * (1.0 - share) + pull / 4.0)).sqrt();
    let [low, high] = [centre - reach, centre + reach].map(|end| end / (1.0 + pull));
    Ok(Estimate::within(share, [low.max(0.0), high.min(1.0)], confidence))
}
