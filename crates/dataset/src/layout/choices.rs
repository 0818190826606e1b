//! What a person says before the plan is made.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::mapping::Mapping;

/// What a person has said before the plan is made.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Choices {
    /// What columns mean, by the path of the file; where it is missing, it is guessed.
    pub mappings: BTreeMap<String, Mapping>,
    /// Whether only files that were brought as predictions of a system are such; otherwise any folder with files of the right names is
    /// a system. Lists that hold predictions are not meant.
    pub only_named_systems: bool,
}
