//! Reference validity, keys as written.
//!
//! # What it measures
//! Whether the figures and tables are referred to as often as they should be, under exactly the keys of the reference.
//!
//! # Formula
//! As `rv`, but only `\ref` counts, and keys are compared as written: `fig:figure_1` and `figure_1` are two.
//!
//! # Example
//! ```text
//! reference: \label{fig:a} \label{tab:b} See \ref{fig:a}, \ref{tab:b}.
//! prediction: \label{fig:a} \label{b} See \ref{fig:a}, \ref{b}.
//! score: 0.5 = 1 / 2
//! ```
//!
//! With `rv`, the value is 1, since `tab:b` and `b` are the same key.
//!
//! # Range and direction
//! 0 (no label is right) to 1 (all are right); higher is better.
//!
//! # Edge cases
//! Those of `rv`.
//!
//! # Deviations from the paper
//! None: this is the letter of appendix A.8.
//!
//! # Source
//! TexOCR-Bench, appendix A.8.

use texlens_vocabulary::{Kind, Score};

use crate::labels::Keys;
use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::suite::rv::{is_ref, validity};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &StrictValidity;

pub(super) static INFO: Info = Info {
    id: "rv_strict",
    name: "Reference validity, keys as written",
    about: "The share of figures and tables that \\ref refers to under the same key as often as in the reference.",
    group: Group::Reading,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "TexOCR-Bench, appendix A.8",
    limits: "A label that neither side refers to counts as right, so even an empty prediction can score.",
    headline: None,
    parameters: &[],
};

struct StrictValidity;

impl Metric for StrictValidity {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        validity(INFO.id, input, Keys::AsWritten, is_ref)
    }
}
