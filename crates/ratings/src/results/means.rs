//! Mean ratings of pairs and of systems.

use std::collections::BTreeMap;

use serde::Serialize;
use texlens_evaluate::{Bootstrap, Coefficient};

use super::agreement::coefficient;
use super::items::{Item, Items, units};

/// The ratings of a pair.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PairMean {
    /// Id of the formula.
    pub id: String,
    /// Name of the system.
    pub system: String,
    /// Number of ratings.
    pub ratings: usize,
    /// The mean.
    pub mean: f64,
    /// The lowest rating.
    pub lowest: i64,
    /// The highest rating.
    pub highest: i64,
}

/// The mean rating of a system.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SystemMean {
    /// Name of the system.
    pub system: String,
    /// Number of rated pairs.
    pub pairs: usize,
    /// Number of ratings.
    pub ratings: usize,
    /// Mean of the means of the pairs, with its bootstrap interval. A single pair has no interval, so it has no value.
    pub mean: Coefficient,
}

pub(super) fn pairs(items: &Items<'_>) -> Vec<PairMean> {
    let mean = |item: &Item<'_>| {
        let ratings: Vec<i64> = item.ratings().map(|(_, rating)| rating).collect();
        Some(PairMean {
            id: item.pair.id.clone(),
            system: item.pair.versions.first()?.system.clone(),
            ratings: ratings.len(),
            mean: item.mean()?,
            lowest: *ratings.iter().min()?,
            highest: *ratings.iter().max()?,
        })
    };
    items.list.iter().filter_map(mean).collect()
}

pub(super) fn systems(items: &Items<'_>, bootstrap: &Bootstrap) -> Vec<SystemMean> {
    let mut by_system: BTreeMap<&str, (Vec<&Item<'_>>, Vec<f64>)> = BTreeMap::new();
    for item in &items.list {
        if let (Some(version), Some(mean)) = (item.pair.versions.first(), item.mean()) {
            let (own, means) = by_system.entry(&version.system).or_default();
            own.push(item);
            means.push(mean);
        }
    }
    let system = |(system, (own, means)): (&str, (Vec<&Item<'_>>, Vec<f64>))| SystemMean {
        system: system.to_owned(),
        pairs: own.len(),
        ratings: own.iter().map(|item| item.answers.len()).sum(),
        mean: coefficient(bootstrap.mean(&units(&own), &means)),
    };
    let mut systems: Vec<SystemMean> = by_system.into_iter().map(system).collect();
    let value = |system: &SystemMean| {
        system
            .mean
            .estimate()
            .map_or(f64::NEG_INFINITY, |estimate| estimate.value)
    };
    systems.sort_by(|a, b| value(b).total_cmp(&value(a)));
    systems
}
