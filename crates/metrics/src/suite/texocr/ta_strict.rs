//! Table accuracy, every number in order.
//!
//! # What it measures
//! Whether the tables contain the right numbers, all of them, as written and in order.
//!
//! # Formula
//! Right tables / tables of the reference that contain numbers. Tables, numbers and partners are those of `ta`. A table
//! is right if its partner has the same numbers in the same order, written with the same digits and percent signs.
//! Thousands separators and a leading plus do not count.
//!
//! # Example
//! ```text
//! reference:
//!   \begin{tabular}{cc} 1.50 & 2 \end{tabular}
//!   \begin{tabular}{cc} 3 & 4 \end{tabular}
//! prediction:
//!   \begin{tabular}{cc} 1.5 & 2 \end{tabular}
//!   \begin{tabular}{cc} 3 & 4 \end{tabular}
//! score: 0.5 = 1 / 2
//! ```
//!
//! The first table has other digits. With `ta`, the value is 1.
//!
//! # Range and direction
//! 0 (no table is right) to 1 (all are right); higher is better. Never above `ta`.
//!
//! # Edge cases
//! Those of `ta`.
//!
//! # Deviations from the paper
//! The paper asks only for overlap.
//!
//! # Source
//! texlens, after TexOCR-Bench, appendix A.3.

use texlens_vocabulary::{Kind, Score};

use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::suite::ta::{Pair, accuracy};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &StrictTableAccuracy;

pub(super) static INFO: Info = Info {
    id: "ta_strict",
    name: "Table accuracy, every number in order",
    about: "The share of tables with the same numbers in the same order.",
    group: Group::Reading,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "texlens, after TexOCR-Bench, appendix A.3",
    limits: "Words, rows and columns of the table do not count.",
    headline: None,
    parameters: &[],
};

struct StrictTableAccuracy;

impl Metric for StrictTableAccuracy {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        accuracy(INFO.id, input, has_same_numbers)
    }
}

fn has_same_numbers(pair: &Pair<'_>) -> bool {
    // `value` is determined by `written`.
    pair.reference == pair.prediction
}
