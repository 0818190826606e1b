//! Paired differences of models by item.

use std::collections::BTreeMap;

use serde::Serialize;
use texlens_stats::bootstrap::Comparison;
use texlens_stats::{Bootstrap, StatsError};

use super::label::Labelled;
use crate::run::Decider;
use crate::score::RateName;

/// The difference of two models on the same items.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// The first model.
    pub first: String,
    /// The second model.
    pub second: String,
    /// The judge of both models; `None` if the rules decide.
    pub judge: Option<String>,
    /// The rate; `None` for the overall score.
    pub rate: Option<RateName>,
    /// Number of items.
    pub items: usize,
    /// Number of items that only the first model passes.
    pub only_first: usize,
    /// Number of items that only the second model passes.
    pub only_second: usize,
    /// The share of the first model less that of the second, with a bootstrap interval over items.
    pub comparison: Comparison,
}

/// Compares each pair of models whose generation and edits are decided in the same way: by rules, and by the same judge.
///
/// # Errors
/// If the statistics cannot be calculated.
pub(super) fn differences(runs: &[Labelled<'_>]) -> Result<Vec<Difference>, StatsError> {
    let mut differences = Vec::new();
    for decider in [Decider::Judge, Decider::Rules] {
        let passed: Vec<_> = runs.iter().map(|run| passed(run, decider)).collect();
        for (index, first) in runs.iter().enumerate() {
            for (other, second) in runs.iter().enumerate().skip(index + 1) {
                let judge = match decider {
                    Decider::Judge if first.judge.is_some() && first.judge == second.judge => first.judge.clone(),
                    Decider::Judge => continue,
                    Decider::Rules => None,
                };
                let pair = Pair {
                    names: [&first.name, &second.name],
                    judge: judge.as_deref(),
                    passed: [&passed[index], &passed[other]],
                };
                pair.compare(&mut differences)?;
            }
        }
    }
    Ok(differences)
}

/// The items that count in each rate, with whether they pass.
type Passed<'r> = BTreeMap<RateName, BTreeMap<&'r str, bool>>;

fn passed<'r>(run: &Labelled<'r>, decider: Decider) -> Passed<'r> {
    let mut passed = Passed::new();
    for item in &run.run.answers {
        for (rate, passes) in item.decision(decider).rates(&item.counted) {
            passed.entry(rate).or_default().insert(&item.id, passes);
        }
    }
    passed
}

struct Pair<'r> {
    names: [&'r str; 2],
    judge: Option<&'r str>,
    passed: [&'r Passed<'r>; 2],
}

impl Pair<'_> {
    /// Compares the rates that both models have, and the overall score.
    fn compare(&self, differences: &mut Vec<Difference>) -> Result<(), StatsError> {
        let bootstrap = Bootstrap::default();
        for rate in RateName::OF_TABLES {
            let by_item = self.by_item(rate);
            if !by_item.is_empty() {
                let comparison = bootstrap.mean_of_mean_differences(&[&by_item])?;
                differences.push(self.difference(Some(rate), &[&by_item], comparison));
            }
        }
        let groups = RateName::OF_OVERALL.map(|rate| self.by_item(rate));
        if groups.iter().all(|group| !group.is_empty()) {
            let groups: Vec<&[f64]> = groups.iter().map(Vec::as_slice).collect();
            let comparison = bootstrap.mean_of_mean_differences(&groups)?;
            differences.push(self.difference(None, &groups, comparison));
        }
        Ok(())
    }

    /// Returns 1 for each item that only the first model passes, −1 for each that only the second passes, else 0.
    fn by_item(&self, rate: RateName) -> Vec<f64> {
        let [Some(first), Some(second)] = self.passed.map(|passed| passed.get(&rate)) else {
            return Vec::new();
        };
        let both = first.iter().filter_map(|(id, first)| Some((*first, *second.get(id)?)));
        both.map(|(first, second)| f64::from(u8::from(first)) - f64::from(u8::from(second)))
            .collect()
    }

    fn difference(&self, rate: Option<RateName>, groups: &[&[f64]], comparison: Comparison) -> Difference {
        let all = || groups.iter().copied().flatten();
        Difference {
            first: self.names[0].to_owned(),
            second: self.names[1].to_owned(),
            judge: self.judge.map(str::to_owned),
            rate,
            items: all().count(),
            only_first: all().filter(|difference| **difference > 0.0).count(),
            only_second: all().filter(|difference| **difference < 0.0).count(),
            comparison,
        }
    }
}
