//! Formula accuracy, equivalent and equal only.
//!
//! # What it measures
//! Whether the displayed formulas were recognised without missing or extra tokens, however they are written.
//!
//! # Formula
//! As `fa_equivalent`, but an aligned formula is right only if both sides have the same tokens.
//!
//! # Example
//! ```text
//! reference: \[ a \le b \] \[ c = 1 \]
//! prediction: \[ a \leq b \] \[ c = \]
//! score: 0.5 = 1 / 2
//! ```
//!
//! With `fa_equivalent`, the value is 1, since the second formula counts as right.
//!
//! # Range and direction
//! 0 (no formula is right) to 1 (all are right); higher is better. Never above `fa_equivalent`.
//!
//! # Edge cases
//! Those of `fa_strict`.
//!
//! # Deviations from the paper
//! Appendix A.4 removes only comments, layout commands and white space. It also accepts a formula whose tokens are an
//! ordered subsequence of its partner's, or the reverse. All other steps of the normalisation are those of texlens.
//!
//! # Source
//! texlens, after TexOCR-Bench, appendix A.4.

use texlens_latex::Step;
use texlens_vocabulary::{Kind, Score};

use crate::displays::Agreement;
use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::suite::fa;

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &StrictEquivalentAccuracy;

pub(super) static INFO: Info = Info {
    id: "fa_equivalent_strict",
    name: "Formula accuracy, equivalent and equal only",
    about: "The share of displayed formulas with the same tokens on both sides, however they are written.",
    group: Group::Reading,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "texlens, after TexOCR-Bench, appendix A.4",
    limits: "",
    headline: None,
    parameters: &[],
};

struct StrictEquivalentAccuracy;

impl Metric for StrictEquivalentAccuracy {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        fa::accuracy(INFO.id, input, &Step::ALL, |agreement| agreement == Agreement::Equal)
    }
}
