//! The rules of the matching: the variant, the edition of its constants, and the samples of the geometric filter.

use super::variant::Variant;
use crate::settings::{Choice, Parameter, Settings};

/// The rules by which boxes are matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Decides which tokens are the same symbol.
    pub variant: Variant,
    /// Decides the constants.
    pub edition: Edition,
    /// Decides which models the geometric filter tries.
    pub samples: Samples,
}

impl From<Variant> for Rules {
    /// Returns the rules of the official code.
    fn from(variant: Variant) -> Self {
        Self {
            variant,
            edition: match variant {
                Variant::Unimernet => Edition::June2025,
                Variant::OmniDocBench => Edition::September2024,
            },
            samples: Samples::Seeded,
        }
    }
}

/// An edition of the constants. UniMERNet changed them in June 2025; OmniDocBench still has the former ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edition {
    /// The first release, of September 2024.
    September2024,
    /// The release of June 2025.
    June2025,
}

/// The constants that differ between the editions.
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

impl Edition {
    const SEPTEMBER_2024: &'static str = "2024-09";
    const JUNE_2025: &'static str = "2025-06";

    /// Returns the edition as the value of a setting.
    pub(crate) const fn choice(self) -> Choice {
        Choice {
            chosen: match self {
                Self::September2024 => Self::SEPTEMBER_2024,
                Self::June2025 => Self::JUNE_2025,
            },
            options: &[Self::JUNE_2025, Self::SEPTEMBER_2024],
        }
    }

    /// Returns the value of a setting.
    pub(crate) fn of_setting(settings: &Settings, parameter: &Parameter<Choice>) -> Self {
        match settings.get(parameter).chosen {
            Self::SEPTEMBER_2024 => Self::September2024,
            _ => Self::June2025,
        }
    }

    pub(crate) const fn constants(self) -> Constants {
        match self {
            Self::June2025 => Constants {
                same_sign_cost: 0.005,
                max_rounds: 5,
                min_samples: 2,
                residual_threshold: 20.0,
            },
            Self::September2024 => Constants {
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
            Self::June2025 => own.max(other) as f64,
            Self::September2024 => own as f64,
        }
    }
}

/// The samples of pairs to which the geometric filter fits its models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Samples {
    /// At most 50 random samples, which are numpy's for seed 42, as in the official code.
    Seeded,
    /// All samples, or an even selection of them in long formulas. Nothing is random.
    Exhaustive,
}

impl Samples {
    const SEEDED: &'static str = "seeded";
    const EXHAUSTIVE: &'static str = "exhaustive";

    /// Returns the samples as the value of a setting.
    pub(crate) const fn choice(self) -> Choice {
        Choice {
            chosen: match self {
                Self::Seeded => Self::SEEDED,
                Self::Exhaustive => Self::EXHAUSTIVE,
            },
            options: &[Self::SEEDED, Self::EXHAUSTIVE],
        }
    }

    /// Returns the value of a setting.
    pub(crate) fn of_setting(settings: &Settings, parameter: &Parameter<Choice>) -> Self {
        match settings.get(parameter).chosen {
            Self::EXHAUSTIVE => Self::Exhaustive,
            _ => Self::Seeded,
        }
    }
}
