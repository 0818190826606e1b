//! Section accuracy, precision and recall with levels.
//!
//! # What it measures
//! Whether the prediction has the section titles of the reference, each on its level, and no others.
//!
//! # Formula
//! 2 · matched titles / (titles of the reference + predicted titles). Titles are normalised and matched as in `sa`, but
//! match only on the same level: `\section`, `\subsection` or `\subsubsection`.
//!
//! # Example
//! ```text
//! reference: \section{Tides} \subsection{Causes}
//! prediction: \section{Tides} \section{Causes}
//! score: 0.5 = 2 * 1 / (2 + 2)
//! ```
//!
//! The second title is on another level.
//!
//! # Range and direction
//! 0 (no title matches) to 1 (all match, and there are no others); higher is better.
//!
//! # Edge cases
//! No headings on either side: undefined. Headings on one side only: 0. A title that occurs on two levels is matched on
//! each level separately.
//!
//! # Deviations from the paper
//! Appendix A.6 ignores levels; section 3.1 asks for the proper hierarchy and gives no rule.
//!
//! # Source
//! TexOCR-Bench, section 3.1 and appendix A.6.

use texlens_vocabulary::{Kind, Score};

use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::suite::sa::{Levels, f1};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &SectionF1Levels;

pub(super) static INFO: Info = Info {
    id: "sa_f1_levels",
    name: "Section accuracy, precision and recall with levels",
    about: "How well the section headings agree, level included.",
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

struct SectionF1Levels;

impl Metric for SectionF1Levels {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        f1(INFO.id, input, Levels::Same)
    }
}
