//! The optimal alignment that rapidfuzz finds. Several alignments can have the fewest edits, but different numbers of
//! hits and substitutions. Some metrics depend on the chosen one.

use std::ops::Add;

use crate::text::rows::{Occurrences, Recurrence, Rows, words};

/// The pairs of symbols in an alignment; unpaired symbols are deleted or inserted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Pairs {
    /// The number of pairs of equal symbols.
    pub(crate) hits: usize,
    /// The number of pairs of different symbols.
    pub(crate) substitutions: usize,
}

impl Pairs {
    /// The pairs of an empty alignment.
    pub(crate) const NONE: Self = Self {
        hits: 0,
        substitutions: 0,
    };
}

impl Add for Pairs {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            hits: self.hits + other.hits,
            substitutions: self.substitutions + other.substitutions,
        }
    }
}

/// Returns the pairs of the alignment. Symbols must be below `distinct`. O(n·m/64) time.
pub(crate) fn align(reference: &[u32], prediction: &[u32], distinct: usize) -> Pairs {
    let bound = reference.len().max(prediction.len());
    align_within(reference, prediction, distinct, bound)
}

/// Aligns sequences whose edit distance is at most `bound`.
fn align_within(reference: &[u32], prediction: &[u32], distinct: usize, bound: usize) -> Pairs {
    let (affix, reference, prediction) = without_common_affix(reference, prediction);
    let bound = bound.min(reference.len().max(prediction.len()));
    let affix = Pairs {
        hits: affix,
        ..Pairs::NONE
    };
    if reference.is_empty() || prediction.is_empty() {
        return affix;
    }
    if is_read_from_one_table(reference.len(), prediction.len(), bound) {
        return affix + read_from_table(reference, prediction, distinct);
    }
    let split = split(reference, prediction, distinct);
    let (reference_before, reference_after) = reference.split_at(split.reference);
    let (prediction_before, prediction_after) = prediction.split_at(split.prediction);
    affix
        + align_within(reference_before, prediction_before, distinct, split.edits_before)
        + align_within(reference_after, prediction_after, distinct, split.edits_after)
}

fn without_common_affix<'a>(a: &'a [u32], b: &'a [u32]) -> (usize, &'a [u32], &'a [u32]) {
    let equal = |(a, b): &(&u32, &u32)| a == b;
    let prefix = a.iter().zip(b).take_while(equal).count();
    let (a, b) = (&a[prefix..], &b[prefix..]);
    let suffix = a.iter().rev().zip(b.iter().rev()).take_while(equal).count();
    (prefix + suffix, &a[..a.len() - suffix], &b[..b.len() - suffix])
}

/// Whether rapidfuzz reads the alignment from a single table. It divides the task in two if the table would take 1 MiB
/// or more and neither side is short.
fn is_read_from_one_table(reference: usize, prediction: usize, bound: usize) -> bool {
    let band = reference.min(2 * bound + 1);
    2 * band * prediction / 8 < 1 << 20 || reference < 65 || prediction < 10
}

/// Reads the alignment from the end of the table. If deleting a symbol of the reference is optimal, it is deleted.
/// Otherwise, if inserting a symbol of the prediction is optimal, it is inserted. Otherwise the two are paired.
fn read_from_table(reference: &[u32], prediction: &[u32], distinct: usize) -> Pairs {
    let mut rows = Rows::of(Distances::of(reference, distinct), prediction);
    let (mut i, mut j, mut pairs) = (reference.len(), prediction.len(), Pairs::NONE);
    while let (Some(before_i), Some(before_j)) = (i.checked_sub(1), j.checked_sub(1)) {
        if rises_at(rows.row(j), before_i) {
            i = before_i;
        } else if before_j > 0 && falls_at(rows.row(before_j), before_i) {
            j = before_j;
        } else {
            let is_hit = reference[before_i] == prediction[before_j];
            pairs.hits += usize::from(is_hit);
            pairs.substitutions += usize::from(!is_hit);
            (i, j) = (before_i, before_j);
        }
    }
    pairs
}

/// The place at which a task is divided.
struct Split {
    reference: usize,
    prediction: usize,
    edits_before: usize,
    edits_after: usize,
}

/// Returns the middle of the prediction, and the first place of the reference at which an optimal alignment passes
/// through that middle (Hirschberg).
fn split(reference: &[u32], prediction: &[u32], distinct: usize) -> Split {
    let middle = prediction.len() / 2;
    let reversed = |symbols: &[u32]| symbols.iter().rev().copied().collect::<Vec<_>>();
    let before = prefix_distances(reference, &prediction[..middle], distinct);
    let after = prefix_distances(&reversed(reference), &reversed(&prediction[middle..]), distinct);
    let splits = before.iter().zip(after.iter().rev()).enumerate();
    let best = splits.map(|(at, (before, after))| Split {
        reference: at,
        prediction: middle,
        edits_before: *before,
        edits_after: *after,
    });
    best.min_by_key(|split| split.edits_before + split.edits_after)
        .unwrap_or(Split {
            reference: 0,
            prediction: middle,
            edits_before: middle,
            edits_after: reference.len().max(prediction.len() - middle),
        })
}

