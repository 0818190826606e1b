//! Groups of raters: correlations with the mean ratings of each group and between groups, as in table I of TeXBLEU.

use std::collections::BTreeMap;

use texlens_stats::{Confidence, Estimate, StatsError, kendall, pearson, spearman};

use super::model::{BetweenGroups, Coefficient, Correlation, GroupCorrelations, MeanCorrelation};

/// Smallest number of common items. With two, every coefficient is 1 or -1.
const LEAST: usize = 3;

type Statistic = fn(&[f64], &[f64], Confidence) -> Result<Estimate, StatsError>;

/// Correlates the mean ratings of each two groups that have rated something. A group is a name and the mean rating of
/// each item. O(g² n log n) time for g groups and n items.
#[must_use]
pub fn between_groups<K: Ord>(groups: &[(&str, BTreeMap<K, f64>)], confidence: Confidence) -> Vec<BetweenGroups> {
    let mut between = Vec::new();
    for (place, (first, of_first)) in groups.iter().enumerate() {
        for (second, of_second) in groups.iter().skip(place + 1) {
            if of_first.is_empty() || of_second.is_empty() {
                continue;
            }
            let common = of_first
                .iter()
                .filter_map(|(item, a)| Some((*a, *of_second.get(item)?)));
            let (x, y): (Vec<f64>, Vec<f64>) = common.unzip();
            let coefficient = |statistic: Statistic| correlate(&x, &y, statistic, confidence);
            between.push(BetweenGroups {
                first: (*first).to_owned(),
                second: (*second).to_owned(),
                pairs: x.len(),
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

/// Returns, for each measure that has both coefficients in every group, their mean over the groups: the row "Average" of
/// table I of TeXBLEU.
pub(super) fn averages(groups: &[GroupCorrelations]) -> Vec<MeanCorrelation> {
    let Some((first, _)) = groups.split_first() else {
        return Vec::new();
    };
    let mean = |measure: &Correlation| {
        let mut sum = 0.0;
        for group in groups {
            let pair = group.pairs.iter().find(|pair| pair.of == measure.of)?;
            sum += pair.pearson.estimate()?.value + pair.spearman.estimate()?.value;
        }
        Some(MeanCorrelation {
            of: measure.of.clone(),
            lower_is_better: measure.lower_is_better,
            value: sum / (2 * groups.len()) as f64,
        })
    };
    first.pairs.iter().filter_map(mean).collect()
}
