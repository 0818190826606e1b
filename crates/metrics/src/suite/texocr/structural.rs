//! Structural faithfulness.
//!
//! # What it measures
//! Whether headings, citations and references survive: the structure of the document.
//!
//! # Formula
//! Plain mean of `sa`, `cc` and `rv`.
//!
//! # Example
//! ```text
//! scores: sa 1, cc 0.5, rv 0
//! score: 0.5 = (1 + 0.5 + 0) / 3
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

use crate::mean::{STRUCTURAL, group_mean};
use crate::metric::{Direction, Group, Headline, Info, Input, Metric, Need};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &Structural;

pub(super) static INFO: Info = Info {
    id: "structural",
    name: "Structural faithfulness",
    about: "The mean of section accuracy, citation coverage and reference validity.",
    group: Group::Overall,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Scores],
    source: "TexOCR-Bench, table 2",
    limits: "",
    headline: Some(Headline {
        label: "Structural",
        places: &[(Kind::Page, 3), (Kind::Document, 3)],
    }),
    parameters: &[],
};

struct Structural;

impl Metric for Structural {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        group_mean(INFO.id, input, STRUCTURAL)
    }
}
