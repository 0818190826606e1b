//! Ranks of a sample.

/// Returns the rank of each value, from 1. Equal values share the mean of their ranks. Values must be finite.
///
/// Equals `scipy.stats.rankdata` with its default method. O(n log n).
pub(crate) fn average_ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    // Compared by `==`, for which the two zeros are equal.
    for ties in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let rank = before as f64 + (ties.len() + 1) as f64 / 2.0;
        for &index in ties {
            ranks[index] = rank;
        }
        before += ties.len();
    }
    ranks
}
