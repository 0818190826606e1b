//! A value, its interval and the confidence level of the interval.

use std::f64::consts::SQRT_2;

use serde::{Deserialize, Serialize};
use statrs::function::erf::erf_inv;

use crate::StatsError;

/// The confidence level of a two-sided interval.
///
/// # Formula
/// The interval of a normal variable reaches `z` standard errors to both sides, `z = sqrt(2) erf^-1(level)`. Intervals
/// from resampling use the level alone.
///
/// # Source
/// `scipy.stats.norm.ppf((1 + level) / 2)`, which equals the z of [`Confidence::new`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Confidence {
    level: f64,
    z: f64,
}

impl Confidence {
    /// 95 % with z rounded to 1.96, as papers print it (LaTeXBench, equation 1). This is the default.
    pub const ROUNDED_95: Self = Self { level: 0.95, z: 1.96 };

    /// Creates a confidence of a level strictly between 0 and 1, with z unrounded.
    ///
    /// # Errors
    /// [`StatsError::Level`] for any other number, including NaN.
    pub fn new(level: f64) -> Result<Self, StatsError> {
        if level > 0.0 && level < 1.0 {
            let z = SQRT_2 * erf_inv(level);
            Ok(Self { level, z })
        } else {
            Err(StatsError::Level(level))
        }
    }

    /// Returns the share of such intervals that contain the true value, strictly between 0 and 1.
    #[must_use]
    pub fn level(self) -> f64 {
        self.level
    }

    /// Returns the number of standard errors to each side, above 0.
    #[must_use]
    pub fn z(self) -> f64 {
        self.z
    }
}

impl Default for Confidence {
    fn default() -> Self {
        Self::ROUNDED_95
    }
}

/// A confidence interval, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The confidence level, strictly between 0 and 1.
    pub level: f64,
}

impl Interval {
    /// Reports whether a value lies in the interval, for example 0 in the interval of a difference.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// A statistic of a sample, and its interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The statistic of the sample itself.
    pub value: f64,
    /// The interval in which the statistic of the population is expected.
    pub interval: Interval,
}

impl Estimate {
    /// Creates an estimate inside its interval. An end that misses the value by rounding is moved to the value.
    pub(crate) fn within(value: f64, [low, high]: [f64; 2], confidence: Confidence) -> Self {
        let interval = Interval {
            low: low.min(value),
            high: high.max(value),
            level: confidence.level(),
        };
        Self { value, interval }
    }
}
