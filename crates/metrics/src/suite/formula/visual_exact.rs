//! Same look.
//!
//! # What it measures
//! Whether TeX sets both formulas alike, whatever their sources.
//!
//! # Formula
//! 1 if both formulas have the same glyphs and rules at the same places within a thousandth of an em, else 0. Places
//! are relative to the upper left corner of the ink.
//!
//! # Example
//! ```text
//! reference: x^{2}
//! prediction: x_2
//! reference layout: x 0 0.45 1; 2 0.57 0 0.7
//! prediction layout: x 0 0.45 1; 2 0.57 0.6 0.7
//! score: 0
//! ```
//!
//! A mark has its place from the left and from the top, and its size, in em. The 2 stands lower in the prediction.
//!
//! # Range and direction
//! 0 or 1; higher is better.
//!
//! # Edge cases
//! A side does not compile, or has more than 4,000 marks: undefined, with the reason. Both formulas are set as displays
//! without their delimiters, labels and numbers; rows are aligned.
//!
//! # Deviations from the paper
//! None: the metric is that of texlens.
//!
//! # Source
//! texlens.

use texlens_vocabulary::{Kind, Score};

use crate::layout;
use crate::metric::{Direction, Group, Info, Input, Metric, Need};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &VisualExact;

pub(super) static INFO: Info = Info {
    id: "visual_exact",
    name: "Same look",
    about: "1 if TeX sets both formulas alike, glyph by glyph, 0 if not.",
    group: Group::Formula,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula],
    needs: &[Need::Layouts],
    source: "texlens",
    limits: "Spacing counts: a missing thin space makes a difference that few readers see.",
    headline: None,
    parameters: &[],
};

struct VisualExact;

impl Metric for VisualExact {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        match layout::same(INFO.id, input) {
            Ok(true) => Score::value_of(INFO.id, 1.0, Vec::new()).saying("the same glyphs at the same places"),
            Ok(false) => Score::value_of(INFO.id, 0.0, Vec::new()).saying("the formulas look different"),
            Err(undefined) => undefined,
        }
    }
}
