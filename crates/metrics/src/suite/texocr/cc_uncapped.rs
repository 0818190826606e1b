//! Citation coverage, not capped.
//!
//! # What it measures
//! Whether at least as many valid citations were generated as the reference has.
//!
//! # Formula
//! Valid citations of the prediction / all citations of the reference, as in `cc` and with its settings, but without
//! the limit of 1.
//!
//! # Example
//! ```text
//! reference: See \cite{a}, \cite{b}. @misc{a, title={A}} @misc{b, title={B}}
//! prediction: See \cite{a}, \cite{b}, \cite{a}. @misc{a, title={A}} @misc{b, title={B}}
//! score: 1.5 = 3 / 2
//! ```
//!
//! With `cc`, the value is 1.
//!
//! # Range and direction
//! 0 (no valid citation) and up. 1 is the best value, and higher is better only up to there.
//!
//! # Edge cases
//! Those of `cc`; always undefined without a bibliography on either side. Also undefined if the reference has a
//! bibliography that does not list all of its citations, as on a page with a part of it. The reference would then score
//! below 1 against itself.
//!
//! # Deviations from the paper
//! Those of `cc`, except for the limit of 1.
//!
//! # Source
//! TexOCR-Bench, appendix A.7.

use texlens_vocabulary::{Kind, Score};

use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::suite::cc::{Reading, coverage};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &UncappedCoverage;

pub(super) static INFO: Info = Info {
    id: "cc_uncapped",
    name: "Citation coverage, not capped",
    about: "Valid citations of the prediction per citation of the reference.",
    group: Group::Reading,
    direction: Direction::HigherIsBetter,
    range: 0.0..=f64::INFINITY,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "TexOCR-Bench, appendix A.7",
    limits: "Above 1, more was cited than the reference does, which is no merit; a mean over samples hides it.",
    headline: None,
    parameters: &[],
};

struct UncappedCoverage;

impl Metric for UncappedCoverage {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        coverage(INFO.id, input, Reading::Uncapped)
    }
}
