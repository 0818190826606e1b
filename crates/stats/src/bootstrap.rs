//! Bootstrap: how much a statistic would change with other samples of the same kind.
//!
//! The bootstrap draws new samples of the same size from the sample, with replacement, and computes the statistic of
//! each. It draws [`Units`]: single samples, or whole documents if the pages of a document resemble each other. The
//! interval lies between two percentiles of the resampled statistics.
//!
//! ```
//! use texlens_stats::{Bootstrap, StatsError, Units};
//!
//! let documents = ["a", "a", "b", "b", "c", "c"];
//! let first = [0.91, 0.88, 0.97, 0.95, 0.76, 0.80];
//! let second = [0.85, 0.86, 0.92, 0.96, 0.70, 0.71];
//! let comparison = Bootstrap::default().difference(&Units::clusters(&documents), &first, &second)?;
//! assert!(comparison.difference.estimate.interval.contains(0.05));
//! assert_eq!(comparison.first_higher, 1.0);
//! # Ok::<(), StatsError>(())
//! ```

use std::collections::HashMap;
use std::hash::Hash;
use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

use crate::describe::{mean_of_checked, percentile_of_sorted, standard_deviation};
use crate::draws::Draws;
use crate::sample::{check, check_count, check_lengths, check_pairs, in_range};
use crate::{Confidence, Estimate, Interval, StatsError};

/// Smallest number of resamples. With fewer, the ends of an interval depend too much on chance.
pub const MIN_RESAMPLES: usize = 100;
/// Largest number of resamples.
pub const MAX_RESAMPLES: usize = 1_000_000;
/// Largest number of samples drawn in total, `resamples * samples`. It limits the time of one call: a few seconds for a
/// mean.
pub const MAX_DRAWS: usize = 1_000_000_000;

/// The settings of a bootstrap: number of resamples, seed and confidence level.
///
/// # Formula
/// The interval reaches from the `100 (1 - level) / 2` percentile of the resampled statistics to the
/// `100 (1 + level) / 2` percentile; see [`crate::describe::percentile`]. It need not contain the statistic of the
/// sample itself.
///
/// # Assumptions
/// The units are independent draws from the population of interest. With fewer than about 20 units, intervals are too
/// narrow. All intervals are approximate.
///
/// # Determinism
/// Equal input and seed give equal output on every platform, provided that the statistic does. The means here use only
/// sums and quotients.
///
/// # Complexity
/// `resamples * samples` draws, at most [`MAX_DRAWS`], and one evaluation of the statistic for each resample.
///
/// # Source
/// Efron and Tibshirani (1993), chapter 13; `scipy.stats.bootstrap(..., method="percentile")`. The results equal
/// SciPy's if its generator has the same state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bootstrap {
    resamples: usize,
    seed: u64,
    confidence: Confidence,
}

impl Default for Bootstrap {
    /// Returns a bootstrap with 9,999 resamples as in SciPy, seed 1 and a level of 95 %.
    fn default() -> Self {
        Self {
            resamples: 9_999,
            seed: 1,
            confidence: Confidence::default(),
        }
    }
}

/// A statistic and the results of its resamples.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Resampled {
    /// The statistic and its percentile interval.
    pub estimate: Estimate,
    /// The standard deviation of the resampled statistics.
    pub standard_error: f64,
    /// The number of resamples on which the statistic has no value, for example a correlation when all drawn values are
    /// equal. They are left out. If there are many, the interval is unreliable.
    pub undefined: usize,
}

/// The comparison of two systems on the same samples.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The mean of the first system less the mean of the second.
    pub difference: Resampled,
    /// The share of resamples, 0 to 1, in which the mean of the first system is higher. Whether higher is better
    /// depends on the metric.
    pub first_higher: f64,
    /// The share of resamples in which the mean of the second system is higher. The remaining resamples are ties.
    pub second_higher: f64,
    /// The two-sided p-value of the hypothesis that there is no difference, above 0 and at most 1.
    pub p_value: f64,
}

impl Bootstrap {
    /// Creates a bootstrap with the given number of resamples, seed and level.
    ///
    /// # Errors
    /// [`StatsError::Resamples`] if `resamples` is not from [`MIN_RESAMPLES`] to [`MAX_RESAMPLES`].
    pub fn new(resamples: usize, seed: u64, confidence: Confidence) -> Result<Self, StatsError> {
        if !(MIN_RESAMPLES..=MAX_RESAMPLES).contains(&resamples) {
            return Err(StatsError::Resamples(resamples));
        }
        Ok(Self {
            resamples,
            seed,
            confidence,
        })
    }

