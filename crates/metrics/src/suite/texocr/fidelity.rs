//! Transcription fidelity.
//!
//! # What it measures
//! Whether text, formulas and tables were read without error.
//!
//! # Formula
//! Plain mean of `ctp`, `fa` and `ta`.
//!
//! # Example
//! ```text
//! scores: ctp 0.5, fa 0.25, ta 0
//! score: 0.25 = (0.5 + 0.25 + 0) / 3
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

use crate::mean::{FIDELITY, group_mean};
use crate::metric::{Direction, Group, Headline, Info, Input, Metric, Need};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &Fidelity;

pub(super) static INFO: Info = Info {
    id: "fidelity",
    name: "Transcription fidelity",
    about: "The mean of complex text preservation, formula accuracy and table accuracy.",
    group: Group::Overall,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Scores],
    source: "TexOCR-Bench, table 2",
    limits: "",
    headline: Some(Headline {
        label: "Fidelity",
        places: &[(Kind::Page, 5), (Kind::Document, 5)],
    }),
    parameters: &[],
};

struct Fidelity;

impl Metric for Fidelity {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        group_mean(INFO.id, input, FIDELITY)
    }
}
