//! The Wilson interval of a share, for k successes in n trials, and that of a mean of shares.

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

/// Returns the mean of independent shares, each with the same weight, with an interval.
///
/// # Formula
/// With the shares `p_i`, their Wilson intervals from `l_i` to `u_i`, and their mean `m` over g groups:
/// `m - sqrt(sum (p_i - l_i)^2) / g` to `m + sqrt(sum (u_i - p_i)^2) / g`. Unlike the interval of a bootstrap, it has a
/// width even if all trials of all groups succeed.
///
/// # Assumptions
/// As [`estimate`] for each group; the groups are independent.
///
/// # Range
/// The value and the interval lie between 0 and 1. With one group, the result is that of [`estimate`].
///
/// # Errors
/// No groups; as [`estimate`] for a group.
///
/// # Source
/// Zou and Donner (2008), whose method recovers variances from intervals of single shares.
pub fn mean(groups: &[[u64; 2]], confidence: Confidence) -> Result<Estimate, StatsError> {
    if groups.is_empty() {
        return Err(StatsError::TooFew { needed: 1, found: 0 });
    }
    let count = groups.len() as f64;
    let (mut sum, mut below, mut above) = (0.0, 0.0, 0.0);
    for [successes, trials] in groups {
        let Estimate { value, interval } = estimate(*successes, *trials, confidence)?;
        sum += value;
        below += (value - interval.low).powi(2);
        above += (interval.high - value).powi(2);
    }
    let value = sum / count;
    let ends = [value - below.sqrt() / count, value + above.sqrt() / count];
    Ok(Estimate::within(
        value,
        [ends[0].max(0.0), ends[1].min(1.0)],
        confidence,
    ))
}
