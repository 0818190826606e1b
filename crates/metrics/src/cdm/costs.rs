//! The costs of pairs of tokens.

use std::collections::HashMap;

use super::RenderedFormula;
use super::rules::Rules;
use super::same::same_sign;

const POSITION_WEIGHT: f64 = 0.05;
const ORDER_WEIGHT: f64 = 0.15;

/// The cost of a pair for which the arithmetic has no result.
const NO_RESULT: f64 = 100.0;

/// The cost of a pair of different tokens.
pub(crate) const DIFFERENT: f64 = 1.0;

/// A token with the values that determine its costs.
struct Item {
    /// The number of the token; equal tokens have equal numbers.
    token: usize,
    /// The number of the symbol; tokens for the same symbol have equal numbers.
    sign: usize,
    /// The bounding box, in fractions of the image's width and height.
    place: [f64; 4],
    /// The index in the list, divided by the edition's scale.
    order: f64,
}

/// The costs of all pairs of tokens of two formulas, in O(1) per pair.
pub(crate) struct Costs {
    same_sign: f64,
    reference: Vec<Item>,
    prediction: Vec<Item>,
}

impl Costs {
    pub(crate) fn of(reference: &RenderedFormula, prediction: &RenderedFormula, rules: Rules) -> Self {
        let mut numbering = Numbering::default();
        let mut items = |own: &RenderedFormula, other: &RenderedFormula| -> Vec<Item> {
            let scale = rules.edition.order_scale(own.boxes.len(), other.boxes.len());
            let [width, height] = own.size;
            let item = |(at, token): (usize, &super::TokenBox)| {
                let [left, top, right, bottom] = token.bbox;
                Item {
                    token: numbering.number(token.token.clone()),
                    // Symbols and tokens share one numbering, because a symbol is also a token. Tokens are only
                    // compared with tokens, and symbols with symbols.
                    sign: numbering.number(same_sign(&token.token, rules.variant)),
                    place: [left / width, top / height, right / width, bottom / height],
                    order: at as f64 / scale,
                }
            };
            own.boxes.iter().enumerate().map(item).collect()
        };
        Self {
            same_sign: rules.edition.constants().same_sign_cost,
            reference: items(reference, prediction),
            prediction: items(prediction, reference),
        }
    }

    /// Returns the cost of the difference of the tokens alone.
    pub(crate) fn of_tokens(&self, reference: usize, prediction: usize) -> f64 {
        self.pair(reference, prediction)
            .map_or(DIFFERENT, |(a, b)| self.token_cost(a, b))
    }

    /// Returns the total cost of the pair.
    pub(crate) fn of_pair(&self, reference: usize, prediction: usize) -> f64 {
        let Some((a, b)) = self.pair(reference, prediction) else {
            return NO_RESULT;
        };
        let position = a.place.iter().zip(b.place).map(|(a, b)| (a - b).abs()).sum::<f64>() / 4.0;
        let order = (a.order - b.order).abs();
        let cost = self.token_cost(a, b) + POSITION_WEIGHT * position + ORDER_WEIGHT * order;
        if cost.is_finite() { cost } else { NO_RESULT }
    }

    fn pair(&self, reference: usize, prediction: usize) -> Option<(&Item, &Item)> {
        self.reference.get(reference).zip(self.prediction.get(prediction))
    }

    fn token_cost(&self, a: &Item, b: &Item) -> f64 {
        if a.token == b.token {
            0.0
        } else if a.sign == b.sign {
            self.same_sign
        } else {
            DIFFERENT
        }
    }
}

/// A numbering of strings; equal strings have equal numbers.
#[derive(Default)]
struct Numbering(HashMap<String, usize>);

impl Numbering {
    fn number(&mut self, text: String) -> usize {
        let next = self.0.len();
        *self.0.entry(text).or_insert(next)
    }
}
