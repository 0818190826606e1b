//! Character detection matching, OmniDocBench's variant.
//!
//! # What it measures
//! How many of a formula's characters are in the right place when both sides are typeset.
//!
//! # Formula
//! As [`cdm_unimernet`](super::cdm_unimernet), with other constants. A pair may lie 25 pixels off. Models are fitted to
//! three pairs. A different command for the same symbol costs ten times as much. Fewer words and symbols are known to
//! be the same. These rules and constants are those of UniMERNet's code before June 2025.
//!
//! # Example
//! ```text
//! reference: a+b=c
//! prediction: a+b= \\ c
//! reference boxes: a 0 10 16 30; + 20 10 36 30; b 40 10 56 30; = 60 10 76 30; c 80 10 96 30
//! prediction boxes: a 0 10 16 30; + 20 10 36 30; b 40 10 56 30; = 60 10 76 30; c 0 50 16 70
//! score: 0.8 = 2 * 4 / (5 + 5)
//! ```
//!
//! The last letter is in the next line, further away than a pair may lie. The boxes are the left, top, right and bottom
//! edges of the typeset tokens in pixels.
//!
//! # Range and direction
//! 0 (no character is found) to 1 (all are, and no others); higher is better.
//!
//! # Edge cases
//! As [`cdm_unimernet`](super::cdm_unimernet).
//!
//! # Deviations from the paper
//! The code of November 2025 is followed, with one exception. It gives 0 if the reference could not be typeset, which
//! no prediction can prevent. Here the value is then undefined, as in the other variant. `cdm_omnidocbench.samples` is as
//! for the other variant.
//!
//! # Source
//! `CDM: A Reliable Metric for Fair and Accurate Formula Recognition Evaluation`; OmniDocBench's code.

use texlens_vocabulary::{Kind, Score};

use crate::cdm::{self, Rules, Samples, Variant};
use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::settings::{Choice, Parameter};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &CdmOmniDocBench;

/// The samples of the geometric filter.
pub static SAMPLES: Parameter<Choice> = Parameter {
    name: "cdm_omnidocbench.samples",
    default: Samples::Seeded.choice(),
    about: "Samples of the geometric filter: seeded as in the official code, or all of them, so that nothing is random.",
};

pub(super) static INFO: Info = Info {
    id: "cdm_omnidocbench",
    name: "CDM (OmniDocBench)",
    about: "How many characters are in the right place when both formulas are typeset, by OmniDocBench's constants.",
    group: Group::Formula,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula],
    needs: &[Need::GlyphBoxes],
    source: "CDM; OmniDocBench's code of November 2025",
    limits: "Blind to scripts that become plain characters or change sides within 25 pixels, so that x^n equals x_n, and \
             to the places of three characters and fewer, so that a/b upside down is right. Large operators whose names \
             end alike count as the same. Not comparable with UniMERNet's variant.",
    headline: None,
    parameters: &[&SAMPLES],
};

struct CdmOmniDocBench;

impl Metric for CdmOmniDocBench {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let rules = Rules {
            samples: Samples::of_setting(input.settings, &SAMPLES),
            ..Rules::from(Variant::OmniDocBench)
        };
        cdm::score(INFO.id, rules, input)
    }
}
