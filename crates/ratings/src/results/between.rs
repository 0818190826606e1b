//! Agreement of the mean ratings of two groups, as in TeXBLEU (section III-A2).

use std::collections::HashMap;

use serde::Serialize;
use texlens_evaluate::{Coefficient, Confidence};
use texlens_stats::{Estimate, StatsError, kendall, pearson, spearman};

use super::items::Items;

/// Smallest number of common pairs. With two, every coefficient is 1 or -1.
const LEAST: usize = 3;

/// The correlation of the mean ratings of two groups.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BetweenGroups {
    /// Name of one group.
    pub first: String,
    /// Name of the other group.
    pub second: String,
    /// Number of pairs that both have rated.
    pub pairs: usize,
    /// Pearson's r.
    pub pearson: Coefficient,
    /// Spearman's rho.
    pub spearman: Coefficient,
    /// Kendall's tau-b.
    pub kendall: Coefficient,
}

type Statistic = fn(&[f64], &[f64], Confidence) -> Result<Estimate, StatsError>;

/// Correlates each two groups that have ratings in common. Choices have none.
pub(super) fn between(groups: &[(&str, &Items<'_>)], confidence: Confidence) -> Vec<BetweenGroups> {
    let means = |items: &Items<'_>| -> HashMap<usize, f64> {
        items
            .list
            .iter()
            .filter_map(|item| Some((item.index, item.mean()?)))
            .collect()
    };
    let means: Vec<(&str, HashMap<usize, f64>)> = groups.iter().map(|(name, items)| (*name, means(items))).collect();
    let mut between = Vec::new();
    for (place, (first, of_first)) in means.iter().enumerate() {
        for (second, of_second) in means.iter().skip(place + 1) {
            if of_first.is_empty() || of_second.is_empty() {
                continue;
            }
            let mut common: Vec<(usize, f64, f64)> = (of_first.iter())
                .filter_map(|(pair, a)| Some((*pair, *a, *of_second.get(pair)?)))
                .collect();
            common.sort_by_key(|(pair, ..)| *pair);
            let (x, y): (Vec<f64>, Vec<f64>) = common.iter().map(|(_, a, b)| (*a, *b)).unzip();
            let coefficient = |statistic: Statistic| correlate(&x, &y, statistic, confidence);
            between.push(BetweenGroups {
                first: (*first).to_owned(),
                second: (*second).to_owned(),
                pairs: common.len(),
                pearson: coefficient(pearson::estimate),
                spearman: coefficient(spearman::estimate),
                kendall: coefficient(kendall::estimate),
            });
        }
    }
    between
}

fn correlate(x: &[f64], y: &[f64], statistic: Statistic, confidence: Confidence) -> Coefficient {
    if x.len() < LEAST {
        let reason = format!(
            "pairs that both groups have rated: {}, at least {LEAST} are needed",
            x.len()
        );
        return Coefficient::Undefined { reason };
    }
    match statistic(x, y, confidence) {
        Ok(estimate) => Coefficient::Defined(estimate),
        Err(error) => Coefficient::Undefined {
            reason: error.to_string(),
        },
    }
}
