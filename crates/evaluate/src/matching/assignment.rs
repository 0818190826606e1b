//! Formulas that differ, matched so that the sum of their similarities is largest.

use std::ops::Range;

use pathfinding::kuhn_munkres::kuhn_munkres;
use pathfinding::matrix::Matrix;
use rapidfuzz::distance::levenshtein;

use super::context::Agreement;
use super::state::Matching;

/// Most pairs of formulas that are compared at once.
const MAX_COMPARED: usize = 10_000;

/// Symbols by which a formula is compared; the rest of a longer one does not count for the matching.
const MAX_SYMBOLS: usize = 256;

/// Least similarity of formulas between the same words.
const MIN_BETWEEN_SAME_WORDS: f64 = 0.15;

/// Least similarity where the words tell nothing.
pub(crate) const MIN_SIMILARITY: f64 = 0.3;

/// Least similarity, and least number of symbols, of formulas between other words.
const MIN_ELSEWHERE: (f64, usize) = (0.7, 8);

/// What standing between the same words is worth.
const SAME_WORDS: f64 = 0.5;

/// What standing at the opposite end of the text costs.
const DISTANCE: f64 = 0.1;

/// Gains are whole numbers for the assignment.
const SCALE: f64 = 1e6;

/// Matches what is free by the assignment with the largest sum of gains: a pair's similarity (1 - Levenshtein / length
/// in symbols), more between the same words, less the farther the two are apart in their texts. Pairs below a least
/// similarity are not matched.
///
/// More than 10,000 pairs are cut into pieces of equal share of both sides, in order, so the time is nearly linear in
/// the number of formulas; then formulas that changed their place from one piece to another stay free.
pub(super) fn match_similar(matching: &mut Matching<'_>) {
    let (references, predictions) = (matching.free_references(), matching.free_predictions());
    // A piece has n/c and m/c formulas, and so n·m/c² pairs.
    let pairs = references.len() as f64 * predictions.len() as f64;
    let pieces = (pairs / MAX_COMPARED as f64).sqrt().ceil().max(1.0) as usize;
    let part = |length: usize, piece: usize| length * piece / pieces..length * (piece + 1) / pieces;
    for piece in 0..pieces {
        let of = |formulas: &[usize], range: Range<usize>| formulas.get(range).unwrap_or_default().to_vec();
        match_piece(
            matching,
            &of(&references, part(references.len(), piece)),
            &of(&predictions, part(predictions.len(), piece)),
        );
    }
}

fn match_piece(matching: &mut Matching<'_>, references: &[usize], predictions: &[usize]) {
    let turned = references.len() > predictions.len();
    let (rows, columns) = if turned {
        (predictions, references)
    } else {
        (references, predictions)
    };
    if rows.is_empty() {
        return;
    }
    let pair = |row: usize, column: usize| {
        let (row, column) = (rows[row], columns[column]);
        if turned { (column, row) } else { (row, column) }
    };
    let gains = Matrix::from_fn(rows.len(), columns.len(), |(row, column)| {
        let (reference, prediction) = pair(row, column);
        (gain(matching, reference, prediction) * SCALE) as i64
    });
    let (_, assigned) = kuhn_munkres(&gains);
    for (row, column) in assigned.into_iter().enumerate() {
        if gains.get((row, column)).is_some_and(|gain| *gain > 0) {
            let (reference, prediction) = pair(row, column);
            matching.pair(reference, prediction);
        }
    }
}

/// What matching two formulas is worth; 0 if they may not be.
fn gain(matching: &Matching<'_>, reference: usize, prediction: usize) -> f64 {
    let sides = [(&matching.reference, reference), (&matching.prediction, prediction)];
    let [a, b] = sides.map(|(side, at)| side.formulas[at].ids.as_slice());
    let [from, to] = sides.map(|(side, at)| at as f64 / side.formulas.len() as f64);
    let similarity = similarity(a, b);
    let (least, bonus) = match matching.agreement(reference, prediction) {
        Agreement::Agrees => (MIN_BETWEEN_SAME_WORDS, SAME_WORDS),
        Agreement::Unknown => (MIN_SIMILARITY, 0.0),
        Agreement::Disagrees if a.len() >= MIN_ELSEWHERE.1 => (MIN_ELSEWHERE.0, 0.0),
        Agreement::Disagrees => return 0.0,
    };
    if similarity < least {
        0.0
    } else {
        similarity + bonus - DISTANCE * (from - to).abs()
    }
}

/// 1 - Levenshtein / length of the longer; 1 for two empty sequences.
pub(super) fn similarity(a: &[u32], b: &[u32]) -> f64 {
    let [a, b] = [a, b].map(|ids| ids.iter().take(MAX_SYMBOLS).copied());
    levenshtein::normalized_similarity(a, b)
}
