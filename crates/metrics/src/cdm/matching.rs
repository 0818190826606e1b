//! The matching of boxes, and the scores calculated from it.

use super::assignment::assign;
use super::costs::{Costs, DIFFERENT};
use super::inliers::inliers;
use super::rules::Rules;
use super::{RenderedFormula, TokenBox};

/// The maximum number of tokens of a formula: the number of colours that distinguish them.
pub const MAX_TOKENS: usize = 5800;

/// The pairs of tokens of two formulas.
#[derive(Debug, Clone, PartialEq)]
pub struct Matching {
    /// The pairs of least total cost, in the order of the reference. There are as many as the shorter side has tokens.
    pub pairs: Vec<Pair>,
    /// The number of tokens of the reference.
    pub reference_tokens: usize,
    /// The number of tokens of the prediction.
    pub prediction_tokens: usize,
}

/// A pair of tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair {
    /// The index of the reference's box.
    pub reference: usize,
    /// The index of the prediction's box.
    pub prediction: usize,
    /// The cost of the tokens: 0 for equal tokens, 1 for different ones, and the edition's small cost for two commands
    /// of the same symbol.
    pub token_cost: f64,
    /// The token cost plus the weighted differences of place and order.
    pub cost: f64,
    /// Whether the shift of the pair fits that of other pairs.
    pub fits: bool,
}

impl Pair {
    /// Whether the pair is a match: it fits, and its tokens look the same.
    #[must_use]
    pub fn is_match(&self) -> bool {
        self.fits && self.token_cost != DIFFERENT
    }
}

impl Matching {
    /// Returns the number of matches.
    #[must_use]
    pub fn matches(&self) -> usize {
        self.pairs.iter().filter(|pair| pair.is_match()).count()
    }

    /// Returns matches / tokens of the reference, rounded to three decimals like the official tools; 0 without tokens.
    #[must_use]
    pub fn recall(&self) -> f64 {
        rounded_ratio(self.matches(), self.reference_tokens)
    }

    /// Returns matches / tokens of the prediction, rounded to three decimals; 0 without tokens.
    #[must_use]
    pub fn precision(&self) -> f64 {
        rounded_ratio(self.matches(), self.prediction_tokens)
    }

    /// Returns 2 · matches / tokens of both, rounded to three decimals; 0 without tokens.
    #[must_use]
    pub fn f1(&self) -> f64 {
        rounded_ratio(2 * self.matches(), self.reference_tokens + self.prediction_tokens)
    }

    /// Returns the indices of the reference's boxes that are in no match, in order.
    #[must_use]
    pub fn missing(&self) -> Vec<usize> {
        without_match(self.reference_tokens, self.pairs.iter(), |pair| pair.reference)
    }

    /// Returns the indices of the prediction's boxes that are in no match, in order.
    #[must_use]
    pub fn extra(&self) -> Vec<usize> {
        without_match(self.prediction_tokens, self.pairs.iter(), |pair| pair.prediction)
    }
}

fn without_match<'a>(count: usize, pairs: impl Iterator<Item = &'a Pair>, side: impl Fn(&Pair) -> usize) -> Vec<usize> {
    let mut matched = vec![false; count];
    for pair in pairs.filter(|pair| pair.is_match()) {
        if let Some(slot) = matched.get_mut(side(pair)) {
            *slot = true;
        }
    }
    let unmatched = matched.into_iter().enumerate().filter(|(_, matched)| !matched);
    unmatched.map(|(at, _)| at).collect()
}

/// Rounds to three decimals like Python's `round`: the exact binary value decides, and ties go to even.
fn rounded_ratio(numerator: usize, denominator: usize) -> f64 {
    if denominator == 0 {
        return 0.0;
    }
    let ratio = numerator as f64 / denominator as f64;
    format!("{ratio:.3}").parse().unwrap_or(ratio)
}

/// Returns ExpRate: the share of formulas with an F1 of exactly 1 after rounding; `None` if there are none. The score
/// of a data set consists of ExpRate and the mean F1. A reference without boxes is excluded from both; a prediction
/// without boxes counts as 0 in both.
#[must_use]
pub fn exp_rate(f1: &[f64]) -> Option<f64> {
    let exact = f1.iter().filter(|f1| **f1 == 1.0).count();
    (!f1.is_empty()).then(|| exact as f64 / f1.len() as f64)
}

/// Pairs the tokens of two typeset formulas, by the official rules of a [`Variant`](super::Variant) or by other
/// [`Rules`].
///
/// The pairs are those of least total cost: the token cost, 0.05 of the place in the image, and 0.15 of the place in
/// the order. Then the geometric filter removes pairs whose shift no other pairs share. The time of the assignment
/// grows with the square of the number of tokens if the formulas are similar, and with its cube at worst. It is well
/// below 1 ms for 100 tokens, 0.1 s for 1,000, and 30 s at the limit. The other steps are linear, except for a filter with
/// exhaustive samples: it calculates at most 20 million distances in each of its rounds.
///
/// # Errors
///
/// Fails if a side has more than [`MAX_TOKENS`] boxes.
pub fn match_formulas(
    reference: &RenderedFormula,
    prediction: &RenderedFormula,
    rules: impl Into<Rules>,
) -> Result<Matching, TooManyTokens> {
    let rules = rules.into();
    let most = reference.boxes.len().max(prediction.boxes.len());
    if most > MAX_TOKENS {
        return Err(TooManyTokens { tokens: most });
    }
    let costs = Costs::of(reference, prediction, rules);
    let columns = assign(reference.boxes.len(), prediction.boxes.len(), |row, column| {
        costs.of_pair(row, column)
    });
    let assigned: Vec<(usize, usize)> = columns
        .into_iter()
        .enumerate()
        .filter_map(|(row, column)| column.map(|column| (row, column)))
        .collect();
    let centres: Vec<_> = assigned
        .iter()
        .filter_map(|(row, column)| {
            Some((
                centre(reference.boxes.get(*row)?),
                centre(prediction.boxes.get(*column)?),
            ))
        })
        .collect();
    let fits = inliers(&centres, &rules.edition.constants(), rules.samples);
    let pair = |((reference, prediction), fits)| Pair {
        reference,
        prediction,
        token_cost: costs.of_tokens(reference, prediction),
        cost: costs.of_pair(reference, prediction),
        fits,
    };
    Ok(Matching {
        pairs: assigned.into_iter().zip(fits).map(pair).collect(),
        reference_tokens: reference.boxes.len(),
        prediction_tokens: prediction.boxes.len(),
    })
}

/// Returns the centre of a box as (y, x).
fn centre(token: &TokenBox) -> [f64; 2] {
    let [left, top, right, bottom] = token.bbox;
    [(top + bottom) / 2.0, (left + right) / 2.0]
}

/// The error of a formula with more tokens than there are colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a formula has {tokens} visible tokens, more than the {MAX_TOKENS} that can be told apart; split it")]
pub struct TooManyTokens {
    /// The number of tokens.
    pub tokens: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_rounded_as_python_rounds() {
        assert_eq!(rounded_ratio(1, 16), 0.062);
        assert_eq!(rounded_ratio(3, 16), 0.188);
        assert_eq!(rounded_ratio(2, 3), 0.667);
        assert_eq!(rounded_ratio(4, 4), 1.0);
        assert_eq!(rounded_ratio(1, 0), 0.0);
    }

    #[test]
    fn exp_rate_is_the_share_of_formulas_without_fault() {
        assert_eq!(exp_rate(&[1.0, 0.999, 1.0, 0.0]), Some(0.5));
        assert_eq!(exp_rate(&[]), None);
    }
}
