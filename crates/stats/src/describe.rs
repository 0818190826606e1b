//! Mean, standard deviation and percentile of a sample.

use crate::StatsError;
use crate::sample::{check, in_range};

/// Returns the arithmetic mean, `sum / n`.
///
/// # Errors
/// An empty sample, a value that is not finite, a sum beyond the range of `f64`.
///
/// # Source
/// `numpy.mean`.
pub fn mean(values: &[f64]) -> Result<f64, StatsError> {
    check(values, 1)?;
    mean_of_checked(values)
}

/// Returns the [`mean`] of at least one value; the values are known to be finite.
pub(crate) fn mean_of_checked(values: &[f64]) -> Result<f64, StatsError> {
    in_range(values.iter().sum::<f64>() / values.len() as f64)
}

/// Returns the sample standard deviation, `sqrt(sum (x - mean)^2 / (n - 1))`: 0 for a constant sample, otherwise
/// positive.
///
/// # Errors
/// Fewer than two values, a value that is not finite, a sum of squares beyond the range of `f64`.
///
/// # Source
/// `numpy.std(..., ddof=1)`.
pub fn standard_deviation(values: &[f64]) -> Result<f64, StatsError> {
    check(values, 2)?;
    // The mean of equal values may be rounded, as that of three times 0.1.
    if values.iter().all(|value| Some(value) == values.first()) {
        return Ok(0.0);
    }
    let mean = mean_of_checked(values)?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    in_range((squares / (values.len() - 1) as f64).sqrt())
}

/// Returns the value below which `percent` of the sample lies: 0 is the minimum, 50 the median, 100 the maximum.
///
/// # Formula
/// With the values in ascending order from index 0: the value at index `(n - 1) percent / 100`. Between two indices,
/// the two values are interpolated linearly.
///
/// # Errors
/// An empty sample, a value that is not finite, a percentage outside 0 to 100.
///
/// # Source
/// Hyndman and Fan (1996), definition 7; `numpy.percentile` with its default method.
pub fn percentile(values: &[f64], percent: f64) -> Result<f64, StatsError> {
    check(values, 1)?;
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    percentile_of_sorted(&sorted, percent)
}

/// Returns the [`percentile`] of finite values in ascending order.
pub(crate) fn percentile_of_sorted(sorted: &[f64], percent: f64) -> Result<f64, StatsError> {
    if !(0.0..=100.0).contains(&percent) {
        return Err(StatsError::Percent(percent));
    }
    let place = sorted.len().saturating_sub(1) as f64 * (percent / 100.0);
    let below = place.floor();
    let [lower, upper] = [below, place.ceil()].map(|index| sorted.get(index as usize).copied());
    let (Some(lower), Some(upper)) = (lower, upper) else {
        return Err(StatsError::TooFew { needed: 1, found: 0 });
    };
    let share = place - below;
    // Two products, since the difference of two finite values need not be finite.
    Ok((lower * (1.0 - share) + upper * share).max(lower).min(upper))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_sample_does_not_deviate() {
        // In floating point, the mean of three times 0.1 is not 0.1.
        assert_eq!(standard_deviation(&[0.1; 3]), Ok(0.0));
        assert_eq!(standard_deviation(&[0.7; 6]), Ok(0.0));
        assert!(standard_deviation(&[0.1, 0.1, 0.2]).unwrap() > 0.0);
    }
}
