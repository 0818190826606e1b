//! How far judges, metrics and people's ratings go together. Part of the file format, as [`crate::model`] is.

use serde::{Deserialize, Serialize};
use texlens_stats::Estimate;

/// The name of people's ratings in [`Correlation::with`].
pub const RATINGS: &str = "human ratings";

/// Coefficients over the items of a report. Where a report has several judges or metrics, each pair is over the items that both have a value for, so that numbers of items may differ.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Correlations {
    /// Which items count.
    pub items: CorrelatedItems,
    /// How many do not because of this.
    pub left_out: usize,
    /// Judges with metrics, then judges and metrics with the ratings.
    pub pairs: Vec<Correlation>,
    /// What people gave; none where there are no ratings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<RatingsSummary>,
}

/// Which items count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CorrelatedItems {
    /// All with both values. What a protocol decides by rule counts with the rule's score, as it does in the judge's mean.
    #[default]
    All,
    /// Without those that a judge's protocol decides by rule.
    Asked,
    /// Without those to which every judge gives 10 and every CDM that the report has gives 1: how the document-parser paper chose the pairs that people rated (section 4.1).
    Imperfect,
}

/// Two measures of the same items.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Correlation {
    /// A metric's id, or a judge's name.
    pub of: String,
    /// A judge's name, or [`RATINGS`]; more is better.
    pub with: String,
    /// Whether less is better in `of`: agreement is then a coefficient below 0. Signs are left as they are.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lower_is_better: bool,
    /// Items with both values.
    pub items: usize,
    /// Pearson's r of the values.
    pub pearson: Coefficient,
    /// Spearman's rho: the same of the ranks.
    pub spearman: Coefficient,
    /// Kendall's tau-b.
    pub kendall: Coefficient,
}

/// A coefficient with its interval, or why it is not defined.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Coefficient {
    /// -1 to 1. The interval takes the items as independent; where many are from one document, it is narrower than it should be.
    Defined(Estimate),
    /// For example too few items, or values that are all equal.
    Undefined {
        /// Why, for a person.
        reason: String,
    },
}

impl Coefficient {
    /// The value with its interval, if there is one.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        match self {
            Self::Defined(estimate) => Some(*estimate),
            Self::Undefined { .. } => None,
        }
    }

    /// Whether there is a correlation to speak of: it is defined, and its interval does not contain 0.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.estimate().is_some_and(|estimate| !estimate.interval.contains(0.0))
    }
}

/// What people gave.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct RatingsSummary {
    /// Ratings of items of the report.
    pub ratings: usize,
    /// Items that they are of; an item's rating is the mean of its ratings.
    pub items: usize,
    /// People who gave them; those without a name are one.
    pub raters: usize,
    /// The lowest rating; none where there is none.
    pub lowest: Option<f64>,
    /// The highest.
    pub highest: Option<f64>,
    /// Ratings of items that the report does not have.
    pub unknown: usize,
    /// The first of these items, as `ID of SYSTEM`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown_items: Vec<String>,
    /// Pairs of people who rated the same items, those with most items first; at most ten, and none where there are more than fifty people.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agreement: Vec<RaterAgreement>,
}

/// Two people on the same items.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RaterAgreement {
    /// One of them.
    pub first: String,
    /// The other.
    pub second: String,
    /// Items that both have rated.
    pub items: usize,
    /// Cohen's kappa with quadratic weights, on the whole numbers from the lowest to the highest rating of all; not defined where a rating is no whole number.
    pub kappa: Coefficient,
}
