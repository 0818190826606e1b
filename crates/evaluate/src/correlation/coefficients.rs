//! The three coefficients of two samples, or the reasons why there are none.

use texlens_stats::{Confidence, Estimate, StatsError, Which, kendall, pearson, spearman};

use super::model::Coefficient;

/// Smallest number of items. With two items, every coefficient is 1 or -1, whatever the values.
const LEAST_ITEMS: usize = 3;

/// A function that computes a coefficient of two samples.
type Statistic = fn(&[f64], &[f64], Confidence) -> Result<Estimate, StatsError>;

/// Pearson's r, Spearman's rho and Kendall's tau-b.
const STATISTICS: [Statistic; 3] = [pearson::estimate, spearman::estimate, kendall::estimate];

/// Two samples of the same items, with names for reasons.
pub(super) struct Samples<'s> {
    pub(super) x: &'s [f64],
    pub(super) y: &'s [f64],
    pub(super) names: [&'s str; 2],
    /// What the items are, such as `items with both values`.
    pub(super) items: &'s str,
}

impl Samples<'_> {
    /// Returns Pearson's, Spearman's and Kendall's coefficient. O(n log n).
    pub(super) fn coefficients(&self, confidence: Confidence) -> [Coefficient; 3] {
        STATISTICS.map(|statistic| {
            if self.x.len() < LEAST_ITEMS {
                let reason = format!("{}: {}, at least {LEAST_ITEMS} are needed", self.items, self.x.len());
                return Coefficient::Undefined { reason };
            }
            match statistic(self.x, self.y, confidence) {
                Ok(estimate) => Coefficient::Defined(estimate),
                Err(error) => Coefficient::Undefined {
                    reason: self.reason(&error),
                },
            }
        })
    }

    /// Returns the reason, with names in place of first and second.
    fn reason(&self, error: &StatsError) -> String {
        let [first, second] = self.names;
        let constant = |name: &str| {
            format!("the values of {name} are all equal or nearly equal, so a correlation with them is undefined")
        };
        match error {
            StatsError::Constant { sample: Which::First } => constant(first),
            StatsError::Constant { sample: Which::Second } => constant(second),
            error => error.to_string(),
        }
    }
}
