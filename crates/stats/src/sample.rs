//! Checks of samples that all statistics share.

use crate::{StatsError, Which};

/// Checks that there are at least `needed` values, all finite.
pub(crate) fn check(values: &[f64], needed: usize) -> Result<(), StatsError> {
    check_count(values.len(), needed)?;
    check_finite(values, Which::Only)
}

/// Checks that there are at least `needed` pairs, all finite.
pub(crate) fn check_pairs(first: &[f64], second: &[f64], needed: usize) -> Result<(), StatsError> {
    check_lengths(first.len(), second.len())?;
    check_count(first.len(), needed)?;
    check_finite(first, Which::First)?;
    check_finite(second, Which::Second)
}

pub(crate) fn check_lengths(first: usize, second: usize) -> Result<(), StatsError> {
    if first == second {
        Ok(())
    } else {
        Err(StatsError::Lengths { first, second })
    }
}

pub(crate) fn check_count(found: usize, needed: usize) -> Result<(), StatsError> {
    if found < needed {
        Err(StatsError::TooFew { needed, found })
    } else {
        Ok(())
    }
}

fn check_finite(values: &[f64], sample: Which) -> Result<(), StatsError> {
    match values.iter().position(|value| !value.is_finite()) {
        Some(index) => Err(StatsError::NotFinite { sample, index }),
        None => Ok(()),
    }
}

/// Returns the result of arithmetic on finite values, or an error if it left the range of `f64`.
pub(crate) fn in_range(value: f64) -> Result<f64, StatsError> {
    if value.is_finite() {
        Ok(value)
    } else {
        Err(StatsError::Overflow)
    }
}
