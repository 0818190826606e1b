//! Faults that make a page unusable, whatever its content.

use std::ops::RangeInclusive;

/// Code points that do not belong on a page, with descriptions.
const DISALLOWED: [(RangeInclusive<char>, &str); 5] = [
    ('\u{4e00}'..='\u{9fff}', "Chinese or Japanese character"),
    ('\u{3040}'..='\u{30ff}', "Japanese character"),
    ('\u{1f300}'..='\u{1f64f}', "emoji"),
    ('\u{1f680}'..='\u{1f6ff}', "emoji"),
    ('\u{1f1e0}'..='\u{1f1ff}', "emoji"),
];

/// Returns a description of a character that does not belong on a page; `None` for all other characters.
pub(crate) fn disallowed(c: char) -> Option<&'static str> {
    let (_, what) = DISALLOWED.iter().find(|(range, _)| range.contains(&c))?;
    Some(what)
}

/// Returns how many times in a row the last `length` characters occur at the end; 0 if there are fewer characters.
pub(crate) fn trailing_repeats(characters: &[char], length: usize) -> usize {
    let mut chunks = characters.rchunks_exact(length.max(1));
    let Some(last) = chunks.next() else { return 0 };
    1 + chunks.take_while(|chunk| *chunk == last).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repeats(text: &str) -> [usize; 5] {
        let characters: Vec<_> = text.chars().collect();
        [1, 2, 3, 4, 5].map(|length| trailing_repeats(&characters, length))
    }

    #[test]
    fn repeats_count_the_last_characters_backwards() {
        assert_eq!(repeats(""), [0, 0, 0, 0, 0]);
        assert_eq!(repeats("ok 😀"), [1, 1, 1, 1, 0]);
        assert_eq!(repeats("... --- !!!"), [3, 1, 1, 1, 1]);
        assert_eq!(repeats("xababababababab"), [1, 7, 1, 3, 1]);
    }
}
