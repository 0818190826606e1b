//! Longest common subsequences, 64 places at a time (Hyyrö 2004).

use crate::text::rows::{Occurrences, Recurrence, Rows, words};

/// Returns the length of a longest common subsequence. Symbols must be below `distinct`. O(n·m/64) time.
pub(crate) fn length(reference: &[u32], prediction: &[u32], distinct: usize) -> usize {
    let mut recurrence = Subsequences::of(reference, distinct);
    let mut row = recurrence.first();
    for symbol in prediction {
        recurrence.advance(&mut row, *symbol);
    }
    reference.len() - common(&row, reference.len())
}

/// Counts the bits that are still set, without those beyond `length`.
fn common(row: &[u64], length: usize) -> usize {
    let beyond = 64 * row.len() - length;
    row.iter().map(|word| word.count_ones() as usize).sum::<usize>() - beyond
}

/// A marker of the places of one sequence that belong to common subsequences with other sequences.
///
/// Among several longest common subsequences, it takes the one that `rouge_score` finds by reading the table from the
/// end. Equal symbols are taken. Otherwise, the other sequence steps back if the last symbol of the marked sequence is
/// needed; if not, the marked sequence steps back.
pub(crate) struct Marker<'a> {
    sequence: &'a [u32],
    subsequences: Subsequences,
    /// The rows for sequences of up to 64 symbols, of one word each.
    short_rows: Vec<u64>,
}

impl<'a> Marker<'a> {
    /// Creates a marker for symbols below `distinct`.
    pub(crate) fn new(distinct: usize) -> Self {
        Self {
            sequence: &[],
            subsequences: Subsequences::of(&[], distinct),
            short_rows: Vec::new(),
        }
    }

    /// Changes the sequence to be marked. O(n) time.
    pub(crate) fn turn_to(&mut self, sequence: &'a [u32]) {
        self.subsequences.occurrences.replace(self.sequence, sequence);
        self.subsequences.matches.resize(words(sequence.len()), 0);
        self.sequence = sequence;
    }

    /// Marks the places of the sequence that it has in common with `other`. O(n·m/64) time, O(n·√m) space.
    pub(crate) fn mark(&mut self, other: &[u32], marked: &mut [bool]) {
        if self.sequence.len() <= 64 {
            self.compute_short_rows(other);
            let rows = &self.short_rows;
            walk(self.sequence, other, marked, |i, j| rows[j] >> i & 1 == 0);
        } else {
            let mut rows = Rows::of(&mut self.subsequences, other);
            walk(self.sequence, other, marked, |i, j| {
                rows.row(j)[i / 64] >> (i % 64) & 1 == 0
            });
        }
    }

    fn compute_short_rows(&mut self, other: &[u32]) {
        let mut row = u64::MAX;
        self.short_rows.clear();
        self.short_rows.push(row);
        for symbol in other {
            let matches = self.subsequences.occurrences.first_word(*symbol);
            row = row.wrapping_add(row & matches) | (row & !matches);
            self.short_rows.push(row);
        }
    }
}

/// Reads the table from the end. `grows(i, j)` returns whether place i makes the longest common subsequence with j
/// symbols longer.
fn walk(sequence: &[u32], other: &[u32], marked: &mut [bool], mut grows: impl FnMut(usize, usize) -> bool) {
    let (mut i, mut j) = (sequence.len(), other.len());
    while let (Some(before_i), Some(before_j)) = (i.checked_sub(1), j.checked_sub(1)) {
        if sequence[before_i] == other[before_j] {
            marked[before_i] = true;
            (i, j) = (before_i, before_j);
        } else if grows(before_i, j) {
            j = before_j;
        } else {
            i = before_i;
        }
    }
}

/// The rows of the table as bits. Bit i of row j is 0 if place i of the reference makes the longest common subsequence
/// with the first j symbols of the prediction longer.
struct Subsequences {
    occurrences: Occurrences,
    matches: Vec<u64>,
}

impl Subsequences {
    fn of(reference: &[u32], distinct: usize) -> Self {
        Self {
            occurrences: Occurrences::of(reference, distinct),
            matches: vec![0; words(reference.len())],
        }
    }
}

impl Recurrence for Subsequences {
    type Word = u64;

    fn first(&self) -> Vec<u64> {
        vec![u64::MAX; self.matches.len()]
    }

    fn advance(&mut self, row: &mut [u64], symbol: u32) {
        self.occurrences.set(symbol, &mut self.matches);
        let mut carry = false;
        for (word, matches) in row.iter_mut().zip(&self.matches) {
            let (sum, overflow) = word.overflowing_add(*word & matches);
            let (sum, overflow_of_carry) = sum.overflowing_add(u64::from(carry));
            carry = overflow || overflow_of_carry;
            *word = sum | (*word & !matches);
        }
        self.occurrences.clear(symbol, &mut self.matches);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Calculates the textbook table, and returns the places that `rouge_score` reads from it.
    fn by_definition(a: &[u32], b: &[u32]) -> Vec<bool> {
        let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 1..=a.len() {
            for j in 1..=b.len() {
                table[i][j] = if a[i - 1] == b[j - 1] {
                    table[i - 1][j - 1] + 1
                } else {
                    table[i - 1][j].max(table[i][j - 1])
                };
            }
        }
        let mut marked = vec![false; a.len()];
        let (mut i, mut j) = (a.len(), b.len());
        while i > 0 && j > 0 {
            if a[i - 1] == b[j - 1] {
                marked[i - 1] = true;
                i -= 1;
                j -= 1;
            } else if table[i][j - 1] > table[i - 1][j] {
                j -= 1;
            } else {
                i -= 1;
            }
        }
        marked
    }

    proptest! {
        #[test]
        fn length_and_places_are_those_of_the_definition(
            a in proptest::collection::vec(0..5_u32, 0..200),
            b in proptest::collection::vec(0..5_u32, 0..200),
        ) {
            let expected = by_definition(&a, &b);
            let mut marked = vec![false; a.len()];
            let mut marker = Marker::new(5);
            marker.turn_to(&b);
            marker.turn_to(&a);
            marker.mark(&b, &mut marked);
            prop_assert_eq!(length(&a, &b, 5), expected.iter().filter(|marked| **marked).count());
            prop_assert_eq!(marked, expected);
        }
    }
}
