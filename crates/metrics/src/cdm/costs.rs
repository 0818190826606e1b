//! What a pair of tokens costs.

use std::collections::HashMap;

use super::RenderedFormula;
use super::same::same_sign;
use super::variant::Variant;

const POSITION_WEIGHT: f64 = 0.05;
const ORDER_WEIGHT: f64 = 0.15;

/// Cost of a pair where the arithmetic has no result.
const NO_RESULT: f64 = 100.0;

/// Cost of a pair of different tokens.
pub(crate) const DIFFERENT: f64 = 1.0;

/// A token as the costs see it.
struct Item {
    /// Equal for equal tokens.
    token: usize,
    /// Equal for tokens of the same sign.
    sign: usize,
    /// The box as a share of the image.
    place: [f64; 4],
    /// The place in the list as a share of its length.
    order: f64,
}

/// Costs of all pairs of two formulas. O(1) for a pair.
pub(crate) struct Costs {
    same_sign: f64,
    reference: Vec<Item>,
    prediction: Vec<Item>,
}

impl Costs {
    pub(crate) fn of(reference: &RenderedFormula, prediction: &RenderedFormula, variant: Variant) -> Self {
        let mut numbering = Numbering::default();
        let mut items = |own: &RenderedFormula, other: &RenderedFormula| -> Vec<Item> {
            let scale = variant.order_scale(own.boxes.len(), other.boxes.len());
            let [width, height] = own.size;
            let item = |(at, token): (usize, &super::TokenBox)| {
                let [left, top, right, bottom] = token.bbox;
                Item {
                    token: numbering.number(token.token.clone()),
                    // Signs and tokens are numbered together: a sign is a token too, and only like is compared to like.
                    sign: numbering.number(same_sign(&token.token, variant)),
                    place: [left / width, top / height, right / width, bottom / height],
                    order: at as f64 / scale,
                }
            };
            own.boxes.iter().enumerate().map(item).collect()
        };
        Self {
            same_sign: variant.constants().same_sign_cost,
            reference: items(reference, prediction),
            prediction: items(prediction, reference),
        }
    }

    /// What the difference of the tokens alone costs.
    pub(crate) fn of_tokens(&self, reference: usize, prediction: usize) -> f64 {
        self.pair(reference, prediction)
            .map_or(DIFFERENT, |(a, b)| self.token_cost(a, b))
    }

    /// What the pair costs.
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

/// Numbers strings, equal ones alike.
#[derive(Default)]
struct Numbering(HashMap<String, usize>);

impl Numbering {
    fn number(&mut self, text: String) -> usize {
        let next = self.0.len();
        *self.0.entry(text).or_insert(next)
    }
}
