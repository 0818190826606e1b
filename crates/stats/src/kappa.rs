//! Cohen's kappa: how far two raters agree beyond chance.

use std::collections::{BTreeMap, BTreeSet};

use crate::sample::{check_count, check_lengths};
use crate::{Confidence, Estimate, StatsError, Which};

/// Largest number of categories. The table of two ratings has this many rows and columns.
pub const MAX_CATEGORIES: usize = 1_000;

/// The weight of a disagreement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weights {
    /// All disagreements weigh the same; for categories without an order.
    Nominal,
    /// The distance of the two categories on the scale.
    Linear,
    /// The square of the distance.
    Quadratic,
}

impl Weights {
    /// Returns the disagreement of two of `count` categories, from 0 for the same to 1 for the most distant.
    fn disagreement(self, first: usize, second: usize, count: usize) -> f64 {
        let distance = first.abs_diff(second) as f64 / count.saturating_sub(1).max(1) as f64;
        match self {
            Self::Nominal => f64::from(u8::from(first != second)),
            Self::Linear => distance,
            Self::Quadratic => distance.powi(2),
        }
    }
}

/// The ratings of the same items by two raters, as a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ratings {
    /// Rows are the first rater's categories, columns the second's.
    table: Vec<Vec<u64>>,
    items: usize,
}

impl Ratings {
    /// Tabulates ratings on a scale of the categories that occur, in their order.
    ///
    /// # Errors
    /// Unequal lengths, fewer than two items, more than [`MAX_CATEGORIES`].
    pub fn new<C: Ord>(first: &[C], second: &[C]) -> Result<Self, StatsError> {
        let categories: BTreeSet<&C> = first.iter().chain(second).collect();
        let places = categories.into_iter().zip(0..).collect();
        Self::tabulate(&places, first, second)
    }

    /// Tabulates ratings on a given scale, in its order. Weighted kappa depends on the scale: an unused category still
    /// lies between its neighbours.
    ///
    /// # Errors
    /// As [`Ratings::new`]; a category that the scale contains twice; a rating that is not on the scale.
    pub fn on_scale<C: Ord>(scale: &[C], first: &[C], second: &[C]) -> Result<Self, StatsError> {
        let mut places = BTreeMap::new();
        for (place, category) in scale.iter().enumerate() {
            if places.insert(category, place).is_some() {
                return Err(StatsError::Repeated(place));
            }
        }
        Self::tabulate(&places, first, second)
    }

    fn tabulate<C: Ord>(places: &BTreeMap<&C, usize>, first: &[C], second: &[C]) -> Result<Self, StatsError> {
        check_lengths(first.len(), second.len())?;
        check_count(first.len(), 2)?;
        let count = places.len();
        if count > MAX_CATEGORIES {
            return Err(StatsError::Categories(count));
        }
        let place = |category: &C, sample, index| {
            let place = places.get(category).copied();
            place.ok_or(StatsError::NotOnScale { sample, index })
        };
        let mut table = vec![vec![0; count]; count];
        for (index, (a, b)) in first.iter().zip(second).enumerate() {
            table[place(a, Which::First, index)?][place(b, Which::Second, index)?] += 1;
        }
        Ok(Self {
            table,
            items: first.len(),
        })
    }

    /// Creates a table without ratings.
    pub(crate) fn empty(categories: usize) -> Self {
        Self {
            table: vec![vec![0; categories]; categories],
            items: 0,
        }
    }

    /// Adds the ratings of an item, as places on the scale. Places beyond the scale are ignored.
    pub(crate) fn add(&mut self, first: usize, second: usize) {
        if let Some(cell) = self.table.get_mut(first).and_then(|row| row.get_mut(second)) {
            *cell += 1;
            self.items += 1;
        }
    }

    /// Returns the number of items.
    pub(crate) fn items(&self) -> usize {
        self.items
    }

