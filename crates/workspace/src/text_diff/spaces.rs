//! White space that differs within text that is otherwise equal.

use std::ops::Range;

/// A part of two texts: its byte range in each of them, and whether its white space differs.
pub(super) type Part = ([Range<usize>; 2], bool);

/// Divides two texts that are equal but for white space where it differs. Takes linear time.
pub(super) fn apart(left: &str, right: &str) -> Vec<Part> {
    let is_of_one = left.is_empty() != right.is_empty() && !(left.trim().is_empty() && right.trim().is_empty());
    if left == right || is_of_one {
        return vec![([0..left.len(), 0..right.len()], false)];
    }
    let (mut from, mut to) = ((0, 0), (0, 0));
    let mut parts = Vec::new();
    let mut push = |from: (usize, usize), to: (usize, usize), is_space: bool| {
        if from != to {
            parts.push(([from.0..to.0, from.1..to.1], is_space));
        }
    };
    while to.0 < left.len() || to.1 < right.len() {
        let [before, after] = [(left, to.0), (right, to.1)].map(|(text, at)| text.get(at..).unwrap_or_default());
        let [space, other] = [before, after].map(|text| text.len() - text.trim_start().len());
        if before.get(..space) != after.get(..other) {
            push(from, to, false);
            push(to, (to.0 + space, to.1 + other), true);
            from = (to.0 + space, to.1 + other);
        }
        to = (to.0 + space, to.1 + other);
        let [before, after] = [(left, to.0), (right, to.1)].map(|(text, at)| {
            let rest = text.get(at..).unwrap_or_default();
            rest.split(char::is_whitespace).next().unwrap_or_default()
        });
        // A run may end earlier on one side: the other goes on behind white space.
        let ink = before.len().min(after.len());
        // If the texts are not equal after all, the rest belongs to the last part.
        to = if ink > 0 && before.get(..ink) == after.get(..ink) {
            (to.0 + ink, to.1 + ink)
        } else {
            (left.len(), right.len())
        };
    }
    push(from, to, false);
    parts
}

/// Returns text whose white space has signs: `\u{2423}` for a space, `\u{21e5}` for a tab, `\u{23ce}` before a line
/// break.
#[must_use]
pub fn with_signs(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            ' ' => shown.push('\u{2423}'),
            '\t' => shown.push('\u{21e5}'),
            '\n' => shown.push_str("\u{23ce}\n"),
            other => shown.push(other),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parts(reference: &str, prediction: &str) -> Vec<(String, String, bool)> {
        let parts = apart(reference, prediction).into_iter();
        parts
            .map(|([left, right], is_space)| (reference[left].to_owned(), prediction[right].to_owned(), is_space))
            .collect()
    }

    #[test]
    fn differing_white_space_is_apart() {
        let part = |left: &str, right: &str, is_space| (left.to_owned(), right.to_owned(), is_space);
        assert_eq!(parts("a b", "a b"), [part("a b", "a b", false)]);
        assert_eq!(
            parts("a  b, c\n", "a\nb,c"),
            [
                part("a", "a", false),
                part("  ", "\n", true),
                part("b,", "b,", false),
                part(" ", "", true),
                part("c", "c", false),
                part("\n", "", true)
            ]
        );
        assert_eq!(parts("", "  "), [part("", "  ", true)]);
        assert_eq!(parts("\u{e4}b", "\u{e4} b").len(), 3);
    }

    #[test]
    fn white_space_has_signs() {
        assert_eq!(with_signs("a \t\r\n"), "a\u{2423}\u{21e5}\r\u{23ce}\n");
    }

    #[test]
    fn a_single_text_stays_whole() {
        assert_eq!(parts("", "a b"), [(String::new(), "a b".to_owned(), false)]);
    }

    proptest! {
        #[test]
        fn parts_cover_both_texts(reference in "[ab\u{e9} \n]{0,20}", prediction in "[ab\u{e9} \n]{0,20}") {
            let parts = parts(&reference, &prediction);
            let left: String = parts.iter().map(|part| part.0.as_str()).collect();
            let right: String = parts.iter().map(|part| part.1.as_str()).collect();
            prop_assert_eq!((left, right), (reference, prediction));
        }
    }
}
