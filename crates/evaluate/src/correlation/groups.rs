//! Groups of raters: correlations with the mean ratings of each group and between groups, as in table I of TeXBLEU.

use std::collections::BTreeMap;

use texlens_stats::Confidence;

use super::coefficients::Samples;
use super::model::{BetweenGroups, Correlation, GroupCorrelations, MeanCorrelation};

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
            let samples = Samples {
                x: &x,
                y: &y,
                names: [first, second],
                items: "pairs that both groups have rated",
            };
            let [pearson, spearman, kendall] = samples.coefficients(confidence);
            between.push(BetweenGroups {
                first: (*first).to_owned(),
                second: (*second).to_owned(),
                pairs: x.len(),
                pearson,
                spearman,
                kendall,
            });
        }
    }
    between
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
