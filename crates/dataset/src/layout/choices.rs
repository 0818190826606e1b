//! Choices of a person before the plan is made.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::known::KnownSamples;
use crate::mapping::Mapping;

/// The choices of a person before the plan is made.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Choices {
    /// Meanings of columns, by the path of the file. Without an entry, the meaning is guessed.
    pub mappings: BTreeMap<String, Mapping>,
    /// Whether only files that were added as predictions of a system count as predictions. Otherwise, any folder with
    /// files of matching names is a system. Lists with predictions are not affected.
    pub only_named_systems: bool,
    /// Whether a column that is left over may be guessed to be the reference or the prediction that a list lacks. A
    /// person should check this.
    pub guesses_by_rest: bool,
    /// Samples that exist before the import. Texts that are named after them belong to them.
    #[serde(default, skip_serializing_if = "KnownSamples::is_empty")]
    pub known: KnownSamples,
}
