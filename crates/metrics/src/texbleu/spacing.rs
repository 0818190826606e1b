//! The spacing of the earlier released code, `bin/metric.py`, before it splits a formula into tokens.

use std::ops::Range;

use crate::python::is_space;

/// A formula with changed spacing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spaced {
    /// The formula: a space before every backslash that does not follow one, one space for each run of white space, and
    /// none at the ends.
    pub(super) text: String,
    /// The place of each byte of `text` in the original; that of the next byte for an added space.
    origins: Vec<usize>,
}

impl Spaced {
    /// Changes the spacing of a formula, in linear time.
    pub(super) fn of(latex: &str) -> Self {
        let mut spaced = Self {
            text: String::with_capacity(latex.len() + latex.len() / 8),
            origins: Vec::with_capacity(latex.len() + latex.len() / 8),
        };
        let mut previous = None;
        for (at, c) in latex.char_indices() {
            // A space is written only before a character, so that there is none at the end.
            let has_space = previous.is_some_and(is_space) || c == '\\' && previous != Some('\\');
            if has_space && !is_space(c) && !spaced.text.is_empty() {
                spaced.text.push(' ');
                spaced.origins.push(at);
            }
            if !is_space(c) {
                spaced.text.push(c);
                spaced.origins.extend(at..at + c.len_utf8());
            }
            previous = Some(c);
        }
        spaced
    }

    /// Returns the range in the original of a range of `text` that begins and ends with a character of the original.
    pub(super) fn origin(&self, range: &Range<usize>) -> Range<usize> {
        let at = |byte: usize| self.origins.get(byte).copied().unwrap_or_default();
        match range.end.checked_sub(1) {
            Some(last) if range.start <= last => at(range.start)..at(last) + 1,
            _ => at(range.start)..at(range.start),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn spaces_are_those_of_the_released_code() {
        // `re.sub(r'\s+', ' ', re.sub(r'(?<![\\])(\\)', r' \1', text)).strip()` of Python 3.11.
        for (latex, expected) in [
            ("\\a  \\b{\\\\}\n\\c", "\\a \\b{ \\\\} \\c"),
            ("  x\u{1f}\u{3000}y ", "x y"),
            ("\\\\\\", "\\\\\\"),
            ("a\\ \\", "a \\ \\"),
            ("", ""),
            (" \n", ""),
        ] {
            assert_eq!(Spaced::of(latex).text, expected, "{latex:?}");
        }
    }

    proptest! {
        #[test]
        fn every_character_knows_its_origin(latex in "[\\\\a é\n{中]{0,40}") {
            let spaced = Spaced::of(&latex);
            for (at, c) in spaced.text.char_indices().filter(|(_, c)| *c != ' ') {
                let origin = spaced.origin(&(at..at + c.len_utf8()));
                prop_assert_eq!(latex.get(origin).unwrap(), c.to_string());
            }
        }
    }
}
