//! The two official implementations.

use serde::{Deserialize, Serialize};

/// An official implementation. Scores of different variants are not comparable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// UniMERNet, September 2025.
    Unimernet,
    /// OmniDocBench, November 2025. Its tokens and symbols are those of UniMERNet before June 2025.
    OmniDocBench,
}
