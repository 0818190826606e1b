//! Character detection matching with structure.
//!
//! # What it measures
//! How many of a formula's glyphs and rules are the same symbol in the same structural place: as a script or on the
//! line, in the same row and column, under the same accent.
//!
//! # Formula
//! `2 m / (g + p)` for g marks of the reference and p marks of the prediction. The marks are aligned in the order in
//! which TeX sets them, by a longest common subsequence of symbols with their sizes. An aligned mark counts among m if
//! it stands relative to the aligned mark before it as in the reference: within 0.12 of its size in height and, if
//! nothing stands between them, within 0.5 of its size in width. If [`visual_exact`](crate::suite::visual_exact) is 0,
//! the score is below 1.
//!
//! # Example
//! ```text
//! reference: x^{2}
//! prediction: x_2
//! reference layout: x 0 0.45 1; 2 0.57 0 0.7
//! prediction layout: x 0 0.45 1; 2 0.57 0.6 0.7
//! score: 0.5 = 2 * 1 / (2 + 2)
//! ```
//!
//! A mark has its place from the left and from the top, and its size, in em. The 2 stands lower in the prediction.
//!
//! # Range and direction
//! 0 (no symbol is in place) to 1 (the formulas look the same); higher is better.
//!
//! # Edge cases
//! A side does not compile, or has more than 4,000 marks: undefined, with the reason. Two formulas without marks: 1.
//!
//! # Deviations from the paper
//! CDM compares places on the page, within 20 pixels. So `2^2`, `2_2` and `22` are the same to it; here, they differ.
//! Nothing is drawn at random.
//!
//! # Source
//! texlens, after `CDM: A Reliable Metric for Fair and Accurate Formula Recognition Evaluation`.

use texlens_vocabulary::{Kind, Score};

use crate::layout;
use crate::metric::{Direction, Group, Info, Input, Metric, Need};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &CdmStructural;

pub(super) static INFO: Info = Info {
    id: "cdm_structural",
    name: "CDM with structure",
    about: "How many glyphs are the same symbol in the same structural place when TeX sets both formulas.",
    group: Group::Formula,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula],
    needs: &[Need::Layouts],
    source: "texlens, after CDM",
    limits: "Symbols are compared by font and code, so that a wrong font is a wrong symbol. Not comparable with CDM.",
    headline: None,
    parameters: &[],
};

struct CdmStructural;

impl Metric for CdmStructural {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        match layout::placement(INFO.id, input) {
            Ok(placement) => {
                let summary = format!(
                    "{} of {} marks in place; the prediction has {}",
                    placement.matches(),
                    placement.reference.len(),
                    placement.prediction.len()
                );
                Score::value_of(INFO.id, placement.f1(), Vec::new()).saying(summary)
            }
            Err(undefined) => undefined,
        }
    }
}
