//! Correlations of judges, metrics and people's ratings. Part of the file format, like [`crate::model`].

use serde::{Deserialize, Serialize};
use texlens_stats::Estimate;

/// Name of people's ratings in [`Correlation::with`].
pub const RATINGS: &str = "human ratings";

/// Coefficients over the items of a report. Each pair is over the items for which both have a value, so the numbers of
/// items may differ between pairs.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Correlations {
    /// The items that count.
    pub items: CorrelatedItems,
    /// Number of items left out by this choice.
    pub left_out: usize,
    /// Judges with metrics, then judges and metrics with the ratings.
    pub pairs: Vec<Correlation>,
    /// Summary of the ratings; `None` if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<RatingsSummary>,
}

/// The items that count for a correlation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CorrelatedItems {
    /// All items with both values. An item that a protocol decides by rule counts with the rule's score, as in the
    /// judge's mean.
    #[default]
    All,
    /// All items except those that a judge's protocol decides by rule.
    Asked,
    /// All items except those to which every judge gives 10 and every CDM of the report gives 1. The document-parser
    /// paper chose the pairs for human rating in this way (section 4.1).
    Imperfect,
}

/// The correlation of two measures of the same items.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Correlation {
    /// Id of a metric, or name of a judge.
    pub of: String,
    /// Name of a judge, or [`RATINGS`]; higher is better.
    pub with: String,
    /// Whether lower is better in `of`. Agreement is then a coefficient below 0. Signs are not changed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lower_is_better: bool,
    /// Number of items with both values.
    pub items: usize,
    /// Pearson's r of the values.
    pub pearson: Coefficient,
    /// Spearman's rho: Pearson's r of the ranks.
    pub spearman: Coefficient,
    /// Kendall's tau-b.
    pub kendall: Coefficient,
}

/// A coefficient with its interval, or the reason why it is undefined.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Coefficient {
    /// The coefficient, -1 to 1. The interval assumes independent items. If many items come from one document, it is
    /// too narrow.
    Defined(Estimate),
    /// No coefficient, for example because of too few items or equal values.
    Undefined {
        /// The reason, for a person.
        reason: String,
    },
}

impl Coefficient {
    /// Returns the value with its interval, if there is one.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        match self {
            Self::Defined(estimate) => Some(*estimate),
            Self::Undefined { .. } => None,
        }
    }

    /// Reports whether the correlation is clear: it is defined, and its interval does not contain 0.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.estimate().is_some_and(|estimate| !estimate.interval.contains(0.0))
    }
}

/// A summary of people's ratings.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct RatingsSummary {
    /// Number of ratings of items of the report.
    pub ratings: usize,
    /// Number of items with ratings. An item's rating is the mean of its ratings.
    pub items: usize,
    /// Number of raters. All ratings without a name count as one rater.
    pub raters: usize,
    /// The lowest rating; `None` without ratings.
    pub lowest: Option<f64>,
    /// The highest rating; `None` without ratings.
    pub highest: Option<f64>,
    /// Number of ratings of items that the report does not have.
    pub unknown: usize,
    /// The first of these items, as `ID of SYSTEM`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown_items: Vec<String>,
    /// Pairs of raters who rated the same items, those with most items first; at most ten. Empty if there are more than
    /// fifty raters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agreement: Vec<RaterAgreement>,
}

/// The agreement of two raters on the same items.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RaterAgreement {
    /// One rater.
    pub first: String,
    /// The other rater.
    pub second: String,
    /// Number of items that both rated.
    pub items: usize,
    /// Cohen's kappa with quadratic weights, on the whole numbers from the lowest to the highest of all ratings;
    /// undefined if a rating is not a whole number.
    pub kappa: Coefficient,
}