    /// Returns Cohen's kappa with its asymptotic interval.
    ///
    /// # Formula
    /// `kappa = 1 - D / E`. D is the mean disagreement of the ratings. E is the mean disagreement if each rater kept
    /// the shares of their categories but chose by chance. With nominal weights, this is `(po - pe) / (1 - pe)`. The
    /// interval is `kappa ± z SE`, cut to -1 and 1, with `SE^2 = Var(d_ij - (d_i. + d_.j) D / E) / (n E^2)`. The
    /// variance is over the items. `d_i.` is the mean disagreement of category i with the second rater's shares, `d_.j`
    /// that of category j with the first's. (The form that is usually printed has agreements, `w = 1 - d`, and the same
    /// value.)
    ///
    /// # Assumptions
    /// The items are independent and many, since the interval is asymptotic. Kappa depends on the frequencies of the
    /// categories.
    ///
    /// # Range and edge cases
    /// 1: always the same category. 0: agreement as by chance. Below 0: less agreement than by chance. With perfect
    /// agreement, the interval has no width.
    ///
    /// # Errors
    /// [`StatsError::OneCategory`] if agreement by chance is certain.
    ///
    /// # Source
    /// Cohen (1960, 1968); Fleiss, Cohen and Everitt (1969); `statsmodels.stats.inter_rater.cohens_kappa`, which does
    /// not cut the interval.
    pub fn kappa(&self, weights: Weights, confidence: Confidence) -> Result<Estimate, StatsError> {
        let count = self.table.len();
        let n = self.items as f64;
        let [rows, columns] = self.shares();
        let distance = |i, j| weights.disagreement(i, j, count);
        let to_columns: Vec<f64> = (0..count).map(|i| expected(&columns, |j| distance(i, j))).collect();
        let to_rows: Vec<f64> = (0..count).map(|j| expected(&rows, |i| distance(i, j))).collect();

        let by_chance = expected(&rows, |i| to_columns[i]);
        if by_chance <= 0.0 {
            return Err(StatsError::OneCategory);
        }
        let observed = self.mean(&distance);
        let ratio = observed / by_chance;
        let influence = |i: usize, j: usize| distance(i, j) - (to_columns[i] + to_rows[j]) * ratio;
        let centre = self.mean(&influence);
        let variance = self.mean(&|i, j| (influence(i, j) - centre).powi(2));
        let standard_error = (variance / n).sqrt() / by_chance;
        let reach = confidence.z() * standard_error;
        let kappa = (1.0 - ratio).max(-1.0);
        let ends = [(kappa - reach).max(-1.0), (kappa + reach).min(1.0)];
        Ok(Estimate::within(kappa, ends, confidence))
    }

    /// Returns the share of each category in the ratings of each rater.
    fn shares(&self) -> [Vec<f64>; 2] {
        let mut shares = [vec![0.0; self.table.len()], vec![0.0; self.table.len()]];
        let [rows, columns] = &mut shares;
        for (row, in_row) in self.table.iter().zip(rows) {
            for (items, in_column) in row.iter().zip(&mut *columns) {
                let share = *items as f64 / self.items as f64;
                *in_row += share;
                *in_column += share;
            }
        }
        shares
    }

    /// Returns the mean over the items of a function of their two categories.
    fn mean(&self, of: &impl Fn(usize, usize) -> f64) -> f64 {
        let cells = self.table.iter().enumerate().flat_map(|(i, row)| {
            let used = row.iter().enumerate().filter(|(_, items)| **items > 0);
            used.map(move |(j, items)| *items as f64 * of(i, j))
        });
        cells.sum::<f64>() / self.items as f64
    }
}

/// Returns the mean of a function of the category under a rater's shares.
fn expected(shares: &[f64], of: impl Fn(usize) -> f64) -> f64 {
    shares
        .iter()
        .enumerate()
        .map(|(category, share)| share * of(category))
        .sum()
}
