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
    /// The reason why the choice could leave nothing out; `None` if it could.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_applied: Option<String>,
    /// Judges with metrics, then judges and metrics with the ratings.
    pub pairs: Vec<Correlation>,
    /// Summary of the ratings; `None` if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<RatingsSummary>,
    /// Judges and metrics with the ratings of each group of raters; empty without groups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupCorrelations>,
    /// Agreement of the mean ratings of each two groups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub between: Vec<BetweenGroups>,
    /// Mean of Pearson's r and Spearman's rho over all groups, for each judge and metric that has all of them; empty
    /// without groups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub averages: Vec<MeanCorrelation>,
}

/// Correlations with the mean ratings of a group of raters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GroupCorrelations {
    /// Name of the group.
    pub name: String,
    /// Number of raters of the group who rated items of the report.
    pub raters: usize,
    /// Number of their ratings.
    pub ratings: usize,
    /// Judges and metrics with the mean ratings. [`Correlation::with`] is [`RATINGS`] and the name of the group.
    pub pairs: Vec<Correlation>,
}

/// The correlation of the mean ratings of two groups.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BetweenGroups {
    /// Name of one group.
    pub first: String,
    /// Name of the other group.
    pub second: String,
    /// Number of items that both have rated.
    pub pairs: usize,
    /// Pearson's r.
    pub pearson: Coefficient,
    /// Spearman's rho.
    pub spearman: Coefficient,
    /// Kendall's tau-b.
    pub kendall: Coefficient,
}

impl BetweenGroups {
    /// Returns the coefficients with their names.
    #[must_use]
    pub fn coefficients(&self) -> [(&'static str, &Coefficient); 3] {
        named([&self.pearson, &self.spearman, &self.kendall])
    }
}

/// Returns the coefficients, in this order, with their names.
fn named([pearson, spearman, kendall]: [&Coefficient; 3]) -> [(&'static str, &Coefficient); 3] {
    [("pearson", pearson), ("spearman", spearman), ("kendall", kendall)]
}

/// The mean of the correlations of a measure with all groups.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MeanCorrelation {
    /// Id of a metric, or name of a judge.
    pub of: String,
    /// Whether lower is better in `of`. Agreement is then below 0.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lower_is_better: bool,
    /// The mean, -1 to 1. It has no interval.
    pub value: f64,
}

impl Correlations {
    /// Returns a sentence about the items that are left out, or `None` if all count.
    #[must_use]
    pub fn left_out_note(&self) -> Option<String> {
        if let Some(reason) = &self.not_applied {
            return Some(format!("No items are left out: {reason}."));
        }
        let items = match self.left_out {
            1 => "1 item is left out".to_owned(),
            count => format!("{count} items are left out"),
        };
        match self.items {
            CorrelatedItems::All => None,
            CorrelatedItems::Asked => Some(format!("{items}: decided by rule.")),
            CorrelatedItems::Imperfect => Some(format!("{items}: CDM is 1 and the judge gives 10.")),
        }
    }

    /// Returns the pairs, then those of each group of raters.
    pub fn all_pairs(&self) -> impl Iterator<Item = &Correlation> {
        self.pairs
            .iter()
            .chain(self.groups.iter().flat_map(|group| &group.pairs))
    }

    /// Returns all coefficients, those between groups of raters included.
    pub fn coefficients(&self) -> impl Iterator<Item = &Coefficient> {
        let pairs = self.all_pairs().flat_map(Correlation::coefficients);
        let between = self.between.iter().flat_map(BetweenGroups::coefficients);
        pairs.chain(between).map(|(_, coefficient)| coefficient)
    }

    /// Returns the pairs with people's ratings, those that agree most with people first, then those that are undefined.
    /// The order is by Pearson's r; where lower is better, the lowest coefficient agrees most.
    #[must_use]
    pub fn with_ratings(&self) -> Vec<&Correlation> {
        let mut pairs: Vec<&Correlation> = self.pairs.iter().filter(|pair| pair.with == RATINGS).collect();
        let agreement = |pair: &Correlation| {
            let sign = if pair.lower_is_better { -1.0 } else { 1.0 };
            pair.pearson
                .estimate()
                .map_or(f64::NEG_INFINITY, |estimate| sign * estimate.value)
        };
        pairs.sort_by(|a, b| agreement(b).total_cmp(&agreement(a)));
        pairs
    }
}

/// The items that count for a correlation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CorrelatedItems {
    /// All items with both values. An item that a protocol decides by rule counts with the rule's score, as in the
    /// judge's mean.
    #[default]
    All,
    /// All items except those that a judge's protocol decides by rule.
    Asked,
    /// All items except those to which both judge and CDM give a perfect score. The document-parser paper chose the
    /// pairs for human rating in this way (section 4.1). If an item has several judges or both variants of CDM, all of
    /// them must be perfect.
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

impl Correlation {
    /// Returns the coefficients with their names.
    #[must_use]
    pub fn coefficients(&self) -> [(&'static str, &Coefficient); 3] {
        named([&self.pearson, &self.spearman, &self.kendall])
    }
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
