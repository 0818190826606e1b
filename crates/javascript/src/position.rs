//! Conversion of byte offsets to the units that people and JavaScript count.

use serde::Serialize;
use texlens_evaluate::Text;

/// A position in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Position {
    /// Index in the text as a JavaScript string, in UTF-16 units. For a document, the text is its pages joined by a
    /// line break.
    pub index: usize,
    /// Page, from 1.
    pub page: usize,
    /// Line of the text, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// Positions in a text. Creation takes linear time; a query takes time linear in the length of the line.
#[derive(Debug)]
pub struct Places {
    text: Text<'static>,
    /// First byte and first UTF-16 unit of each line.
    lines: Vec<(usize, usize)>,
}

impl Places {
    /// Creates the index of a text.
    #[must_use]
    pub fn of(text: Text<'static>) -> Self {
        let mut lines = vec![(0, 0)];
        let mut units = 0;
        for (byte, character) in text.latex().char_indices() {
            units += character.len_utf16();
            if character == '\n' {
                lines.push((byte + 1, units));
            }
        }
        Self { text, lines }
    }

    /// Returns the position of a byte; `None` beyond the end of the text or inside a character.
    #[must_use]
    pub fn at(&self, byte: usize) -> Option<Position> {
        let line = self.lines.partition_point(|(start, _)| *start <= byte);
        let (start, units) = *self.lines.get(line.checked_sub(1)?)?;
        let before = self.text.latex().get(start..byte)?;
        let page = self.text.pages().partition_point(|page| page.start <= byte);
        Some(Position {
            index: units + before.encode_utf16().count(),
            page: page.max(1),
            line,
            column: before.chars().count() + 1,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_byte_has_an_index_a_page_a_line_and_a_column() {
        let places = Places::of(Text::document(["aé\n𝛼b", "", "c"]));
        let at = |byte| {
            let Position {
                index,
                page,
                line,
                column,
            } = places.at(byte)?;
            Some((index, page, line, column))
        };
        // a, é, line break, 𝛼, b, line break, line break, c
        assert_eq!(at(0), Some((0, 1, 1, 1)));
        assert_eq!(at(1), Some((1, 1, 1, 2)));
        assert_eq!(at(2), None, "within é");
        assert_eq!(at(3), Some((2, 1, 1, 3)));
        assert_eq!(at(4), Some((3, 1, 2, 1)));
        assert_eq!(at(8), Some((5, 1, 2, 2)), "𝛼 has two units");
        assert_eq!(at(10), Some((7, 2, 3, 1)), "the empty page");
        assert_eq!(at(11), Some((8, 3, 4, 1)));
        assert_eq!(at(12), Some((9, 3, 4, 2)), "the end");
        assert_eq!(at(13), None);
    }
}
