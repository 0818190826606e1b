//! Text with collapsed white space, with a mapping back to the original.

use std::ops::Range;

/// A text in which every run of white space is replaced by one space.
pub(crate) struct Collapsed {
    /// The collapsed text.
    pub(crate) text: String,
    /// For each byte of the collapsed text, the offset of the corresponding byte of the original.
    origins: Vec<usize>,
}

impl Collapsed {
    pub(crate) fn of(original: &str) -> Self {
        let mut text = String::with_capacity(original.len());
        let mut origins = Vec::with_capacity(original.len());
        let mut after_space = false;
        for (at, c) in original.char_indices() {
            let is_space = c.is_whitespace();
            if is_space && after_space {
                continue;
            }
            after_space = is_space;
            text.push(if is_space { ' ' } else { c });
            origins.extend(at..at + if is_space { 1 } else { c.len_utf8() });
        }
        Self { text, origins }
    }

    /// Returns the byte range of the original that corresponds to a range of the collapsed text. A space at either end
    /// maps to the first character of its run.
    pub(crate) fn origin(&self, range: Range<usize>) -> Range<usize> {
        let start = self.origins.get(range.start).copied().unwrap_or_default();
        let last = range.end.checked_sub(1).and_then(|last| self.origins.get(last));
        start..last.map_or(start, |last| last + 1)
    }
}

/// Collapses and trims the white space of a text, without a mapping back to the original.
pub(crate) fn collapse(original: &str) -> String {
    original.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_become_one_space_and_ranges_lead_back() {
        let original = "a \n\tbé\u{3000} c";
        let collapsed = Collapsed::of(original);
        assert_eq!(collapsed.text, "a bé c");
        let at = collapsed.text.find("bé c").unwrap();
        assert_eq!(&original[collapsed.origin(at..collapsed.text.len())], "bé\u{3000} c");
        assert_eq!(collapsed.origin(0..0), 0..0);
    }
}
