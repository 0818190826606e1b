//! Matches different formulas by the largest sum of similarities.

use std::ops::Range;

use pathfinding::kuhn_munkres::kuhn_munkres;
use pathfinding::matrix::Matrix;
use rapidfuzz::distance::levenshtein;

use super::context::Agreement;
use super::state::Matching;

/// Largest number of pairs of formulas that are compared at a time.
const MAX_COMPARED: usize = 10_000;

/// Number of symbols of a formula that are compared. The rest of a longer formula is ignored.
const MAX_SYMBOLS: usize = 256;

/// Smallest similarity of formulas between the same words.
const MIN_BETWEEN_SAME_WORDS: f64 = 0.15;

/// Smallest similarity of formulas without known words.
pub(crate) const MIN_SIMILARITY: f64 = 0.3;

/// Smallest similarity, and smallest number of symbols, of formulas between different words.
const MIN_ELSEWHERE: (f64, usize) = (0.7, 8);

/// Bonus for a position between the same words.
const SAME_WORDS: f64 = 0.5;

/// Penalty for a position at the opposite end of the text.
const DISTANCE: f64 = 0.1;

/// Scale by which gains become whole numbers for the assignment.
const SCALE: f64 = 1e6;

/// Matches free formulas by the assignment with the largest sum of gains. The gain of a pair is its similarity (1 -
/// Levenshtein / length in symbols), plus a bonus between the same words, less a penalty for the distance of the two
/// positions in their texts. Pairs below the smallest similarity are not matched.
///
/// More than 10,000 pairs are divided into pieces with equal shares of both sides, in order. The time is therefore
/// nearly linear in the number of formulas. Formulas that moved from one piece to another then stay free.
pub(super) fn match_similar(matching: &mut Matching<'_>) {
    let (references, predictions) = (matching.free_references(), matching.free_predictions());
    // A piece has n/c and m/c formulas, and therefore n·m/c² pairs.
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

/// Returns the gain of matching two formulas, or 0 if they must not be matched.
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

/// Returns 1 - Levenshtein / length of the longer sequence; 1 for two empty sequences.
pub(super) fn similarity(a: &[u32], b: &[u32]) -> f64 {
    let [a, b] = [a, b].map(|ids| ids.iter().take(MAX_SYMBOLS).copied());
    levenshtein::normalized_similarity(a, b)
}
