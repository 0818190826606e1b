//! n-grams compared at equal places, like TeXBLEU.

/// The longest n-gram that a setting can ask for.
pub const MAX_N: usize = 16;

/// The smallest similarity that enters the mean, as in the released code, because its logarithm must exist.
const SMALLEST: f64 = 1e-10;

/// The similarity of n-grams for n from 1 to `max_n`, and the geometric mean.
#[derive(Debug, Clone, PartialEq)]
pub struct InPlace {
    /// `1 - sum of distances / (L n)` over the L n-grams of the shorter side; 0 if there are none.
    pub similarities: Vec<f64>,
    /// The geometric mean of the similarities, each at least 1e-10.
    pub value: f64,
}

/// Compares the n-grams at equal places, given the distance of the two i-th tokens for each i that both sides have.
/// `max_n` is clamped to 1 to [`MAX_N`]. O(k n) time for k distances and n = `max_n`.
#[must_use]
pub fn in_place(distances: &[f64], max_n: usize) -> InPlace {
    let similarities: Vec<f64> = (1..=max_n.clamp(1, MAX_N)).map(|n| similarity(distances, n)).collect();
    let logarithms: f64 = similarities
        .iter()
        .map(|similarity| libm::log(similarity.max(SMALLEST)))
        .sum();
    let value = libm::exp(logarithms / similarities.len() as f64);
    InPlace { similarities, value }
}

fn similarity(distances: &[f64], n: usize) -> f64 {
    let grams = distances.windows(n);
    let count = grams.len();
    if count == 0 {
        return 0.0;
    }
    let sum: f64 = grams.flatten().sum();
    1.0 - sum / (count * n) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_in_the_middle_are_in_more_ngrams() {
        let compared = in_place(&[0.0, 0.5, 0.0], 2);
        assert_eq!(compared.similarities, [1.0 - 0.5 / 3.0, 0.75]);
        assert!((compared.value - ((1.0 - 0.5 / 3.0) * 0.75_f64).sqrt()).abs() < 1e-15);
    }

    #[test]
    fn no_ngram_is_no_similarity() {
        let compared = in_place(&[0.0], 2);
        assert_eq!(compared.similarities, [1.0, 0.0]);
        assert!((compared.value - 1e-5).abs() < 1e-15);
        assert_eq!(in_place(&[0.0], 0).similarities.len(), 1);
        assert_eq!(in_place(&[0.0], usize::MAX).similarities.len(), MAX_N);
    }

    #[test]
    fn opposed_vectors_do_not_make_it_negative() {
        let compared = in_place(&[2.0, 2.0], 1);
        assert_eq!(compared.similarities, [-1.0]);
        assert!((compared.value - SMALLEST).abs() < 1e-20);
    }
}