    /// Returns the number of resamples. A report states this number, the seed and the level.
    #[must_use]
    pub fn resamples(&self) -> usize {
        self.resamples
    }

    /// Returns the seed of the random numbers.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the confidence level of the intervals.
    #[must_use]
    pub fn confidence(&self) -> Confidence {
        self.confidence
    }

    /// Estimates the mean of a sample. With clusters, it is the mean of all samples of the drawn clusters, so that a
    /// document is weighted by its number of pages.
    ///
    /// # Edge cases
    /// The interval of a constant sample has no width. For a small sample, this means little.
    ///
    /// # Errors
    /// Fewer than two units, a number of values other than that of the units, a value that is not finite, values beyond
    /// the range of `f64`, more than [`MAX_DRAWS`] draws.
    pub fn mean(&self, units: &Units, values: &[f64]) -> Result<Resampled, StatsError> {
        let (value, distribution) = self.resample_mean(units, values)?;
        self.summarise(value, &distribution)
    }

    /// Estimates the difference of two systems' means on the same samples. Each resample draws both scores of a sample
    /// together.
    ///
    /// # Formula
    /// The statistic is the mean of `a - b`. `p = 2 min(L, H) / (R + 1)`, at most 1, where `L - 1` of the R resamples
    /// are at most 0 and `H - 1` are at least 0. The smallest possible p is `2 / (R + 1)`, never 0.
    ///
    /// # Edge cases
    /// If all scores are equal, the difference is 0, both shares are 0 and p = 1.
    ///
    /// # Errors
    /// As [`Bootstrap::mean`]; unequal lengths.
    ///
    /// # Source
    /// Efron and Tibshirani (1993), section 15.4 (the p-value that the percentile interval implies); Davison and
    /// Hinkley (1997), section 4.2 (counting the sample itself).
    pub fn difference(&self, units: &Units, first: &[f64], second: &[f64]) -> Result<Comparison, StatsError> {
        check_pairs(first, second, 1)?;
        let differences = first.iter().zip(second).map(|(a, b)| in_range(a - b));
        let differences = differences.collect::<Result<Vec<f64>, _>>()?;
        let (value, distribution) = self.resample_mean(units, &differences)?;
        self.compare(value, &distribution)
    }

    /// Estimates a statistic of pairs, such as [`crate::spearman::coefficient`]. Each resample draws both values of a
    /// sample together.
    ///
    /// # Errors
    /// Fewer than two units, a number of values other than that of the units, more than [`MAX_DRAWS`] draws, and any
    /// error of the statistic on the sample itself; [`StatsError::Undefined`] as for [`Bootstrap::statistic`].
    pub fn pairs(
        &self,
        units: &Units,
        x: &[f64],
        y: &[f64],
        coefficient: impl Fn(&[f64], &[f64]) -> Result<f64, StatsError>,
    ) -> Result<Resampled, StatsError> {
        check_lengths(x.len(), y.len())?;
        check_lengths(x.len(), units.samples)?;
        let (mut drawn_x, mut drawn_y) = (Vec::new(), Vec::new());
        self.statistic(units, |indices| {
            pick(x, indices, &mut drawn_x);
            pick(y, indices, &mut drawn_y);
            coefficient(&drawn_x, &drawn_y)
        })
    }

    /// Estimates any statistic of the samples at the given indices, all of them below the number of samples. The first
    /// call is for the sample itself, in its order. In a resample, indices repeat.
    ///
    /// # Errors
    /// Fewer than two units, more than [`MAX_DRAWS`] draws, any error of the statistic on the sample itself, and
    /// [`StatsError::Undefined`] if the statistic has a finite value on fewer than half of the resamples.
    pub fn statistic(
        &self,
        units: &Units,
        statistic: impl FnMut(&[usize]) -> Result<f64, StatsError>,
    ) -> Result<Resampled, StatsError> {
        let (value, distribution) = self.resample(units, statistic)?;
        self.summarise(value, &distribution)
    }

