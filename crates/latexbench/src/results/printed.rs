//! The results that the paper prints.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::score::{Rate, RateName};

/// The results in the paper's tables.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Printed {
    /// The tables.
    pub(super) source: String,
    items: BTreeMap<RateName, u64>,
    /// The models in the order of the paper.
    pub(super) models: Vec<PrintedModel>,
}

/// The counts of a model.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PrintedModel {
    /// The name in the paper.
    pub(super) name: String,
    passed: BTreeMap<RateName, u64>,
}

impl Printed {
    /// Reads the tables, which are data: `printed.json` beside this file.
    pub(super) fn read() -> Self {
        // A test reads the file.
        serde_json::from_str(include_str!("printed.json")).unwrap_or_default()
    }

    /// Returns the rates of a model.
    pub(super) fn rates(&self, model: &PrintedModel) -> Vec<Rate> {
        let rate = |(name, passed): (&RateName, &u64)| Rate::of(*name, *passed, *self.items.get(name)?);
        model.passed.iter().filter_map(rate).collect()
    }
}
