//! Character detection matching, UniMERNet's variant.
//!
//! # What it measures
//! How many of a formula's characters are seen in the right place when both sides are typeset.
//!
//! # Formula
//! `2 m / (g + p)` for g tokens of the reference and p of the prediction that leave ink, of which m pairs match (see
//! [`match_formulas`](crate::cdm::match_formulas)): pairs of least total cost, of which those count that lie at most 20
//! pixels off a shift and scale that others share, and whose tokens are the same sign. Rounded to three decimals.
//!
//! # Range and direction
//! 0 (no character is found) to 1 (all are, and none besides); higher is better.
//!
//! # Edge cases
//! The reference could not be typeset: undefined, and left out of a mean. The prediction could not: 0. More than 5800
//! tokens on a side: undefined.
//!
//! # Deviations from the paper
//! The code is followed, of September 2025. Two pairs and fewer are not filtered. Pairs that are cheapest are not always
//! those a person would choose, since order weighs three times as much as place. The filter draws random samples; they
//! are numpy's for seed 42, as other seeds change the score of one formula in twenty.
//!
//! # Source
//! `CDM: A Reliable Metric for Fair and Accurate Formula Recognition Evaluation`; UniMERNet's code.

use texlens_vocabulary::{Kind, Score};

use crate::cdm::{self, Variant};
use crate::metric::{Direction, Group, Headline, Info, Input, Metric, Need};

/// For the registry.
pub const METRIC: &dyn Metric = &CdmUnimernet;

static INFO: Info = Info {
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
    parameters: &[],
};

struct CdmUnimernet;

impl Metric for CdmUnimernet {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        cdm::score(INFO.id, Variant::Unimernet, input)
    }
}