    /// Estimates several statistics of the samples at the given indices at once, for example the strengths of all
    /// systems. All of them see the same resamples. See [`Bootstrap::statistic`].
    ///
    /// # Errors
    /// As [`Bootstrap::statistic`]. A resample with another number of values than the sample itself, or with a value
    /// that is not finite, counts as undefined.
    pub fn several(
        &self,
        units: &Units,
        mut statistics: impl FnMut(&[usize]) -> Result<Vec<f64>, StatsError>,
    ) -> Result<Vec<Resampled>, StatsError> {
        let mut rows: Vec<Vec<f64>> = Vec::new();
        let mut values = None;
        // The values are collected here; what is returned only says whether the resample counts.
        self.resample(units, |indices| {
            let drawn = statistics(indices)?;
            let Some(first) = &values else {
                for value in &drawn {
                    in_range(*value)?;
                }
                values = Some(drawn);
                return Ok(0.0);
            };
            if drawn.len() != Vec::len(first) || !drawn.iter().all(|value| value.is_finite()) {
                return Err(StatsError::Overflow);
            }
            rows.push(drawn);
            Ok(0.0)
        })?;
        let values: Vec<f64> = values.unwrap_or_default();
        let of = |(place, value): (usize, &f64)| {
            let mut distribution: Vec<f64> = rows.iter().filter_map(|row| row.get(place).copied()).collect();
            distribution.sort_by(f64::total_cmp);
            self.summarise(*value, &distribution)
        };
        values.iter().enumerate().map(of).collect()
    }

    /// Estimates the mean of the means of several groups. Each resample draws within every group separately, so that
    /// each keeps its size and its weight.
    ///
    /// # Edge cases
    /// A group of one sample adds no width to the interval.
    ///
    /// # Errors
    /// No group, an empty group, a value that is not finite, values beyond the range of `f64`, more than [`MAX_DRAWS`]
    /// draws.
    ///
    /// # Source
    /// olmOCR-bench, `calculate_bootstrap_ci` with splits; numpy draws others, since the official script sets no seed.
    pub fn mean_of_means(&self, groups: &[&[f64]]) -> Result<Resampled, StatsError> {
        let (value, distribution) = self.resample_means(groups)?;
        self.summarise(value, &distribution)
    }

    /// Estimates the difference of two systems' means of the means of several groups, from the differences of their
    /// scores on each sample, group by group. Each resample draws both scores of a sample together.
    ///
    /// # Formula
    /// The draws are those of [`Bootstrap::mean_of_means`], the p-value is that of [`Bootstrap::difference`].
    ///
    /// # Errors
    /// As [`Bootstrap::mean_of_means`].
    pub fn mean_of_mean_differences(&self, groups: &[&[f64]]) -> Result<Comparison, StatsError> {
        let (value, distribution) = self.resample_means(groups)?;
        self.compare(value, &distribution)
    }

    /// Returns the mean of the means of the groups, and those of the resamples in ascending order.
    fn resample_means(&self, groups: &[&[f64]]) -> Result<(f64, Vec<f64>), StatsError> {
        check_count(groups.len(), 1)?;
        let mut counts = Vec::with_capacity(groups.len());
        for group in groups {
            check(group, 1)?;
            counts.push(self.within_limit(group.len())?);
        }
        self.within_limit(groups.iter().map(|group| group.len()).sum())?;
        let means = groups.iter().map(|group| mean_of_checked(group));
        let value = mean_of_checked(&means.collect::<Result<Vec<f64>, _>>()?)?;
        let mut draws = Draws::new(self.seed);
        let mut distribution = Vec::with_capacity(self.resamples);
        let (mut drawn, mut means) = (Vec::new(), Vec::new());
        for _ in 0..self.resamples {
            means.clear();
            for (group, &count) in groups.iter().zip(&counts) {
                drawn.clear();
                drawn.extend(group.iter().filter_map(|_| group.get(draws.below(count))));
                means.push(mean_of_checked(&drawn)?);
            }
            distribution.push(mean_of_checked(&means)?);
        }
        distribution.sort_by(f64::total_cmp);
        Ok((value, distribution))
    }

    /// Compares two systems by their difference and its resamples in ascending order.
    fn compare(&self, value: f64, distribution: &[f64]) -> Result<Comparison, StatsError> {
        let total = distribution.len();
        let below = distribution.partition_point(|&difference| difference < 0.0);
        let above = total - distribution.partition_point(|&difference| difference <= 0.0);
        let [first_higher, second_higher] = [above, below].map(|count| count as f64 / total as f64);
        let [at_most_zero, at_least_zero] = [total - above, total - below].map(|count| count + 1);
        let p_value = 2.0 * at_most_zero.min(at_least_zero) as f64 / (total + 1) as f64;
        Ok(Comparison {
            difference: self.summarise(value, distribution)?,
            first_higher,
            second_higher,
            p_value: p_value.min(1.0),
        })
    }

