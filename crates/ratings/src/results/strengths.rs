//! Strengths of systems from choices, by the model of Bradley and Terry.

use std::cell::Cell;
use std::collections::BTreeMap;

use serde::Serialize;
use texlens_evaluate::{Bootstrap, Interval};
use texlens_stats::bradley_terry::{Comparisons, Outcome};
use texlens_stats::{StatsError, bootstrap::Resampled};

use super::items::{Item, Items, units};
use crate::merge::Verdict;

/// Number of imagined ties of each system with an average one, if the strengths have no finite estimate otherwise.
pub const PRIOR_TIES: f64 = 1.0;

/// The strengths of all systems, or the reason why there are none.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Strengths {
    /// The systems, the strongest first; in alphabetical order if there are no strengths.
    pub systems: Vec<SystemStrength>,
    /// Each two systems that were compared.
    pub duels: Vec<Duel>,
    /// Systems that never lost against the others. If there are some, [`PRIOR_TIES`] keep the strengths finite.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unbeaten: Vec<String>,
    /// Number of resamples in which a system was unbeaten, so that [`PRIOR_TIES`] were added.
    pub with_prior: usize,
    /// The reason why there are no strengths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The strength of a system.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SystemStrength {
    /// Name of the system.
    pub system: String,
    /// Number of choices with this system.
    pub choices: usize,
    /// Number of choices for it; a tie counts half.
    pub wins: f64,
    /// Natural logarithm of the strength. The mean of all systems is 0. A system is preferred to another with
    /// probability `1 / (1 + exp(other - own))`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<f64>,
    /// Bootstrap interval of the strength.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
    /// Rank, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<u32>,
    /// Bootstrap interval of the rank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<[u32; 2]>,
}

/// The choices between two systems.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Duel {
    /// One system.
    pub first: String,
    /// The other system.
    pub second: String,
    /// Number of choices for the first system.
    pub first_wins: usize,
    /// Number of choices for the second system.
    pub second_wins: usize,
    /// Number of ties.
    pub ties: usize,
}

/// The choices about a pair: first system, second system, outcome.
type Choice = (usize, usize, Outcome);

pub(super) fn strengths(items: &Items<'_>, bootstrap: &Bootstrap) -> Strengths {
    let systems = items.study.systems();
    let list: Vec<&Item<'_>> = items.list.iter().collect();
    let choices: Vec<Vec<Choice>> = list.iter().map(|item| of_item(item, &systems)).collect();
    let all: Vec<usize> = (0..choices.len()).collect();
    let mut strengths = counts(&systems, &choices);
    match estimate(&systems, &choices, &all, &list, bootstrap, &mut strengths) {
        Ok(()) => {}
        Err(StatsError::NotConnected { .. }) => strengths.reason = Some(unconnected(&systems, &choices)),
        Err(error) => strengths.reason = Some(error.to_string()),
    }
    strengths.systems.sort_by_key(|system| system.rank.unwrap_or_default());
    strengths
}

