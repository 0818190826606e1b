//! Matches formulas that are equal on both sides.

use std::collections::HashMap;
use std::hash::Hash;

use texlens_metrics::regions::differing;

use super::context::Agreement;
use super::state::{Matching, Side};

/// Number of symbols from which a formula is accepted as equal although the words around it differ.
const DISTINCTIVE: usize = 6;

/// Largest number of formulas between the same words that are examined. There are more only if a page has hardly any
/// words, and then usually in the same order.
const MAX_NEAR: usize = 1000;

/// Matches formulas with the same tokens after normalisation, then those with the same symbols. Of several equal
/// formulas, those between the same words are matched first, then those in the same order. The others are matched if
/// they are distinctive or if nothing is known about the words around them.
pub(super) fn match_equal(matching: &mut Matching<'_>) {
    let tokens = keys(matching, |side, formula| &side.formulas[formula].tokens);
    match_by_key(matching, &tokens);
    let symbols = keys(matching, |side, formula| &side.formulas[formula].ids);
    match_by_key(matching, &symbols);
}

/// Returns a number for each formula of both sides; equal content has equal numbers.
fn keys<'m, K: Hash + Eq + 'm>(
    matching: &'m Matching<'_>,
    content: impl Fn(&'m Side<'_>, usize) -> &'m Vec<K>,
) -> [Vec<u32>; 2] {
    let mut numbers: HashMap<&[K], u32> = HashMap::new();
    [&matching.reference, &matching.prediction].map(|side| {
        let number = |formula| {
            let next = numbers.len() as u32;
            *numbers.entry(content(side, formula)).or_insert(next)
        };
        (0..side.formulas.len()).map(number).collect()
    })
}

fn match_by_key(matching: &mut Matching<'_>, keys: &[Vec<u32>; 2]) {
    between_same_words(matching, keys);
    in_order(matching, keys);
    anywhere(matching, keys);
}

fn between_same_words(matching: &mut Matching<'_>, keys: &[Vec<u32>; 2]) {
    for reference in matching.free_references() {
        let Some(window) = matching.context.window(reference) else {
            continue;
        };
        let near = matching.prediction.overlapping(&window.range);
        let equal = |prediction: &usize| keys[1][*prediction] == keys[0][reference];
        if let Some(prediction) = near.take(MAX_NEAR).filter(|at| !matching.taken[*at]).find(equal) {
            matching.pair(reference, prediction);
        }
    }
}

fn in_order(matching: &mut Matching<'_>, keys: &[Vec<u32>; 2]) {
    let (references, predictions) = (matching.free_references(), matching.free_predictions());
    let keys_of = |side: usize, formulas: &[usize]| formulas.iter().map(|at| keys[side][*at]).collect::<Vec<_>>();
    let differing = differing(&keys_of(0, &references), &keys_of(1, &predictions));
    let (mut before, mut after) = (0, 0);
    let ends = (references.len(), predictions.len());
    let stretches = differing
        .iter()
        .map(|region| (region.reference.start, region.reference.end, region.prediction.end));
    for (start, next_before, next_after) in stretches.chain([(ends.0, ends.0, ends.1)]) {
        for (reference, prediction) in references[before..start].iter().zip(&predictions[after..]) {
            if !refused(matching, *reference, *prediction) {
                matching.pair(*reference, *prediction);
            }
        }
        (before, after) = (next_before, next_after);
    }
}

fn anywhere(matching: &mut Matching<'_>, keys: &[Vec<u32>; 2]) {
    let mut free: HashMap<u32, Vec<usize>> = HashMap::new();
    for prediction in matching.free_predictions().into_iter().rev() {
        free.entry(keys[1][prediction]).or_default().push(prediction);
    }
    for reference in matching.free_references() {
        let Some(equal) = free.get_mut(&keys[0][reference]) else {
            continue;
        };
        if let Some(prediction) = equal.pop_if(|prediction| !refused(matching, reference, *prediction)) {
            matching.pair(reference, prediction);
        }
    }
}

/// Reports whether the words show that a formula is elsewhere and the formula is not distinctive.
fn refused(matching: &Matching<'_>, reference: usize, prediction: usize) -> bool {
    matching.reference.formulas[reference].ids.len() < DISTINCTIVE
        && matching.agreement(reference, prediction) == Agreement::Disagrees
}
