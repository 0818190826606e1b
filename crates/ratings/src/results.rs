//! What the answers say: agreement, means, correlations and strengths, for all raters and for each group.

mod agreement;
mod between;
mod correlations;
mod evidence;
mod figure;
mod items;
mod means;
mod preferences;
mod strengths;
mod written;

use serde::Serialize;
use texlens_evaluate::{BetweenGroups, Correlations};

use crate::merge::Merged;
use crate::scale::Scale;
use crate::study::{Group, Study};
use items::Items;

pub use agreement::{LEAST_COMMON, Measured};
pub use evidence::{Evidence, RESAMPLES};
pub use means::{PairMean, SystemMean};
pub use preferences::PreferenceShare;
pub use strengths::{Duel, PRIOR_TIES, Strengths, SystemStrength};

/// Name of the results of all raters together.
pub const ALL_RATERS: &str = "all raters";

/// The results of a study.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Results {
    /// The title of the study.
    pub title: String,
    /// The scale.
    pub scale: Scale,
    /// Number of pairs of the study.
    pub pairs: usize,
    /// All raters, then each group. A single group with all raters is not repeated.
    pub groups: Vec<GroupResults>,
    /// Agreement of the mean ratings of each two groups.
    pub between: Vec<BetweenGroups>,
    /// Number of resamples of the bootstrap intervals.
    pub resamples: usize,
    /// Seed of the resamples.
    pub seed: u64,
    /// Level of all intervals.
    pub level: f64,
}

/// The results of a group of raters.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GroupResults {
    /// Name of the group, or [`ALL_RATERS`].
    pub name: String,
    /// Number of raters with an answer.
    pub raters: usize,
    /// Number of answers.
    pub answers: usize,
    /// Number of pairs with an answer.
    pub pairs: usize,
    /// How far the raters agree.
    pub agreement: Vec<Measured>,
    /// Mean rating of each pair; empty for choices.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub means: Vec<PairMean>,
    /// Mean rating of each system, the highest first; empty for choices.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub systems: Vec<SystemMean>,
    /// Correlations of metrics and judges with the mean ratings; `None` without metrics and for choices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub correlations: Option<Correlations>,
    /// Strengths of the systems; `None` for ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strengths: Option<Strengths>,
    /// How often metrics and judges prefer the version that people prefer; empty without metrics and for ratings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub preferences: Vec<PreferenceShare>,
}

impl Results {
    /// Calculates the results. Everything that has no value says why. The time is that of the bootstrap: resamples
    /// times answers.
    #[must_use]
    pub fn of(study: &Study, merged: &Merged, evidence: &Evidence<'_>) -> Self {
        let all = Group {
            name: ALL_RATERS.to_owned(),
            raters: (1..=study.raters()).collect(),
        };
        // A single group of everybody would repeat the results of all raters.
        let own = match evidence.groups.as_slice() {
            [only] if only.raters.len() == all.raters.len() => &[],
            groups => groups,
        };
        let by_group: Vec<Items<'_>> = own.iter().map(|group| Items::of(study, merged, group)).collect();
        let mut groups = vec![group_results(&all.name, &Items::of(study, merged, &all), evidence)];
        for (group, items) in own.iter().zip(&by_group) {
            groups.push(group_results(&group.name, items, evidence));
        }
        let named: Vec<(&str, &Items<'_>)> = own.iter().map(|group| group.name.as_str()).zip(&by_group).collect();
        Self {
            title: study.title.clone(),
            scale: study.scale,
            pairs: study.pairs.len(),
            groups,
            between: between::between(&named, evidence.bootstrap.confidence()),
            resamples: evidence.bootstrap.resamples(),
            seed: evidence.bootstrap.seed(),
            level: evidence.bootstrap.confidence().level(),
        }
    }
}

fn group_results(name: &str, items: &Items<'_>, evidence: &Evidence<'_>) -> GroupResults {
    let bootstrap = &evidence.bootstrap;
    let is_choice = items.study.scale == Scale::Choice;
    let preferences = evidence.table.filter(|_| is_choice);
    GroupResults {
        name: name.to_owned(),
        raters: items.raters(),
        answers: items.answers(),
        pairs: items.list.len(),
        agreement: agreement::agreement(items, bootstrap),
        means: means::pairs(items),
        systems: means::systems(items, bootstrap),
        correlations: correlations::correlations(items, evidence),
        strengths: is_choice.then(|| strengths::strengths(items, bootstrap)),
        preferences: preferences.map_or_else(Vec::new, |table| {
            preferences::shares(items, table, bootstrap.confidence())
        }),
    }
}
