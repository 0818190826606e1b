//! End-to-end usability.
//!
//! # What it measures
//! Whether the output can be used as it is.
//!
//! # Formula
//! Plain mean of `ds`, `baseline` and `csr`.
//!
//! # Example
//! ```text
//! scores: ds 0.9, baseline 1, csr 0
//! score: 0.633 = (0.9 + 1 + 0) / 3
//! ```
//!
//! # Range and direction
//! 0 to 1; higher is better.
//!
//! # Edge cases
//! Undefined if one of the three is undefined; the reason names it.
//!
//! # Deviations from the paper
//! None. The paper does not say how a document counts on which a metric is undefined.
//!
//! # Source
//! TexOCR-Bench, section 3.1 and table 2.

use texlens_vocabulary::{Kind, Score};

use crate::mean::{USABILITY, group_mean};
use crate::metric::{Direction, Group, Headline, Info, Input, Metric, Need};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &Usability;

pub(super) static INFO: Info = Info {
    id: "usability",
    name: "End-to-end usability",
    about: "The mean of document-level similarity, baseline validity and compilation success.",
    group: Group::Overall,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Scores, Need::Compilation],
    source: "TexOCR-Bench, table 2",
    limits: "",
    headline: Some(Headline {
        label: "Usability",
        places: &[(Kind::Page, 4), (Kind::Document, 4)],
    }),
    parameters: &[],
};

struct Usability;

impl Metric for Usability {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        group_mean(INFO.id, input, USABILITY)
    }
}
