//! The reasons why a run ends early.

use serde::{Deserialize, Serialize};

use crate::Failure;

/// The reason why a run ended early.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Stopped {
    /// The next call could cost more than is left of the budget.
    #[error("the budget does not cover the next call")]
    Budget,
    /// The caller cancelled the run.
    #[error("the run was cancelled")]
    Cancelled,
    /// A failure that every call would have.
    #[error(transparent)]
    Failure(Failure),
}
