//! Similarities, equal to those of the official tool to the last bit. If a text has exactly as many differences as a
//! test allows, rounding decides whether it passes.

use rapidfuzz::distance::indel;

/// Returns rapidfuzz's `ratio / 100`: 1 - Indel distance / length of both texts. Two empty texts score 1.
pub(super) fn ratio(a: &str, b: &str) -> f64 {
    let total = a.chars().count() + b.chars().count();
    if total == 0 {
        return 1.0;
    }
    through_percent(1.0 - indel::distance(a.chars(), b.chars()) as f64 / total as f64)
}

/// Returns rapidfuzz's `partial_ratio / 100`.
pub(super) fn partial_ratio(a: &str, b: &str) -> f64 {
    through_percent(crate::partial_ratio(a, b))
}

/// Converts to percent and back: rapidfuzz calculates in percent, so some values lose their last bit.
fn through_percent(ratio: f64) -> f64 {
    ratio * 100.0 / 100.0
}

/// Returns the similarity that a text of this length needs if `max_diffs` differences are allowed. It may be negative.
pub(super) fn threshold(max_diffs: usize, length: usize) -> f64 {
    1.0 - max_diffs as f64 / length.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In Python, this is `rapidfuzz.fuzz.ratio(a, b) / 100 >= 1 - 1 / len(a)`, for texts with one changed character.
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
