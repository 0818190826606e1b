//! Errors about a sample or about the arguments of a statistic.

use std::fmt;

/// The sample that an error is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// The only sample.
    Only,
    /// The first of two samples.
    First,
    /// The second of two samples.
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

/// The reason why a statistic is undefined. `Display` gives a sentence that a report can print in place of the value.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum StatsError {
    /// The sample is smaller than the statistic needs.
    #[error("there are too few values: {found}, where at least {needed} are needed")]
    TooFew {
        /// The smallest sufficient number of values, pairs or units.
        needed: usize,
        /// The number present.
        found: usize,
    },
    /// A value is NaN or infinite.
    #[error("value {} of {sample} is not a finite number; leave undefined scores out first", .index + 1)]
    NotFinite {
        /// The sample with the value.
        sample: Which,
        /// The index of the value, from 0.
        index: usize,
    },
    /// Two samples that should hold the same items have different lengths.
    #[error("{first} values cannot be paired with {second}; both must be of the same items in the same order")]
    Lengths {
        /// Length of the first sample.
        first: usize,
        /// Length of the second sample.
        second: usize,
    },
    /// A correlation with a sample that is constant or varies by no more than rounding.
    #[error("the values of {sample} are all equal or nearly equal, so a correlation with them is undefined")]
    Constant {
        /// The sample that does not vary.
        sample: Which,
    },
    /// A sum left the range of floating-point numbers.
    #[error("the values are too large to be added up; use a larger unit")]
    Overflow,
    /// A confidence level that is not strictly between 0 and 1.
    #[error("{0} is not a confidence level; a level lies between 0 and 1, for example 0.95")]
    Level(f64),
    /// A percentile outside 0 to 100.
    #[error("{0} is not a percentile; a percentile lies between 0 and 100")]
    Percent(f64),
    /// More successes than trials.
    #[error("{successes} successes in {trials} trials are impossible; are the two numbers swapped?")]
    Successes {
        /// The number of successes.
        successes: u64,
        /// The number of trials.
        trials: u64,
    },
    /// A number of resamples outside the limits.
    #[error(
        "{0} resamples are outside of the limits, {min} to {max}",
        min = crate::bootstrap::MIN_RESAMPLES,
        max = crate::bootstrap::MAX_RESAMPLES
    )]
    Resamples(usize),
    /// More draws than a bootstrap allows.
    #[error(
        "{resamples} resamples of {samples} values take too long; at most {max} values are drawn in total",
        max = crate::bootstrap::MAX_DRAWS
    )]
    Draws {
        /// The requested number of resamples.
        resamples: usize,
        /// The size of each resample.
        samples: usize,
    },
    /// The statistic is not defined on most resamples.
    #[error("the statistic has a value on only {defined} of {resamples} resamples; the sample is too small for it")]
    Undefined {
        /// The number of resamples with a value.
        defined: usize,
        /// The number of resamples drawn.
        resamples: usize,
    },
    /// The raters used one category only, so that agreement by chance is certain.
    #[error("all ratings are of the same category, so agreement beyond chance is undefined")]
    OneCategory,
    /// A rating that the scale does not contain.
    #[error("rating {} of {sample} is not on the scale", .index + 1)]
    NotOnScale {
        /// The sample with the rating.
        sample: Which,
        /// The index of the rating, from 0.
        index: usize,
    },
    /// A scale that contains a category twice.
    #[error("category {} of the scale occurs twice", .0 + 1)]
    Repeated(
        /// The index of the second occurrence, from 0.
        usize,
    ),
    /// More categories than a table of ratings may have.
    #[error("{0} categories are too many; at most {max} are compared", max = crate::kappa::MAX_CATEGORIES)]
    Categories(usize),
    /// The rated items do not differ, so that a share of their variance has no value.
    #[error("the items do not differ in their ratings, so a share of their variance is undefined")]
    NoVariance,
    /// Not every rater has rated every item.
    #[error("item {} does not have a rating by each of the {raters} raters; use a one-way coefficient", .item + 1)]
    Incomplete {
        /// The index of the item, from 0.
        item: usize,
        /// The number of raters.
        raters: usize,
    },
    /// Two systems that no chain of comparisons connects.
    #[error(
        "no chain of comparisons connects system {} with system {}, so their strengths cannot be compared; compare more pairs",
        .first + 1,
        .second + 1
    )]
    NotConnected {
        /// The index of one system, from 0.
        first: usize,
        /// The index of the other system, from 0.
        second: usize,
    },
    /// Some systems have never lost against the others, so that their strength has no finite estimate.
    #[error(
        "system {} and those like it never lost against the others, so the strengths are unbounded; use a prior",
        .system + 1
    )]
    Unbounded {
        /// The index of the first such system, from 0.
        system: usize,
    },
    /// An iteration did not end.
    #[error("the strengths did not converge; use a prior")]
    NotConverged,
    /// More systems than a table of comparisons may have.
    #[error("{0} systems are too many; at most {max} are compared", max = crate::bradley_terry::MAX_SYSTEMS)]
    Systems(usize),
    /// A comparison of a system with itself, or with one that the table does not have.
    #[error("system {} cannot be compared with system {}; name two different systems of the table", .0 + 1, .1 + 1)]
    Compared(usize, usize),
}
