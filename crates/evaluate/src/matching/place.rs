//! Matches formulas that have only their place in common.

use super::context::Agreement;
use super::order::in_order;
use super::state::Matching;

/// Matches free formulas between two matched pairs in order, if there are equally many on both sides. They are matched
/// in order, unless the words around them disagree.
pub(super) fn match_by_place(matching: &mut Matching<'_>) {
    let positions: Vec<Option<usize>> = (0..matching.partners.len()).map(|at| matching.whole(at)).collect();
    let in_order = in_order(&positions);
    let ends = (positions.len(), matching.taken.len());
    let pairs = positions.iter().zip(in_order).enumerate();
    let pairs =
        pairs.filter_map(|(reference, (prediction, in_order))| Some((reference, (*prediction).filter(|_| in_order)?)));
    let (mut next_reference, mut next_prediction) = (0, 0);
    for (reference, prediction) in pairs.chain([ends]).collect::<Vec<_>>() {
        match_gap(matching, next_reference..reference, next_prediction..prediction);
        (next_reference, next_prediction) = (reference + 1, prediction + 1);
    }
}

fn match_gap(matching: &mut Matching<'_>, references: std::ops::Range<usize>, predictions: std::ops::Range<usize>) {
    let references: Vec<usize> = references.filter(|at| matching.partners[*at].is_none()).collect();
    let predictions: Vec<usize> = predictions.filter(|at| !matching.taken[*at]).collect();
    if references.len() == predictions.len() {
        for (reference, prediction) in references.into_iter().zip(predictions) {
            if matching.agreement(reference, prediction) != Agreement::Disagrees {
                matching.pair(reference, prediction);
            }
        }
    }
}
