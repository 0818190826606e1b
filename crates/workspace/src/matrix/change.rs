//! Differences to the baseline.

use std::cmp::Ordering;

use super::scores::Matrix;

/// The difference of a value to that of the baseline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Change {
    /// The value less that of the baseline.
    pub amount: f64,
    /// Whether it is better or worse. Values that agree in the digits that are shown are equal.
    pub order: Ordering,
    /// The size of the difference, from 0 to 1 for the whole range of the metric.
    pub share: f64,
}

/// Half of the last digit that is shown.
const LEAST: f64 = 0.0005;

/// Reports whether two values differ in the digits that are shown.
pub(super) fn differ(a: f64, b: f64) -> bool {
    (a - b).abs() >= LEAST
}

impl Matrix {
    /// Returns the difference of a system to the baseline on a sample; `None` if a value is not known.
    #[must_use]
    pub fn change(&self, row: usize, system: usize, baseline: usize) -> Option<Change> {
        let [value, base] = [self.cell(row, system)?.value?, self.cell(row, baseline)?.value?];
        Some(self.change_between(value, base))
    }

    /// Returns the difference of a value to that of the baseline.
    #[must_use]
    pub fn change_between(&self, value: f64, base: f64) -> Change {
        let amount = value - base;
        let gain = if self.lower_is_better() { -amount } else { amount };
        let order = match differ(value, base) {
            true => gain.total_cmp(&0.0),
            false => Ordering::Equal,
        };
        Change {
            amount,
            order,
            share: (self.goodness(value) - self.goodness(base)).abs(),
        }
    }

    /// Returns how much better a system is than the baseline, for an order.
    pub(super) fn gain(&self, row: usize, system: usize, baseline: usize) -> Option<f64> {
        let change = self.change(row, system, baseline)?;
        Some(if self.lower_is_better() {
            -change.amount
        } else {
            change.amount
        })
    }
}
