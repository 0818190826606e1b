//! Intraclass correlation: the share of the variance of ratings that is due to the items.

use crate::StatsError;
use crate::sample::{check, check_count, in_range};

/// A form of the coefficient, named as in Shrout and Fleiss (1979).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// ICC(1,1): one rating. Each item may have other raters.
    OneWaySingle,
    /// ICC(1,k): the mean of the ratings of an item. Each item may have other raters.
    OneWayAverage,
    /// ICC(2,1): one rating. Each of the raters has rated each item; they stand for others.
    RandomSingle,
    /// ICC(2,k): the mean of the ratings of all raters, who stand for others.
    RandomAverage,
    /// ICC(3,1): one rating of these raters. That one rates higher than another does not matter.
    MixedSingle,
    /// ICC(3,k): the mean of the ratings of these raters.
    MixedAverage,
}

impl Form {
    /// All forms in the order of Shrout and Fleiss, first those of one rating.
    pub const ALL: [Self; 6] = [
        Self::OneWaySingle,
        Self::RandomSingle,
        Self::MixedSingle,
        Self::OneWayAverage,
        Self::RandomAverage,
        Self::MixedAverage,
    ];

    /// Returns the name, such as `ICC(1,1)`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OneWaySingle => "ICC(1,1)",
            Self::OneWayAverage => "ICC(1,k)",
            Self::RandomSingle => "ICC(2,1)",
            Self::RandomAverage => "ICC(2,k)",
            Self::MixedSingle => "ICC(3,1)",
            Self::MixedAverage => "ICC(3,k)",
        }
    }

    /// Reports whether each rater must have rated each item.
    #[must_use]
    pub const fn is_crossed(self) -> bool {
        !matches!(self, Self::OneWaySingle | Self::OneWayAverage)
    }
}

/// Returns an intraclass correlation. Each element has the ratings of an item; for the crossed forms, all items have
/// the same raters in the same order. O(n) for n ratings.
///
/// # Formula
/// With mean squares between items B and within items W, `ICC(1,1) = (B - W) / (B + (k - 1) W)` and
/// `ICC(1,k) = (B - W) / B`. If the items have different numbers of ratings, `k = (N - sum n_i^2 / N) / (a - 1)` for a
/// items with N ratings in total. With n items and mean squares of raters C and of the rest E,
/// `ICC(2,1) = (B - E) / (B + (k - 1) E + k (C - E) / n)`, `ICC(2,k) = (B - E) / (B + (C - E) / n)`,
/// `ICC(3,1) = (B - E) / (B + (k - 1) E)`, `ICC(3,k) = (B - E) / B`.
///
/// # Range and edge cases
/// 1: the raters agree on every item. 0 and below: items differ no more than ratings of one item. A single form is at
/// least `-1 / (k - 1)`; an average form has no lower end.
///
/// # Errors
/// Fewer than two items, no item with two ratings, an item without ratings, a value that is not finite, values beyond
/// the range of `f64`, [`StatsError::NoVariance`] if the denominator is 0, [`StatsError::Incomplete`] for a crossed
/// form if items have different numbers of ratings.
///
/// # Source
/// Shrout and Fleiss (1979); for unequal numbers, Donner (1986); `pingouin.intraclass_corr`.
pub fn coefficient(items: &[&[f64]], form: Form) -> Result<f64, StatsError> {
    check_count(items.len(), 2)?;
    for ratings in items {
        check(ratings, 1)?;
    }
    let squares = if form.is_crossed() {
        crossed(items)?
    } else {
        one_way(items)?
    };
    let Squares {
        items: b,
        raters: c,
        rest: e,
        k,
        n,
    } = squares;
    let below = match form {
        Form::OneWaySingle | Form::MixedSingle => b + (k - 1.0) * e,
        Form::OneWayAverage | Form::MixedAverage => b,
        Form::RandomSingle => b + (k - 1.0) * e + k * (c - e) / n,
        Form::RandomAverage => b + (c - e) / n,
    };
    if below <= 0.0 {
        return Err(StatsError::NoVariance);
    }
    in_range((b - e) / below)
}

/// Mean squares and numbers of an analysis of variance.
struct Squares {
    items: f64,
    raters: f64,
    rest: f64,
    /// Number of ratings of an item.
    k: f64,
    /// Number of items.
    n: f64,
}

fn one_way(items: &[&[f64]]) -> Result<Squares, StatsError> {
    let n = items.len() as f64;
    let total: usize = items.iter().map(|ratings| ratings.len()).sum();
    check_count(total, items.len() + 1)?;
    let total = total as f64;
    let grand = items.iter().flat_map(|ratings| ratings.iter()).sum::<f64>() / total;
    let (mut between, mut within, mut counts) = (0.0, 0.0, 0.0);
    for ratings in items {
        let count = ratings.len() as f64;
        let mean = mean(ratings.iter());
        between += count * (mean - grand).powi(2);
        within += ratings.iter().map(|rating| (rating - mean).powi(2)).sum::<f64>();
        counts += count * count;
    }
    Ok(Squares {
        items: between / (n - 1.0),
        raters: 0.0,
        rest: within / (total - n),
        k: (total - counts / total) / (n - 1.0),
        n,
    })
}

fn crossed(items: &[&[f64]]) -> Result<Squares, StatsError> {
    let raters = items.iter().map(|ratings| ratings.len()).max().unwrap_or_default();
    if let Some(item) = items.iter().position(|ratings| ratings.len() != raters) {
        return Err(StatsError::Incomplete { item, raters });
    }
    check_count(raters, 2)?;
    let (n, k) = (items.len() as f64, raters as f64);
    let of_rater = |rater: usize| mean(items.iter().filter_map(|ratings| ratings.get(rater)));
    let of_raters: Vec<f64> = (0..raters).map(of_rater).collect();
    let grand = mean(of_raters.iter());
    let (mut between, mut rest) = (0.0, 0.0);
    for ratings in items {
        let mean = mean(ratings.iter());
        between += (mean - grand).powi(2);
        let left = ratings.iter().zip(&of_raters);
        rest += left
            .map(|(rating, of_rater)| (rating - mean - of_rater + grand).powi(2))
            .sum::<f64>();
    }
    let columns: f64 = of_raters.iter().map(|of_rater| (of_rater - grand).powi(2)).sum();
    Ok(Squares {
        items: k * between / (n - 1.0),
        raters: n * columns / (k - 1.0),
        rest: rest / ((n - 1.0) * (k - 1.0)),
        k,
        n,
    })
}

fn mean<'a>(values: impl Iterator<Item = &'a f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
}