/// Returns the edit distance between the prediction and every prefix of the reference.
fn prefix_distances(reference: &[u32], prediction: &[u32], distinct: usize) -> Vec<usize> {
    let mut recurrence = Distances::of(reference, distinct);
    let mut row = recurrence.first();
    for symbol in prediction {
        recurrence.advance(&mut row, *symbol);
    }
    let mut distance = prediction.len();
    let mut distances = Vec::with_capacity(reference.len() + 1);
    distances.push(distance);
    for at in 0..reference.len() {
        distance = distance + usize::from(rises_at(&row, at)) - usize::from(falls_at(&row, at));
        distances.push(distance);
    }
    distances
}

/// The differences between neighbouring edit distances in one row of the table (Hyyrö 2003).
struct Distances {
    occurrences: Occurrences,
    matches: Vec<u64>,
}

impl Distances {
    fn of(reference: &[u32], distinct: usize) -> Self {
        Self {
            occurrences: Occurrences::of(reference, distinct),
            matches: vec![0; words(reference.len())],
        }
    }
}

/// For 64 places, bits that tell whether the distance is one more or one less than at the place before.
#[derive(Clone, Copy)]
struct Differences {
    rises: u64,
    falls: u64,
}

fn rises_at(row: &[Differences], at: usize) -> bool {
    row[at / 64].rises >> (at % 64) & 1 == 1
}

fn falls_at(row: &[Differences], at: usize) -> bool {
    row[at / 64].falls >> (at % 64) & 1 == 1
}

impl Recurrence for Distances {
    type Word = Differences;

    fn first(&self) -> Vec<Differences> {
        let differences = Differences {
            rises: u64::MAX,
            falls: 0,
        };
        vec![differences; self.matches.len()]
    }

    fn advance(&mut self, row: &mut [Differences], symbol: u32) {
        self.occurrences.set(symbol, &mut self.matches);
        let (mut rise_below, mut fall_below) = (1, 0);
        for (Differences { rises: vp, falls: vn }, matches) in row.iter_mut().zip(&self.matches) {
            let x = matches | fall_below;
            let d0 = ((x & *vp).wrapping_add(*vp) ^ *vp) | x | *vn;
            let hp = *vn | !(d0 | *vp);
            let hn = d0 & *vp;
            let (hp_shifted, hn_shifted) = (hp << 1 | rise_below, hn << 1 | fall_below);
            (rise_below, fall_below) = (hp >> 63, hn >> 63);
            *vp = hn_shifted | !(d0 | hp_shifted);
            *vn = hp_shifted & d0;
        }
        self.occurrences.clear(symbol, &mut self.matches);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Calculates the textbook table and reads it in the same way as [`read_from_table`].
    fn by_definition(a: &[u32], b: &[u32]) -> Pairs {
        let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                table[i][j] = match (i.checked_sub(1), j.checked_sub(1)) {
                    (Some(x), Some(y)) => (table[x][y] + usize::from(a[x] != b[y]))
                        .min(table[x][j] + 1)
                        .min(table[i][y] + 1),
                    _ => i.max(j),
                };
            }
        }
        let (mut i, mut j, mut pairs) = (a.len(), b.len(), Pairs::NONE);
        while i > 0 && j > 0 {
            if table[i][j] == table[i - 1][j] + 1 {
                i -= 1;
            } else if j > 1 && table[i][j - 1] + 1 == table[i - 1][j - 1] {
                j -= 1;
            } else {
                pairs.hits += usize::from(a[i - 1] == b[j - 1]);
                pairs.substitutions += usize::from(a[i - 1] != b[j - 1]);
                (i, j) = (i - 1, j - 1);
            }
        }
        pairs
    }

    fn distance(a: &[u32], b: &[u32]) -> usize {
        prefix_distances(a, b, 6).pop().unwrap()
    }

    fn symbols(length: usize) -> impl Strategy<Value = Vec<u32>> {
        proptest::collection::vec(0..6_u32, 0..length)
    }

    proptest! {
        #[test]
        fn pairs_are_those_of_the_definition(a in symbols(150), b in symbols(150)) {
            prop_assert_eq!(read_from_table(&a, &b, 6), by_definition(&a, &b));
        }

        #[test]
        fn a_divided_alignment_is_optimal(a in symbols(150), b in symbols(150)) {
            prop_assume!(!a.is_empty() && b.len() > 1);
            let split = split(&a, &b, 6);
            let (a_before, a_after) = a.split_at(split.reference);
            let (b_before, b_after) = b.split_at(split.prediction);
            prop_assert_eq!(split.edits_before, distance(a_before, b_before));
            prop_assert_eq!(split.edits_after, distance(a_after, b_after));
            prop_assert_eq!(split.edits_before + split.edits_after, distance(&a, &b));
        }
    }
}
