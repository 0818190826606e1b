//! Pairs from predictions of formulas.

use std::collections::HashMap;

use texlens_stats::Choices;

use crate::error::DesignError;
use crate::limits::{MAX_PAIRS, MAX_TEXT};
use crate::predictions::Predicted;
use crate::scale::Scale;
use crate::study::{Pair, Version};

/// The stream of choices that selects pairs. Groups and raters have lower ones.
const SELECTION: u64 = u64::MAX;

/// The pairs of predictions, and what was left out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Gathered {
    /// The pairs in the order of the predictions.
    pub pairs: Vec<Pair>,
    /// Number of predictions that are left out since they are empty: there is nothing to rate.
    pub empty: usize,
    /// Number of choices that are left out since both versions are the same text.
    pub same: usize,
    /// Number of pairs that were not drawn.
    pub not_drawn: usize,
}

/// Makes pairs: for ratings, one for each prediction; for choices, one for each two systems with different predictions
/// of the same formula. With `limit`, as many are drawn from the seed. They keep their order. O(n), for choices times
/// the number of systems.
///
/// # Errors
/// Texts or numbers beyond the limits; [`DesignError::OneSystem`] if choices have no formula with two versions;
/// [`DesignError::NoPairs`].
pub fn gather(
    predictions: &[Predicted],
    scale: Scale,
    limit: Option<usize>,
    seed: u64,
) -> Result<Gathered, DesignError> {
    let mut gathered = Gathered::default();
    let mut formulas: Vec<(&Predicted, Vec<Version>)> = Vec::new();
    let mut places: HashMap<(&str, &str), usize> = HashMap::new();
    for predicted in predictions {
        check(predicted)?;
        if predicted.prediction.trim().is_empty() {
            gathered.empty += 1;
            continue;
        }
        // A formula whose reference differs between systems is another one.
        let place = *places
            .entry((&predicted.id, &predicted.reference))
            .or_insert(formulas.len());
        if place == formulas.len() {
            formulas.push((predicted, Vec::new()));
        }
        if let Some((_, versions)) = formulas.get_mut(place) {
            versions.push(Version {
                system: predicted.system.clone(),
                prediction: predicted.prediction.clone(),
            });
        }
    }
    let mut drafts: Vec<(usize, usize, usize)> = Vec::new();
    for (place, (_, versions)) in formulas.iter().enumerate() {
        for (first, version) in versions.iter().enumerate() {
            if scale != Scale::Choice {
                drafts.push((place, first, first));
                continue;
            }
            for (second, other) in versions.iter().enumerate().skip(first + 1) {
                if version.prediction.trim() == other.prediction.trim() {
                    gathered.same += 1;
                } else if version.system != other.system {
                    drafts.push((place, first, second));
                }
            }
        }
    }
    if drafts.is_empty() {
        let has_formulas = scale == Scale::Choice && !formulas.is_empty();
        return Err(if has_formulas {
            DesignError::OneSystem
        } else {
            DesignError::NoPairs
        });
    }
    if let Some(limit) = limit.filter(|limit| *limit < drafts.len()) {
        gathered.not_drawn = drafts.len() - limit;
        draw(&mut drafts, limit, seed);
    }
    if drafts.len() > MAX_PAIRS {
        return Err(DesignError::pairs(drafts.len()));
    }
    for (place, first, second) in drafts {
        let Some((predicted, known)) = formulas.get(place) else {
            continue;
        };
        let last = (first != second).then_some(second);
        let versions = [Some(first), last].into_iter().flatten();
        let versions = versions.filter_map(|index| known.get(index).cloned());
        gathered.pairs.push(Pair {
            id: predicted.id.clone(),
            reference: predicted.reference.clone(),
            versions: versions.collect(),
        });
    }
    Ok(gathered)
}

/// Keeps `limit` of the drafts, drawn at random.
fn draw<T: Clone>(drafts: &mut Vec<T>, limit: usize, seed: u64) {
    let mut order: Vec<usize> = (0..drafts.len()).collect();
    Choices::new(seed, SELECTION).shuffle(&mut order);
    order.truncate(limit);
    order.sort_unstable();
    *drafts = order.iter().filter_map(|index| drafts.get(*index).cloned()).collect();
}

fn check(predicted: &Predicted) -> Result<(), DesignError> {
    for (what, text) in [
        ("id", &predicted.id),
        ("system", &predicted.system),
        ("reference", &predicted.reference),
        ("prediction", &predicted.prediction),
    ] {
        if text.len() > MAX_TEXT {
            return Err(DesignError::TooLong {
                what,
                id: predicted.id.chars().take(60).collect(),
                bytes: text.len(),
            });
        }
    }
    Ok(())
}
