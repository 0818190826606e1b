//! From boxes to a score.

use std::fmt;

use super::assignment::assign;
use super::costs::{Costs, DIFFERENT};
use super::inliers::inliers;
use super::variant::Variant;
use super::{RenderedFormula, TokenBox};

/// Most tokens of a formula: as many as there are colours to tell them apart.
pub const MAX_TOKENS: usize = 5800;

/// How the tokens of two formulas were paired.
#[derive(Debug, Clone, PartialEq)]
pub struct Matching {
    /// The pairs of least total cost, by the reference's order: as many as the shorter side has tokens.
    pub pairs: Vec<Pair>,
    /// Tokens of the reference.
    pub reference_tokens: usize,
    /// Tokens of the prediction.
    pub prediction_tokens: usize,
}

/// A pair of tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair {
    /// Index of the reference's box.
    pub reference: usize,
    /// Index of the prediction's box.
    pub prediction: usize,
    /// 0 for the same token, 1 for different ones, the variant's small cost for two commands of the same sign.
    pub token_cost: f64,
    /// The token cost and the weighted differences of place and order.
    pub cost: f64,
    /// Whether its shift fits that of other pairs.
    pub fits: bool,
}

impl Pair {
    /// Whether the pair counts: it fits, and its tokens look the same.
    #[must_use]
    pub fn is_match(&self) -> bool {
        self.fits && self.token_cost != DIFFERENT
    }
}

impl Matching {
    /// Pairs that count.
    #[must_use]
    pub fn matches(&self) -> usize {
        self.pairs.iter().filter(|pair| pair.is_match()).count()
    }

    /// Matches / tokens of the reference, rounded to three decimals as the official tools do; 0 without tokens.
    #[must_use]
    pub fn recall(&self) -> f64 {
        rounded_ratio(self.matches(), self.reference_tokens)
    }

    /// Matches / tokens of the prediction, rounded to three decimals; 0 without tokens.
    #[must_use]
    pub fn precision(&self) -> f64 {
        rounded_ratio(self.matches(), self.prediction_tokens)
    }

    /// 2 matches / tokens of both, rounded to three decimals; 0 without tokens.
    #[must_use]
    pub fn f1(&self) -> f64 {
        rounded_ratio(2 * self.matches(), self.reference_tokens + self.prediction_tokens)
    }

    /// Indices of the reference's boxes that no match has, in order.
    #[must_use]
    pub fn missing(&self) -> Vec<usize> {
        without_match(self.reference_tokens, self.pairs.iter(), |pair| pair.reference)
    }

    /// Indices of the prediction's boxes that no match has, in order.
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

/// To three decimals as Python's `round` has it: the exact binary value decides, halves go to even.
fn rounded_ratio(numerator: usize, denominator: usize) -> f64 {
    if denominator == 0 {
        return 0.0;
    }
    let ratio = numerator as f64 / denominator as f64;
    format!("{ratio:.3}").parse().unwrap_or(ratio)
}

/// The share of formulas with an F1 of exactly 1 after rounding, or `None` of none: ExpRate. The score of a data set is
/// this and the mean F1; a reference without boxes takes part in neither, a prediction without boxes is 0 in both.
#[must_use]
pub fn exp_rate(f1: &[f64]) -> Option<f64> {
    let exact = f1.iter().filter(|f1| **f1 == 1.0).count();
    (!f1.is_empty()).then(|| exact as f64 / f1.len() as f64)
}

/// Pairs the tokens of two typeset formulas.
///
/// The pairs are those of least total cost (token, 0.05 of the place in the image, 0.15 of the place in the order);
/// then the geometric filter sorts out those whose shift no others share. The assignment takes time that grows with the
/// square of the number of tokens where the formulas are much alike and with its cube at worst: well below a
/// millisecond for a hundred tokens, a tenth of a second for a thousand, half a minute at the limit. The rest is linear.
///
/// # Errors
///
/// If a side has more than [`MAX_TOKENS`] boxes.
pub fn match_formulas(
    reference: &RenderedFormula,
    prediction: &RenderedFormula,
    variant: Variant,
) -> Result<Matching, TooManyTokens> {
    let most = reference.boxes.len().max(prediction.boxes.len());
    if most > MAX_TOKENS {
        return Err(TooManyTokens { tokens: most });
    }
    let costs = Costs::of(reference, prediction, variant);
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
    let fits = inliers(&centres, &variant.constants());
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

/// y and x of the middle.
fn centre(token: &TokenBox) -> [f64; 2] {
    let [left, top, right, bottom] = token.bbox;
    [(top + bottom) / 2.0, (left + right) / 2.0]
}

/// A formula has more tokens than there are colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyTokens {
    /// How many.
    pub tokens: usize,
}

impl fmt::Display for TooManyTokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tokens = self.tokens;
        write!(
            f,
            "a formula has {tokens} visible tokens, more than the {MAX_TOKENS} that can be told apart; split it"
        )
    }
}

impl std::error::Error for TooManyTokens {}

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
