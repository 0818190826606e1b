//! Longest common subsequences, 64 places at a time (Hyyrö 2004).

use crate::text::rows::{Occurrences, Recurrence, Rows, words};

/// Length of a longest common subsequence. Symbols are below `distinct`. O(n·m/64).
pub(crate) fn length(reference: &[u32], prediction: &[u32], distinct: usize) -> usize {
    let mut recurrence = Subsequences::of(reference, distinct);
    let mut row = recurrence.first();
    for symbol in prediction {
        recurrence.advance(&mut row, *symbol);
    }
    reference.len() - common(&row, reference.len())
}

/// Bits that are still set.
fn common(row: &[u64], length: usize) -> usize {
    let beyond = 64 * row.len() - length;
    row.iter().map(|word| word.count_ones() as usize).sum::<usize>() - beyond
}

/// Marks the places of the reference that belong to the common subsequence which `rouge_score` finds: read from the
/// end, equal symbols are taken, else the prediction goes back if its last symbol is not needed, else the reference.
/// O(n·m/64) time, O(n·√m) space.
pub(crate) fn mark(reference: &[u32], prediction: &[u32], distinct: usize, marked: &mut [bool]) {
    let mut rows = Rows::of(Subsequences::of(reference, distinct), prediction);
    let (mut i, mut j) = (reference.len(), prediction.len());
    while let (Some(before_i), Some(before_j)) = (i.checked_sub(1), j.checked_sub(1)) {
        if reference[before_i] == prediction[before_j] {
            marked[before_i] = true;
            (i, j) = (before_i, before_j);
        } else if rows.row(j)[before_i / 64] >> (before_i % 64) & 1 == 0 {
            j = before_j;
        } else {
            i = before_i;
        }
    }
}

/// Row j has, for every place i of the reference, a bit that is 0 if the longest common subsequence of the first j
/// symbols of the prediction with the first i + 1 of the reference is longer than with the first i.
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
    type Row = Vec<u64>;

    fn first(&self) -> Vec<u64> {
        vec![u64::MAX; self.matches.len()]
    }

    fn advance(&mut self, row: &mut Vec<u64>, symbol: u32) {
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

    /// The textbook table, and the places that `rouge_score` reads out of it.
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
            mark(&a, &b, 5, &mut marked);
            prop_assert_eq!(length(&a, &b, 5), expected.iter().filter(|marked| **marked).count());
            prop_assert_eq!(marked, expected);
        }
    }
}
