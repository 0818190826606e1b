//! The lines of a text, as the engine counts them.

use std::ops::Range;

/// The byte ranges of the lines of a text.
pub(crate) struct Lines<'a> {
    text: &'a str,
    /// Byte ranges without line ends; at least one.
    ranges: Vec<Range<usize>>,
}

impl<'a> Lines<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        Self {
            text,
            ranges: lines(text),
        }
    }

    /// Returns the number of lines.
    #[cfg(any(feature = "native", target_arch = "wasm32"))]
    pub(crate) fn count(&self) -> u32 {
        u32::try_from(self.ranges.len()).unwrap_or(u32::MAX)
    }

    /// Returns the byte range of a line, counted from 1, without its line end.
    pub(crate) fn range(&self, line: u32) -> Option<Range<usize>> {
        self.ranges.get((line as usize).checked_sub(1)?).cloned()
    }

    /// Reports whether the text has this range, on character boundaries.
    pub(crate) fn holds(&self, range: &Range<usize>) -> bool {
        self.text.get(range.clone()).is_some()
    }

    /// Returns the offset of a column of a line, counted in characters from 1. A column beyond the end gives the end of
    /// the line.
    pub(crate) fn offset(&self, line: &Range<usize>, column: u32) -> usize {
        let content = self.text.get(line.clone()).unwrap_or_default();
        let place = content.char_indices().nth((column as usize).saturating_sub(1));
        place.map_or(line.end, |(at, _)| line.start + at)
    }

    /// Returns the line that contains a byte, from 1.
    pub(crate) fn line(&self, offset: usize) -> u32 {
        let number = self.ranges.partition_point(|range| range.start <= offset);
        u32::try_from(number.max(1)).unwrap_or(u32::MAX)
    }

    /// Returns the column of a byte, in characters from 1.
    pub(crate) fn column(&self, offset: usize) -> u32 {
        let start = self.range(self.line(offset)).map_or(0, |range| range.start);
        let before = self.text.get(start..offset).unwrap_or_default();
        u32::try_from(before.chars().count() + 1).unwrap_or(u32::MAX)
    }
}

/// Splits a text into lines. A carriage return alone also ends a line.
fn lines(text: &str) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut start = 0;
    for (at, end) in text.match_indices(['\n', '\r']) {
        let is_second_half = end == "\n" && at == start && at > 0 && text.as_bytes().get(at - 1) == Some(&b'\r');
        if !is_second_half {
            lines.push(start..at);
        }
        start = at + 1;
    }
    lines.push(start..text.len());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_as_the_engine_ends_them() {
        for (text, expected) in [
            ("", vec![""]),
            ("a\n", vec!["a", ""]),
            ("a\r\nb\rc\n\rd\n\n", vec!["a", "b", "c", "", "d", "", ""]),
        ] {
            let found: Vec<_> = lines(text).into_iter().map(|range| &text[range]).collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn places_go_both_ways() {
        let text = "ab\r\né{c}\n";
        let lines = Lines::of(text);
        for (at, _) in text.char_indices().filter(|(_, c)| !matches!(c, '\r' | '\n')) {
            let line = lines.range(lines.line(at)).unwrap();
            assert_eq!(lines.offset(&line, lines.column(at)), at);
        }
        assert_eq!((lines.line(6), lines.column(6)), (2, 2));
        assert_eq!(lines.offset(&(4..9), 99), 9);
        assert_eq!(lines.range(0).or(lines.range(4)), None);
    }
}
