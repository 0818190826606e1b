//! Character detection matching, UniMERNet's variant.
//!
//! # What it measures
//! How many of a formula's characters are in the right place when both sides are typeset.
//!
//! # Formula
//! `2 m / (g + p)` for g tokens of the reference and p tokens of the prediction that leave ink, of which m pairs match
//! (see [`match_formulas`](crate::cdm::match_formulas)). The pairs are those of least total cost. A pair matches if it
//! lies less than 20 pixels off a shift and scale that other pairs share, and if its tokens are the same symbol.
//! Rounded to three decimals.
//!
//! # Example
//! ```text
//! reference: a+b=c
//! prediction: a-b=c
//! reference boxes: a 0 10 16 30; + 20 10 36 30; b 40 10 56 30; = 60 10 76 30; c 80 10 96 30
//! prediction boxes: a 0 10 16 30; - 20 10 36 30; b 40 10 56 30; = 60 10 76 30; c 80 10 96 30
//! score: 0.8 = 2 * 4 / (5 + 5)
//! ```
//!
//! The boxes are the left, top, right and bottom edges of the typeset tokens in pixels.
//!
//! # Range and direction
//! 0 (no character is found) to 1 (all are, and no others); higher is better.
//!
//! # Edge cases
//! The reference could not be typeset: undefined, and omitted from a mean. The prediction could not: 0. More than 5,800
//! tokens on a side: undefined.
//!
//! # Deviations from the paper
//! The code of September 2025 is followed. Two pairs and fewer are not filtered. The cheapest pairs are not always
//! those that a person would choose, because order has three times the weight of place. The filter draws random
//! samples, which are numpy's for seed 42. Other seeds change the score of 1 formula in 20. If `cdm_unimernet.samples` is
//! `exhaustive`, the filter tries all samples, and the score depends on no seed.
//!
//! The constants changed in June 2025. `cdm_unimernet.constants` chooses those before (`2024-09`): 25 pixels, models of
//! three pairs, three rounds instead of five, a cost of 0.05 instead of 0.005 for another command of the same symbol, and
//! the order as a share of the own side. For the tokens of that time, too, see
//! [`cdm_omnidocbench`](super::cdm_omnidocbench).
//!
//! # Source
//! `CDM: A Reliable Metric for Fair and Accurate Formula Recognition Evaluation`; UniMERNet's code.

use texlens_vocabulary::{Kind, Score};

use crate::cdm::{self, Edition, Rules, Samples, Variant};
use crate::metric::{Direction, Group, Headline, Info, Input, Metric, Need};
use crate::settings::{Choice, Parameter};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &CdmUnimernet;

/// The constants of the matching.
pub static CONSTANTS: Parameter<Choice> = Parameter {
    name: "cdm_unimernet.constants",
    default: Edition::June2025.choice(),
    about: "Constants of the matching: those of UniMERNet's code since June 2025, or those of September 2024 to June 2025.",
};

/// The samples of the geometric filter.
pub static SAMPLES: Parameter<Choice> = Parameter {
    name: "cdm_unimernet.samples",
    default: Samples::Seeded.choice(),
    about: "Samples of the geometric filter: seeded as in the official code, or all of them, so that nothing is random.",
};

pub(super) static INFO: Info = Info {
    id: "cdm_unimernet",
    name: "CDM (UniMERNet)",
    about: "How many characters are in the right place when both formulas are typeset, by UniMERNet's constants.",
    group: Group::Formula,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula],
    needs: &[Need::GlyphBoxes],
    source: "CDM; UniMERNet's code of September 2025",
    limits: "Blind to scripts that become plain characters or change sides within 20 pixels, so that x^n equals x_n; a \
             missing or added brace can cost everything. Large operators whose names end alike count as the same. Not \
             comparable with OmniDocBench's variant.",
    headline: Some(Headline {
        label: "CDM",
        places: &[(Kind::Formula, 3)],
    }),
    parameters: &[&CONSTANTS, &SAMPLES],
};

struct CdmUnimernet;

impl Metric for CdmUnimernet {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let rules = Rules {
            variant: Variant::Unimernet,
            edition: Edition::of_setting(input.settings, &CONSTANTS),
            samples: Samples::of_setting(input.settings, &SAMPLES),
        };
        cdm::score(INFO.id, rules, input)
    }
}
