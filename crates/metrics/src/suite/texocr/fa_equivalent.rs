//! Formula accuracy, equivalent.
//!
//! # What it measures
//! Whether the displayed formulas were recognised, token by token, however they are written.
//!
//! # Formula
//! As `fa`, with its settings, but tokens are compared after all steps of the normalisation of `exact`. In addition to
//! the steps of `fa`, these unify Unicode characters and commands (`α`), old and new font commands (`{\bf x}`), `\over`
//! and `\frac`, commands that print the same (`\le` and `\leq`), names of operators, dots, the order of scripts, and
//! braces around a single token. They also remove alignment.
//!
//! # Example
//! ```text
//! reference: \[ a \le b \] \[ c = 1 \]
//! prediction: \[ a \leq b \] \[ c = 2 \]
//! score: 0.5 = 1 / 2
//! ```
//!
//! `\le` and `\leq` print the same. With `fa`, the value is 0.
//!
//! # Range and direction
//! 0 (no formula is right) to 1 (all are right); higher is better.
//!
//! # Edge cases
//! Those of `fa`.
//!
//! # Deviations from the paper
//! Appendix A.4 removes only comments, layout commands and white space (`fa`). All other steps of the normalisation are
//! those of texlens.
//!
//! # Source
//! texlens, after TexOCR-Bench, appendix A.4.

use texlens_latex::Step;
use texlens_vocabulary::{Kind, Score};

use crate::displays::Agreement;
use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::suite::fa;

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &EquivalentAccuracy;

pub(super) static INFO: Info = Info {
    id: "fa_equivalent",
    name: "Formula accuracy, equivalent",
    about: "The share of displayed formulas whose tokens are right, or right as far as they go, however they are written.",
    group: Group::Reading,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "texlens, after TexOCR-Bench, appendix A.4",
    limits: "A formula that was cut off or that goes on too long counts as right as long as the tokens of one side are an \
             ordered part of the other's; fa_equivalent_strict asks for the same tokens.",
    headline: None,
    parameters: &[],
};

struct EquivalentAccuracy;

impl Metric for EquivalentAccuracy {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        fa::accuracy(INFO.id, input, &Step::ALL, |agreement| {
            agreement != Agreement::Different
        })
    }
}
