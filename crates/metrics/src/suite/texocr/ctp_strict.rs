//! Complex text preservation, white space as written.
//!
//! # What it measures
//! Whether running text survives to the letter, line breaks included.
//!
//! # Formula
//! As `ctp`, with its settings, but a sentence is searched for with the white space of the reference.
//!
//! # Example
//! ```text
//! reference:
//!   \section{Tides} The sea rises and falls twice on most days.
//!   \section{Winds} The wind blows from the west for most of the year.
//! prediction:
//!   \section{Tides} The sea rises and falls twice on most days.
//!   \section{Winds} The wind blows from the west
//!   for most of the year.
//! score: 0.5 = 1 / 2
//! ```
//!
//! The second sentence has a line break where the reference has a space. With `ctp`, the value is 1.
//!
//! # Range and direction
//! 0 (no sentence found) to 1 (all found); higher is better. Never above `ctp`.
//!
//! # Edge cases
//! Those of `ctp`.
//!
//! # Deviations from the paper
//! None: an exact substring match, read to the letter.
//!
//! # Source
//! TexOCR-Bench, section 3.1 and appendix A.1.

use texlens_vocabulary::{Kind, Score};

use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::suite::ctp::preservation;

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &StrictTextPreservation;

pub(super) static INFO: Info = Info {
    id: "ctp_strict",
    name: "Complex text preservation, white space as written",
    about: "The share of sections of which one plain sentence is in the prediction with the same line breaks.",
    group: Group::Reading,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "TexOCR-Bench, appendix A.1",
    limits: "A line that is broken elsewhere than in the reference counts as an error, although LaTeX prints the same.",
    headline: None,
    parameters: &[],
};

struct StrictTextPreservation;

impl Metric for StrictTextPreservation {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        preservation(INFO.id, input, false)
    }
}
