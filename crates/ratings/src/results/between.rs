//! Agreement of the mean ratings of two groups, as in TeXBLEU (section III-A2).

use std::collections::BTreeMap;

use texlens_evaluate::{BetweenGroups, Confidence, between_groups};

use super::items::Items;

/// Correlates each two groups that have ratings in common. Choices have none.
pub(super) fn between(groups: &[(&str, &Items<'_>)], confidence: Confidence) -> Vec<BetweenGroups> {
    let means = |items: &Items<'_>| -> BTreeMap<usize, f64> {
        let items = items.list.iter();
        items.filter_map(|item| Some((item.index, item.mean()?))).collect()
    };
    let means: Vec<(&str, BTreeMap<usize, f64>)> = groups.iter().map(|(name, items)| (*name, means(items))).collect();
    between_groups(&means, confidence)
}
