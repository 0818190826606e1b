//! Similarities as the official tool computes them, to the last bit: a text with exactly as many differences as a test
//! allows passes or fails by the rounding.

use rapidfuzz::distance::indel;

/// rapidfuzz's `ratio / 100`: 1 - Indel distance / length of both. Both empty: 1.
pub(super) fn ratio(a: &str, b: &str) -> f64 {
    let total = a.chars().count() + b.chars().count();
    if total == 0 {
        return 1.0;
    }
    through_percent(1.0 - indel::distance(a.chars(), b.chars()) as f64 / total as f64)
}

/// rapidfuzz's `partial_ratio / 100`.
pub(super) fn partial_ratio(a: &str, b: &str) -> f64 {
    through_percent(crate::partial_ratio(a, b))
}

/// rapidfuzz counts in percent, which costs some values their last bit.
fn through_percent(ratio: f64) -> f64 {
    ratio * 100.0 / 100.0
}

/// The similarity that a text of this length needs when so many differences are allowed. May be negative.
pub(super) fn threshold(max_diffs: usize, length: usize) -> f64 {
    1.0 - max_diffs as f64 / length.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Python: `rapidfuzz.fuzz.ratio(a, b) / 100 >= 1 - 1 / len(a)` for texts with one character changed.
    #[test]
    fn one_allowed_difference_is_too_much_for_some_lengths() {
        let passes = |length: usize| {
            let (a, b) = ("a".repeat(length), "a".repeat(length - 1) + "b");
            ratio(&a, &b) >= threshold(1, length)
        };
        let failing: Vec<usize> = (2..30).filter(|length| !passes(*length)).collect();
        assert_eq!(failing, [12, 13, 15, 17, 21, 29]);
    }

    #[test]
    fn empty_texts() {
        assert_eq!((ratio("", ""), ratio("a", ""), partial_ratio("", "")), (1.0, 0.0, 1.0));
    }
}
