//! Why a run ends early.

use serde::{Deserialize, Serialize};

use crate::Failure;

/// Why a run ended early.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Stopped {
    /// The next call could cost more than is left.
    #[error("the budget does not reach for the next call")]
    Budget,
    /// The caller ended it.
    #[error("the run was cancelled")]
    Cancelled,
    /// Something that would be so for every call.
    #[error(transparent)]
    Failure(Failure),
}
