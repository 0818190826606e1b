//! A cell of the matrix.

use crate::state::SampleId;

/// The prediction of a system for a sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MatrixCell {
    /// The sample, if there is one to show.
    pub sample: Option<SampleId>,
    /// What there is.
    pub state: CellState,
    /// The value that counts for means, orders and differences. A missing prediction has the value of an empty one, once
    /// that is known.
    pub value: Option<f64>,
}

/// What there is of a prediction and its score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellState {
    /// The metric has a value.
    Value,
    /// The metric is not defined on the sample.
    Undefined,
    /// There is no prediction, which counts as an empty one.
    Missing,
    /// The prediction lacks some pages of the document, which count as empty ones.
    Incomplete,
    /// The page waits to be read, or is being read.
    Reading,
    /// The prediction waits for its scores.
    Scoring,
    /// The prediction could not be scored, and counts as an empty one.
    Failed,
    /// Nobody has asked for scores, or scoring was cancelled.
    Unscored,
}

impl MatrixCell {
    /// A cell without a prediction.
    pub(super) const MISSING: Self = Self {
        sample: None,
        state: CellState::Missing,
        value: None,
    };

    /// Returns whether the system has a prediction for the whole sample.
    #[must_use]
    pub(super) fn is_covered(&self) -> bool {
        !matches!(
            self.state,
            CellState::Missing | CellState::Incomplete | CellState::Failed
        )
    }
}
