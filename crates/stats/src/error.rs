//! What can be wrong with a sample, or with what is asked of it.

use std::fmt;

/// Which sample an error speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// There is only one.
    Only,
    /// The first of two.
    First,
    /// The second of two.
    Second,
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Only => "the sample",
            Self::First => "the first sample",
            Self::Second => "the second sample",
        })
    }
}

/// Why a statistic is not defined. Shown as a sentence that a report can print in the value's place.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum StatsError {
    /// The sample is smaller than the statistic needs.
    #[error("there are too few values: {found}, where at least {needed} are needed")]
    TooFew {
        /// The least number of values, pairs or units.
        needed: usize,
        /// How many there are.
        found: usize,
    },
    /// A value is NaN or infinite.
    #[error("value {} of {sample} is not a finite number; leave undefined scores out first", .index + 1)]
    NotFinite {
        /// The sample it is in.
        sample: Which,
        /// Its index, from 0.
        index: usize,
    },
    /// Two samples that should be of the same items are not.
    #[error("{first} values cannot be paired with {second}; both must be of the same items in the same order")]
    Lengths {
        /// Length of the first.
        first: usize,
        /// Length of the second.
        second: usize,
    },
    /// A correlation with a sample that does not vary, or by no more than rounding does.
    #[error("the values of {sample} are all equal, or nearly, so nothing can vary with them")]
    Constant {
        /// The sample that does not vary.
        sample: Which,
    },
    /// A sum left the range of floating-point numbers.
    #[error("the values are too large to be added up; use a larger unit")]
    Overflow,
    /// A confidence level that is not strictly between 0 and 1.
    #[error("{0} is not a confidence level; it lies between 0 and 1, as 0.95 does")]
    Level(f64),
    /// A percentile outside of 0 to 100.
    #[error("{0} is not a percentile; it lies from 0 to 100")]
    Percent(f64),
    /// More successes than trials.
    #[error("{successes} successes in {trials} trials cannot be; are the two exchanged?")]
    Successes {
        /// The successes.
        successes: u64,
        /// The trials.
        trials: u64,
    },
    /// A number of resamples outside of the limits.
    #[error(
        "{0} resamples are outside of the limits, {min} to {max}",
        min = crate::bootstrap::MIN_RESAMPLES,
        max = crate::bootstrap::MAX_RESAMPLES
    )]
    Resamples(usize),
    /// More work than a bootstrap may be asked for.
    #[error(
        "{resamples} resamples of {samples} values take too long; at most {max} values are drawn in all",
        max = crate::bootstrap::MAX_DRAWS
    )]
    Draws {
        /// The resamples asked for.
        resamples: usize,
        /// The size of each.
        samples: usize,
    },
    /// The statistic is not defined on most resamples.
    #[error("the statistic has a value on only {defined} of {resamples} resamples; the sample is too small for it")]
    Undefined {
        /// The resamples with a value.
        defined: usize,
        /// The resamples drawn.
        resamples: usize,
    },
    /// Agreement where chance alone agrees always.
    #[error("both raters gave one and the same category throughout, so agreement beyond chance is not defined")]
    OneCategory,
    /// A rating that is not on the scale.
    #[error("rating {} of {sample} is not on the scale", .index + 1)]
    NotOnScale {
        /// The sample it is in.
        sample: Which,
        /// Its index, from 0.
        index: usize,
    },
    /// A scale that names a category twice.
    #[error("category {} of the scale is there twice", .0 + 1)]
    Repeated(
        /// The index of the second mention, from 0.
        usize,
    ),
    /// More categories than ratings are tabulated for.
    #[error("{0} categories are too many; at most {max} are compared", max = crate::kappa::MAX_CATEGORIES)]
    Categories(usize),
}
