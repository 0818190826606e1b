//! The best alignment of two sequences whose members can match partially.

/// The largest number of cells that are computed, one per pair of members. Beyond it, only pairs near the diagonal are
/// considered.
const MAX_CELLS: usize = 4_000_000;

/// Returns the pairs of the alignment with the largest sum of gains, in order; no two pairs cross.
///
/// `gain` is the amount, 0 or more, that pairing two members adds. Pairs that add nothing are omitted. Time and memory
/// grow with the product of the lengths up to 4,000,000 cells. Beyond that, they grow with the sum of the lengths, and
/// the result is the best alignment near the diagonal.
pub(crate) fn align(a: usize, b: usize, gain: impl Fn(usize, usize) -> f64) -> Vec<(usize, usize)> {
    let band = Band::new(a, b);
    let mut steps: Vec<Vec<Step>> = Vec::with_capacity(a + 1);
    let mut above = Row::default();
    for i in 0..=a {
        let (first, last) = band.columns(i);
        let mut row = Row {
            first,
            sums: Vec::with_capacity(last + 1 - first),
        };
        let mut row_steps = Vec::with_capacity(last + 1 - first);
        for j in first..=last {
            let mut best = (if i == 0 { 0.0 } else { above.sum(j) }, Step::SkipA);
            if j > first && row.sum(j - 1) > best.0 {
                best = (row.sum(j - 1), Step::SkipB);
            }
            if let (Some(i), Some(j)) = (i.checked_sub(1), j.checked_sub(1)) {
                let gained = gain(i, j);
                let sum = above.sum(j) + gained;
                if gained > 0.0 && sum >= best.0 {
                    best = (sum, Step::Pair);
                }
            }
            row.sums.push(best.0);
            row_steps.push(best.1);
        }
        steps.push(row_steps);
        above = row;
    }
    pairs(&band, &steps, a, b)
}

/// Follows the steps back from the end and returns the pairs in order.
fn pairs(band: &Band, steps: &[Vec<Step>], a: usize, b: usize) -> Vec<(usize, usize)> {
    let (mut i, mut j) = (a, b);
    let mut pairs = Vec::new();
    while i > 0 && j > 0 {
        let column = j.checked_sub(band.columns(i).0);
        let step = column.and_then(|column| steps.get(i)?.get(column));
        match step {
            Some(Step::Pair) => {
                (i, j) = (i - 1, j - 1);
                pairs.push((i, j));
            }
            Some(Step::SkipB) => j -= 1,
            Some(Step::SkipA) | None => i -= 1,
        }
    }
    pairs.reverse();
    pairs
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    SkipA,
    SkipB,
    Pair,
}

/// The best sums up to each column of a row.
#[derive(Default)]
struct Row {
    first: usize,
    sums: Vec<f64>,
}

impl Row {
    /// Returns the best sum up to a column; negative infinity outside the band.
    fn sum(&self, column: usize) -> f64 {
        let at = column.checked_sub(self.first);
        at.and_then(|at| self.sums.get(at))
            .copied()
            .unwrap_or(f64::NEG_INFINITY)
    }
}

/// The band of columns around the diagonal that is computed in each row.
struct Band {
    a: usize,
    b: usize,
    half: usize,
}

impl Band {
    fn new(a: usize, b: usize) -> Self {
        let is_small = (a + 1).saturating_mul(b + 1) <= MAX_CELLS;
        let half = if is_small {
            b
        } else {
            (MAX_CELLS / 2 / (a + 1)).max(b / a.max(1) + 1)
        };
        Self { a, b, half }
    }

    /// Returns the first and the last column of a row.
    fn columns(&self, row: usize) -> (usize, usize) {
        let middle = row * self.b / self.a.max(1);
        (middle.saturating_sub(self.half), (middle + self.half).min(self.b))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn best_by_definition(gains: &[Vec<f64>], i: usize, j: usize) -> f64 {
        if i == 0 || j == 0 {
            return 0.0;
        }
        let pair = best_by_definition(gains, i - 1, j - 1) + gains[i - 1][j - 1];
        pair.max(best_by_definition(gains, i - 1, j))
            .max(best_by_definition(gains, i, j - 1))
    }

    #[test]
    fn equal_sequences_are_paired_one_to_one() {
        let text = "abcab".as_bytes();
        let gain = |i: usize, j: usize| f64::from(u8::from(text[i] == text[j]));
        assert_eq!(align(5, 5, gain), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)]);
        assert_eq!(align(0, 5, gain), []);
        assert_eq!(align(5, 0, gain), []);
    }

    #[test]
    fn long_sequences_are_aligned_near_the_diagonal() {
        let gain = |i: usize, j: usize| f64::from(u8::from(i + 3 == j));
        assert_eq!(align(30_000, 30_003, gain).len(), 30_000);
        assert_eq!(
            align(3, 3_000_000, |i, j| f64::from(u8::from(j == i * 1_000_000))).len(),
            3
        );
        assert_eq!(
            align(3_000_000, 3, |i, j| f64::from(u8::from(i == j * 1_000_000))).len(),
            3
        );
    }

    proptest! {
        #[test]
        fn the_sum_is_the_largest(gains in proptest::collection::vec(proptest::collection::vec(0_u8..4, 6), 0..6)) {
            let gains: Vec<Vec<f64>> = gains.iter().map(|row| row.iter().map(|gain| f64::from(*gain)).collect()).collect();
            let pairs = align(gains.len(), 6, |i, j| gains[i][j]);
            prop_assert!(pairs.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1));
            let sum: f64 = pairs.iter().map(|(i, j)| gains[*i][*j]).sum();
            prop_assert!((sum - best_by_definition(&gains, gains.len(), 6)).abs() < 1e-9);
        }
    }
}
