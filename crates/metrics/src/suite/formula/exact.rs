//! Same tokens.
//!
//! # What it measures
//! Whether a formula was recognised without any difference that a reader could see in its tokens.
//!
//! # Formula
//! 1 if both sides have the same tokens after [`normalise_formula`], else 0.
//!
//! # Example
//! ```text
//! reference: x^{2} + \alpha
//! prediction: x^2 + a
//! score: 0
//! ```
//!
//! `\alpha` and `a` are different tokens. Without this difference the score is 1, since `x^{2}` and `x^2` are the same.
//!
//! # Range and direction
//! 0 or 1; higher is better.
//!
//! # Edge cases
//! Two formulas without tokens are equal.
//!
//! # Deviations from the paper
//! None: the metric and its normalisation are those of texlens.
//!
//! # Source
//! texlens.

use texlens_latex::normalise_formula;
use texlens_vocabulary::{Kind, Score};

use crate::metric::{Direction, Group, Headline, Info, Input, Metric, Need};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &Exact;

pub(super) static INFO: Info = Info {
    id: "exact",
    name: "Same tokens",
    about: "1 if both formulas have the same tokens after normalisation, 0 if not.",
    group: Group::Formula,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula],
    needs: &[Need::Text],
    source: "texlens",
    limits: "",
    headline: Some(Headline {
        label: "Exact",
        places: &[(Kind::Formula, 4)],
    }),
    parameters: &[],
};

struct Exact;

impl Metric for Exact {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let same = normalise_formula(input.reference.source) == normalise_formula(input.prediction.source);
        let summary = if same {
            "the same tokens after normalisation"
        } else {
            "the tokens differ after normalisation"
        };
        Score::value_of(INFO.id, f64::from(u8::from(same)), Vec::new()).saying(summary)
    }
}
