//! Section accuracy, precision and recall.
//!
//! # What it measures
//! Whether the prediction has the section titles of the reference and no others.
//!
//! # Formula
//! 2 · matched titles / (titles of the reference + predicted titles): the harmonic mean of precision and recall. Titles
//! are normalised and matched as in `sa`.
//!
//! # Example
//! ```text
//! reference: \section{Tides} \section{Winds} \section{Waves}
//! prediction: \section{Winds} \section{Ways}
//! score: 0.4 = 2 * 1 / (3 + 2)
//! ```
//!
//! # Range and direction
//! 0 (no title matches) to 1 (all match, and there are no others); higher is better.
//!
//! # Edge cases
//! No headings on either side: undefined. Headings on one side only: 0.
//!
//! # Deviations from the paper
//! Appendix A.6 defines precision alone; section 3.1 asks that all titles be recovered, which takes recall.
//!
//! # Source
//! TexOCR-Bench, section 3.1 and appendix A.6.

use texlens_vocabulary::{Kind, Score};

use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::suite::sa::{Levels, f1};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &SectionF1;

pub(super) static INFO: Info = Info {
    id: "sa_f1",
    name: "Section accuracy, precision and recall",
    about: "How well the section headings agree: neither missing nor extra ones go unnoticed.",
    group: Group::Reading,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "TexOCR-Bench, section 3.1",
    limits: "",
    headline: None,
    parameters: &[],
};

struct SectionF1;

impl Metric for SectionF1 {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        f1(INFO.id, input, Levels::Ignored)
    }
}
