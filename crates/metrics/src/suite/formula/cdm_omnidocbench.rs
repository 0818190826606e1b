//! Character detection matching, OmniDocBench's variant.
//!
//! # What it measures
//! How many of a formula's characters are seen in the right place when both sides are typeset.
//!
//! # Formula
//! As [`cdm_unimernet`](super::cdm_unimernet), with other constants: a pair may lie 25 pixels off, models are fitted to
//! three pairs, a different command for the same sign costs ten times as much, and fewer words and signs are known to
//! be the same.
//!
//! # Range and direction
//! 0 (no character is found) to 1 (all are, and none besides); higher is better.
//!
//! # Edge cases
//! As [`cdm_unimernet`](super::cdm_unimernet).
//!
//! # Deviations from the paper
//! The code is followed, of November 2025, but for one thing: it gives 0 where the reference could not be typeset, which
//! no prediction can help; here that is undefined, as in the other variant.
//!
//! # Source
//! `CDM: A Reliable Metric for Fair and Accurate Formula Recognition Evaluation`; OmniDocBench's code.

use texlens_vocabulary::{Kind, Score};

use crate::cdm::{self, Variant};
use crate::metric::{Direction, Group, Info, Input, Metric, Need};

/// For the registry.
pub const METRIC: &dyn Metric = &CdmOmniDocBench;

static INFO: Info = Info {
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
    parameters: &[],
};

struct CdmOmniDocBench;

impl Metric for CdmOmniDocBench {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        cdm::score(INFO.id, Variant::OmniDocBench, input)
    }
}
