//! Partial ratio.
//!
//! # What it measures
//! How well the shorter text fits into the longer one.
//!
//! # Formula
//! The highest Indel similarity of the shorter text with a window of the longer one:
//! [`partial_ratio`](crate::partial_ratio).
//!
//! # Example
//! ```text
//! reference: x+y
//! prediction: z=x-y+1
//! score: 0.667 = 2 * 2 / (3 + 3)
//! ```
//!
//! The best window is `x-y`.
//!
//! # Range and direction
//! 0 to 1 (contained), which is 1 % of the library's value; higher is better.
//!
//! # Edge cases
//! Both empty: 1. One empty: 0. The product of the lengths exceeds 2^31: undefined, because the search would take too
//! long. The metric is defined on formulas only: pages would take more time than all other metrics together, and no
//! page is searched for in another.
//!
//! # Deviations from the paper
//! None.
//!
//! # Source
//! `fuzz.partial_ratio` of rapidfuzz 3.14.

use texlens_vocabulary::{Kind, Score};

use crate::compare::read_text;
use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::text::windows;

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &PartialRatio;

/// The largest product of the lengths, which takes some seconds at worst.
const MAX_PAIRS: usize = 1 << 31;

pub(super) static INFO: Info = Info {
    id: "partial_ratio",
    name: "Partial ratio",
    about: "How well the shorter text fits into the longer one.",
    group: Group::Text,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula],
    needs: &[Need::Text],
    source: "rapidfuzz",
    limits: "Text outside the window costs nothing: a prediction that stops early or goes on for pages can score 1.",
    headline: None,
    parameters: &[],
};

struct PartialRatio;

impl Metric for PartialRatio {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let [reference, prediction] = &[input.reference, input.prediction].map(read_text);
        let [in_reference, in_prediction] = [reference, prediction].map(|text| text.chars().count());
        if in_reference.saturating_mul(in_prediction) > MAX_PAIRS {
            let lengths = format!("{in_reference} and {in_prediction} characters");
            return Score::undefined(
                INFO.id,
                format!("texts of {lengths} are too long to search for the best window"),
            );
        }
        let value = windows::partial_ratio(reference, prediction);
        let shorter = if in_prediction < in_reference {
            "prediction"
        } else {
            "reference"
        };
        let summary = format!(
            "{:.0} % of the {shorter} and its best window are in common",
            100.0 * value
        );
        Score::value_of(INFO.id, value, Vec::new()).saying(summary)
    }
}
