//! The two official implementations and their constants.

use serde::{Deserialize, Serialize};

/// An official implementation. Scores of different variants are not comparable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// UniMERNet, September 2025.
    Unimernet,
    /// OmniDocBench, November 2025.
    OmniDocBench,
}

/// The constants that differ between the variants.
pub(crate) struct Constants {
    /// The cost of a pair whose tokens are different commands for the same symbol.
    pub(crate) same_sign_cost: f64,
    /// The maximum number of rounds of the geometric filter.
    pub(crate) max_rounds: usize,
    /// The number of pairs to which a model is fitted. If there are no more pairs than this, all of them fit.
    pub(crate) min_samples: usize,
    /// The distance, in pixels, below which a pair fits the model.
    pub(crate) residual_threshold: f64,
}

impl Variant {
    pub(crate) const fn constants(self) -> Constants {
        match self {
            Self::Unimernet => Constants {
                same_sign_cost: 0.005,
                max_rounds: 5,
                min_samples: 2,
                residual_threshold: 20.0,
            },
            Self::OmniDocBench => Constants {
                same_sign_cost: 0.05,
                max_rounds: 3,
                min_samples: 3,
                residual_threshold: 25.0,
            },
        }
    }

    /// Returns the divisor of the index of a token in a list of `own` tokens, if the other list has `other` tokens.
    pub(crate) fn order_scale(self, own: usize, other: usize) -> f64 {
        match self {
            Self::Unimernet => own.max(other) as f64,
            Self::OmniDocBench => own as f64,
        }
    }
}
