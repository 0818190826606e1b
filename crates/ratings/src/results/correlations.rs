//! Correlations of metrics and judges with the ratings of a group, as `texlens correlate` calculates them.

use texlens_evaluate::{Correlations, RATINGS, Rating};

use super::evidence::Evidence;
use super::items::Items;

pub(super) fn correlations(items: &Items<'_>, evidence: &Evidence<'_>) -> Option<Correlations> {
    let mut table = evidence.table.cloned()?;
    let mut ratings: Vec<(String, &str, &str, i64)> = Vec::with_capacity(items.answers());
    for item in &items.list {
        let Some(version) = item.pair.versions.first() else {
            continue;
        };
        ratings.extend(item.ratings().map(|(rater, rating)| {
            (
                rater.to_string(),
                item.pair.id.as_str(),
                version.system.as_str(),
                rating,
            )
        }));
    }
    if ratings.is_empty() {
        return None;
    }
    let ratings: Vec<Rating<'_>> = (ratings.iter())
        .map(|(rater, id, system, rating)| Rating {
            id,
            system,
            rater,
            rating: *rating as f64,
        })
        .collect();
    let confidence = evidence.bootstrap.confidence();
    table.add_ratings(&ratings, confidence);
    let mut correlations = table.correlations(evidence.items, confidence);
    correlations.pairs.retain(|pair| pair.with == RATINGS);
    Some(correlations)
}
