//! Finds texts that do not end because they repeat themselves.

/// The longest passage whose repetition is found, in tokens.
const LONGEST: usize = 64;

/// Fewest tokens of all repetitions. Matrices of zeros and rules of tables are shorter.
const FEWEST_TOKENS: usize = 256;

/// Fewest repetitions.
const FEWEST: usize = 8;

/// Reports whether a text ends with many repetitions of a passage.
pub(super) fn repeats(tokens: &[u32]) -> bool {
    if tokens.len() < FEWEST_TOKENS {
        return false;
    }
    (1..=LONGEST).any(|length| {
        let later = tokens.iter().rev();
        let earlier = tokens.iter().rev().skip(length);
        let same = later.zip(earlier).take_while(|(a, b)| a == b).count();
        same + length >= FEWEST_TOKENS.max(FEWEST * length)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_repetitions_count() {
        let text = |passage: u32, tokens: u32| -> Vec<u32> {
            (0..10)
                .map(|i| i + 1000)
                .chain((0..tokens).map(|i| i % passage))
                .collect()
        };
        for (passage, tokens, expected) in [
            (1, 255, false),
            (1, 256, true),
            (30, 256, true),
            (40, 319, false),
            (40, 320, true),
            (65, 4000, false),
        ] {
            assert_eq!(repeats(&text(passage, tokens)), expected, "{passage} {tokens}");
        }
    }
}
