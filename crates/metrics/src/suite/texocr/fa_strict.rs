//! Formula accuracy, equality only.
//!
//! # What it measures
//! Whether the displayed formulas were recognised without missing or extra tokens.
//!
//! # Formula
//! As `fa`, with its settings, but an aligned formula is right only if both sides have the same tokens.
//!
//! # Example
//! ```text
//! reference: \[ a + b \] \[ c = 1 \] \[ d = 2 \]
//! prediction: \[ a + b \] \[ c = \] \[ d = 3 \]
//! score: 0.333 = 1 / 3
//! ```
//!
//! With `fa`, the value is 0.667, since the second formula counts as right.
//!
//! # Range and direction
//! 0 (no formula is right) to 1 (all are right); higher is better. Never above `fa`.
//!
//! # Edge cases
//! Those of `fa`.
//!
//! # Deviations from the paper
//! The paper also accepts a formula whose tokens are an ordered subsequence of its partner's, or the reverse.
//!
//! # Source
//! TexOCR-Bench, appendix A.4, without the subsequence rule.

use texlens_vocabulary::{Kind, Score};

use crate::displays::{Agreement, LETTER};
use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::suite::fa;

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &StrictFormulaAccuracy;

pub(super) static INFO: Info = Info {
    id: "fa_strict",
    name: "Formula accuracy, equality only",
    about: "The share of displayed formulas with the same tokens on both sides.",
    group: Group::Reading,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "TexOCR-Bench, appendix A.4, without the subsequence rule",
    limits: "",
    headline: None,
    parameters: &[],
};

struct StrictFormulaAccuracy;

impl Metric for StrictFormulaAccuracy {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        fa::accuracy(INFO.id, input, LETTER, |agreement| agreement == Agreement::Equal)
    }
}