/// Fits the model to the sample and to each resample.
fn estimate(
    systems: &[&str],
    choices: &[Vec<Choice>],
    all: &[usize],
    list: &[&Item<'_>],
    bootstrap: &Bootstrap,
    strengths: &mut Strengths,
) -> Result<(), StatsError> {
    let of_sample = comparisons(systems.len(), choices, all)?;
    let unbeaten = of_sample.unbeaten();
    let always = match of_sample.strengths() {
        Err(StatsError::Unbounded { .. }) => true,
        result => result.map(|_| false)?,
    };
    let with_prior = Cell::new(0);
    let fitted = bootstrap.several(&units(list), |drawn| {
        let comparisons = comparisons(systems.len(), choices, drawn)?;
        let fitted = if always {
            comparisons.strengths_with_prior(PRIOR_TIES)
        } else {
            match comparisons.strengths() {
                Err(StatsError::Unbounded { .. }) => {
                    with_prior.set(with_prior.get() + 1);
                    comparisons.strengths_with_prior(PRIOR_TIES)
                }
                result => result,
            }
        };
        fitted.map(|strengths| [ranks(&strengths), strengths].concat())
    })?;
    let (of_ranks, of_strengths) = fitted.split_at(systems.len());
    for ((system, rank), strength) in strengths.systems.iter_mut().zip(of_ranks).zip(of_strengths) {
        let Resampled { estimate, .. } = strength;
        system.strength = Some(estimate.value);
        system.interval = Some(estimate.interval);
        system.rank = Some(rank.estimate.value as u32);
        let interval = rank.estimate.interval;
        system.ranks = Some([interval.low.floor() as u32, interval.high.ceil() as u32]);
    }
    strengths.with_prior = with_prior.get();
    if always {
        let name = |system: &usize| systems.get(*system).map(|system| (*system).to_owned());
        strengths.unbeaten = unbeaten.iter().filter_map(name).collect();
    }
    Ok(())
}

fn of_item(item: &Item<'_>, systems: &[&str]) -> Vec<Choice> {
    let place = |index: usize| {
        let version = item.pair.versions.get(index)?;
        systems.binary_search(&version.system.as_str()).ok()
    };
    let (Some(first), Some(second)) = (place(0), place(1)) else {
        return Vec::new();
    };
    let outcome = |(_, verdict): &(u32, Verdict)| match verdict {
        Verdict::First => Some((first, second, Outcome::First)),
        Verdict::Second => Some((first, second, Outcome::Second)),
        Verdict::Tie => Some((first, second, Outcome::Tie)),
        Verdict::Rating(_) => None,
    };
    item.answers.iter().filter_map(outcome).collect()
}

fn comparisons(systems: usize, choices: &[Vec<Choice>], drawn: &[usize]) -> Result<Comparisons, StatsError> {
    let mut comparisons = Comparisons::new(systems)?;
    for (first, second, outcome) in drawn.iter().filter_map(|index| choices.get(*index)).flatten() {
        comparisons.add(*first, *second, *outcome, 1)?;
    }
    Ok(comparisons)
}

/// Returns the rank of each strength: 1 and the number of higher ones.
fn ranks(strengths: &[f64]) -> Vec<f64> {
    let rank = |own: &f64| 1.0 + strengths.iter().filter(|other| *other > own).count() as f64;
    strengths.iter().map(rank).collect()
}

fn counts(systems: &[&str], choices: &[Vec<Choice>]) -> Strengths {
    let mut list: Vec<SystemStrength> = (systems.iter())
        .map(|system| SystemStrength {
            system: (*system).to_owned(),
            choices: 0,
            wins: 0.0,
            strength: None,
            interval: None,
            rank: None,
            ranks: None,
        })
        .collect();
    let mut duels: BTreeMap<(usize, usize), [usize; 3]> = BTreeMap::new();
    for (first, second, outcome) in choices.iter().flatten() {
        let won = match outcome {
            Outcome::First => [1.0, 0.0],
            Outcome::Second => [0.0, 1.0],
            Outcome::Tie => [0.5, 0.5],
        };
        for (system, won) in [first, second].into_iter().zip(won) {
            if let Some(system) = list.get_mut(*system) {
                system.choices += 1;
                system.wins += won;
            }
        }
        let is_in_order = first < second;
        let [wins, losses, ties] = duels.entry((*first.min(second), *first.max(second))).or_default();
        *match outcome {
            Outcome::Tie => ties,
            Outcome::First if is_in_order => wins,
            Outcome::Second if !is_in_order => wins,
            _ => losses,
        } += 1;
    }
    let name = |system: usize| {
        systems
            .get(system)
            .map_or_else(String::new, |system| (*system).to_owned())
    };
    let duel = |((first, second), [first_wins, second_wins, ties]): ((usize, usize), [usize; 3])| Duel {
        first: name(first),
        second: name(second),
        first_wins,
        second_wins,
        ties,
    };
    Strengths {
        systems: list,
        duels: duels.into_iter().map(duel).collect(),
        ..Strengths::default()
    }
}

/// Returns a sentence about systems that cannot be compared.
fn unconnected(systems: &[&str], choices: &[Vec<Choice>]) -> String {
    let all: Vec<usize> = (0..choices.len()).collect();
    let groups = comparisons(systems.len(), choices, &all).map(|comparisons| comparisons.groups());
    let names = |group: &Vec<usize>| {
        let names: Vec<&str> = group
            .iter()
            .filter_map(|system| systems.get(*system).copied())
            .collect();
        names.join(", ")
    };
    let groups: Vec<String> = groups.unwrap_or_default().iter().map(names).collect();
    format!(
        "no chain of choices connects these groups of systems, so their strengths cannot be compared: {}; let people compare systems of different groups",
        groups.join(" | ")
    )
}
