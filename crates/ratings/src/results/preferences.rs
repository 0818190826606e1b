//! How often metrics and judges prefer the version that people prefer.

use serde::Serialize;
use texlens_evaluate::{Coefficient, Confidence, ValueTable};
use texlens_stats::wilson;

use super::items::{Item, Items};
use crate::merge::Verdict;

/// The share of pairs in which a metric or judge prefers the same version as most people.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PreferenceShare {
    /// Id of a metric, or name of a judge.
    pub of: String,
    /// Number of pairs on which both people and the measure have a preference.
    pub pairs: usize,
    /// Number of pairs on which people have a preference and both versions have the same value.
    pub ties: usize,
    /// The share with Wilson's interval. By chance, it is 0.5.
    pub share: Coefficient,
}

pub(super) fn shares(items: &Items<'_>, table: &ValueTable, confidence: Confidence) -> Vec<PreferenceShare> {
    let preferred: Vec<(&Item<'_>, bool)> = (items.list.iter())
        .filter_map(|item| Some((item, prefers_first(item)?)))
        .collect();
    let share = |(of, lower_is_better): (&str, bool)| {
        let (mut same, mut pairs, mut ties) = (0, 0, 0);
        for (item, people_prefer_first) in &preferred {
            let value = |index: usize| table.value(of, &item.pair.id, &item.pair.versions.get(index)?.system);
            let (Some(first), Some(second)) = (value(0), value(1)) else {
                continue;
            };
            if first == second {
                ties += 1;
                continue;
            }
            pairs += 1;
            same += u64::from(((first > second) != lower_is_better) == *people_prefer_first);
        }
        PreferenceShare {
            of: of.to_owned(),
            pairs,
            ties,
            share: match wilson::estimate(same, pairs as u64, confidence) {
                Ok(estimate) => Coefficient::Defined(estimate),
                Err(error) => Coefficient::Undefined {
                    reason: error.to_string(),
                },
            },
        }
    };
    table.measures().map(share).collect()
}

/// Reports whether more people prefer the first version than the second; `None` if as many do.
fn prefers_first(item: &Item<'_>) -> Option<bool> {
    let count = |wanted: Verdict| item.answers.iter().filter(|(_, verdict)| *verdict == wanted).count();
    let (first, second) = (count(Verdict::First), count(Verdict::Second));
    (first != second).then_some(first > second)
}