    /// Returns a number of units as a bound of draws, if the draws are within the limit.
    fn within_limit(&self, samples: usize) -> Result<NonZeroU32, StatsError> {
        let too_long = StatsError::Draws {
            resamples: self.resamples,
            samples,
        };
        if self.resamples.saturating_mul(samples) > MAX_DRAWS {
            return Err(too_long);
        }
        u32::try_from(samples).ok().and_then(NonZeroU32::new).ok_or(too_long)
    }

    fn resample_mean(&self, units: &Units, values: &[f64]) -> Result<(f64, Vec<f64>), StatsError> {
        check(values, 1)?;
        check_lengths(values.len(), units.samples)?;
        let mut drawn = Vec::new();
        self.resample(units, |indices| {
            pick(values, indices, &mut drawn);
            mean_of_checked(&drawn)
        })
    }

    /// Returns the statistic of the sample, and the statistics of the resamples in ascending order.
    fn resample(
        &self,
        units: &Units,
        mut statistic: impl FnMut(&[usize]) -> Result<f64, StatsError>,
    ) -> Result<(f64, Vec<f64>), StatsError> {
        check_count(units.count(), 2)?;
        self.within_limit(units.samples)?;
        let count = self.within_limit(units.count())?;

        let mut indices: Vec<usize> = (0..units.samples).collect();
        let value = in_range(statistic(&indices)?)?;
        let mut draws = Draws::new(self.seed);
        let mut distribution = Vec::with_capacity(self.resamples);
        for _ in 0..self.resamples {
            indices.clear();
            for _ in 0..count.get() {
                units.extend(&mut indices, draws.below(count));
            }
            distribution.extend(statistic(&indices).ok().filter(|value| value.is_finite()));
        }
        if distribution.len() * 2 < self.resamples {
            return Err(StatsError::Undefined {
                defined: distribution.len(),
                resamples: self.resamples,
            });
        }
        distribution.sort_by(f64::total_cmp);
        Ok((value, distribution))
    }

    fn summarise(&self, value: f64, distribution: &[f64]) -> Result<Resampled, StatsError> {
        let level = self.confidence.level();
        let cut = (1.0 - level) / 2.0;
        let interval = Interval {
            low: percentile_of_sorted(distribution, cut * 100.0)?,
            high: percentile_of_sorted(distribution, (1.0 - cut) * 100.0)?,
            level,
        };
        Ok(Resampled {
            estimate: Estimate { value, interval },
            standard_error: standard_deviation(distribution)?,
            undefined: self.resamples - distribution.len(),
        })
    }
}

/// The units of resampling: single samples or clusters of samples.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Units {
    samples: usize,
    /// The indices of each cluster's samples; `None` if every sample is a unit.
    clusters: Option<Vec<Vec<usize>>>,
}

impl Units {
    /// Creates `count` units of one sample each.
    #[must_use]
    pub fn samples(count: usize) -> Self {
        Self {
            samples: count,
            clusters: None,
        }
    }

    /// Creates clusters from one label for each sample. Samples with the same label, such as the name of a document,
    /// are drawn together. The clusters are in the order of their first samples; the values of the labels do not
    /// matter.
    #[must_use]
    pub fn clusters<L: Eq + Hash>(labels: &[L]) -> Self {
        let mut places = HashMap::new();
        let mut clusters: Vec<Vec<usize>> = Vec::new();
        for (index, label) in labels.iter().enumerate() {
            let place = *places.entry(label).or_insert(clusters.len());
            match clusters.get_mut(place) {
                Some(members) => members.push(index),
                None => clusters.push(vec![index]),
            }
        }
        Self {
            samples: labels.len(),
            clusters: Some(clusters),
        }
    }

    /// Returns the number of units. Each resample draws as many.
    #[must_use]
    pub fn count(&self) -> usize {
        self.clusters.as_ref().map_or(self.samples, Vec::len)
    }

    /// Appends the samples of a unit.
    fn extend(&self, indices: &mut Vec<usize>, unit: usize) {
        match &self.clusters {
            None => indices.push(unit),
            Some(clusters) => indices.extend(clusters.get(unit).into_iter().flatten()),
        }
    }
}

/// Copies the values at the indices into a buffer that is reused.
fn pick(values: &[f64], indices: &[usize], drawn: &mut Vec<f64>) {
    drawn.clear();
    drawn.extend(indices.iter().map(|&index| values[index]));
}
