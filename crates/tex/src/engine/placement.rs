//! The file that the engine reads, and the mapping of its positions to positions in the text.

use std::ops::Range;

use memchr::memmem;
use texlens_latex::document_ends;

use crate::lines::Lines;
use crate::source::{Form, Source};

/// Text before a fragment, on a separate line.
const OPENING: &str = "\\begin{document}\n";
/// Text after a fragment, on a separate line.
const CLOSING: &str = "\n\\end{document}";
/// Number of blanks after the end of the document, on the same line, which the engine ignores. The engine reads a file
/// one kilobyte ahead, so it has reached this line if it has read all blanks.
const PADDING: usize = 4096;
/// Text before a document. The pictures that the document includes do not exist; frames of their size suffice.
const DEMO: &str = "\\PassOptionsToPackage{demo}{graphicx}";
/// Maximum number of positions in a line that are compared with the part that the engine shows.
const MAX_CANDIDATES: usize = 64;

/// A text inside the file that the engine reads.
pub(crate) struct Placement<'a> {
    text: &'a str,
    form: Form,
    lines: Lines<'a>,
}

/// The parts of a line that the engine shows: the end of the part before its position, and the part after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shown<'a> {
    pub(crate) before: &'a [u8],
    pub(crate) after: &'a [u8],
}

/// A position in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// Line, from 1.
    pub(crate) line: u32,
    /// Column in characters, from 1.
    pub(crate) column: u32,
    /// Offset in bytes.
    pub(crate) offset: usize,
}

impl<'a> Placement<'a> {
    pub(crate) fn of(source: &Source<'a>) -> Self {
        Self {
            text: source.text,
            form: source.form,
            lines: Lines::of(source.text),
        }
    }

    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the file that the engine reads.
    pub(crate) fn file(&self) -> Vec<u8> {
        let (opening, closing) = self.around();
        let mut file = [opening, self.text, closing, "\n"].concat();
        file.insert_str(self.end(), &" ".repeat(PADDING));
        file.into_bytes()
    }

    /// Returns the minimum number of bytes of the file that the engine has read, unless the document ended early.
    pub(crate) fn read_at_least(&self) -> u64 {
        (self.end() + PADDING) as u64
    }

    /// Returns the offset in the file at which the document ends: after the text's own `\end{document}`, or else after
    /// the one that was added.
    fn end(&self) -> usize {
        let (opening, closing) = self.around();
        let ends = document_ends(self.text, &[]);
        opening.len()
            + ends
                .first()
                .map_or(self.text.len() + closing.len(), |end| end.command.end)
    }

    /// Returns what is added before and after the text.
    fn around(&self) -> (&'static str, &'static str) {
        match self.form {
            Form::Fragment => (OPENING, CLOSING),
            Form::Document => (DEMO, ""),
        }
    }

    /// Converts a line number of the file to that of the text. Lines after the text count as its last line.
    pub(crate) fn line(&self, number: u32) -> Option<u32> {
        let before = match self.form {
            Form::Fragment => 1,
            Form::Document => 0,
        };
        let line = number.checked_sub(before).filter(|line| *line >= 1)?;
        Some(line.min(self.lines.count()))
    }

    /// Returns the byte range of a line of the text.
    pub(crate) fn range(&self, line: u32) -> Option<Range<usize>> {
        self.lines.range(line)
    }

    /// Returns the position of the engine when it shows this part of the line with this number. Returns `None` if the
    /// text has no such line: the engine was then reading another file.
    pub(crate) fn place(&self, number: u32, shown: Shown<'_>) -> Option<Place> {
        let line = self.line(number)?;
        let range = self.range(line)?;
        let content = self.text.get(range.clone())?;
        let (prefix, content) = match self.form {
            Form::Fragment if number > self.lines.count() + 1 => {
                return locate(b"\\end{document}", shown).map(|_| self.at(line, &range, range.end));
            }
            Form::Document if number == 1 => (DEMO.len(), [DEMO, content].concat()),
            _ => (0, content.to_owned()),
        };
        let offset = locate(content.as_bytes(), shown)?.saturating_sub(prefix);
        Some(self.at(line, &range, range.start + offset))
    }

    /// Returns the position of a byte of the text.
    pub(crate) fn at_offset(&self, offset: usize) -> Place {
        Place {
            line: self.lines.line(offset),
            column: self.lines.column(offset),
            offset,
        }
    }

    fn at(&self, line: u32, range: &Range<usize>, offset: usize) -> Place {
        let offset = self.text.floor_char_boundary(offset);
        let before = self.text.get(range.start..offset).unwrap_or_default();
        Place {
            line,
            column: u32::try_from(before.chars().count() + 1).unwrap_or(u32::MAX),
            offset,
        }
    }
}

/// Returns the number of bytes of a line that the engine has read when it shows this part of the line.
fn locate(line: &[u8], shown: Shown<'_>) -> Option<usize> {
    let (rendered, origins) = render(line);
    let at = if rendered.starts_with(shown.before) {
        shown.before.len()
    } else {
        let tail = shown.before.strip_prefix(b"...")?;
        match shown.after.strip_suffix(b"...") {
            Some(after) => memmem::find_iter(&rendered, tail)
                .take(MAX_CANDIDATES)
                .map(|start| start + tail.len())
                .find(|end| rendered.get(*end..).is_some_and(|rest| rest.starts_with(after)))?,
            // The line is shown to its end, so positions are counted from there.
            None => {
                let length = rendered.trim_ascii_end().len();
                let end = length.checked_sub(shown.after.trim_ascii_end().len())?;
                rendered.get(..end)?.ends_with(tail).then_some(end)?
            }
        }
    };
    Some(origins.get(at).copied().unwrap_or(line.len()))
}

/// Returns a line as the engine shows it, with the offset in the line of each byte. Control characters become `^^` and
/// another character.
fn render(line: &[u8]) -> (Vec<u8>, Vec<usize>) {
    let mut rendered = Vec::with_capacity(line.len());
    let mut origins = Vec::with_capacity(line.len());
    for (at, byte) in line.iter().enumerate() {
        if matches!(byte, b'\t' | 0x0b | 0x0c | 0x20..=0x7e | 0x80..) {
            rendered.push(*byte);
            origins.push(at);
        } else {
            rendered.extend([b'^', b'^', byte ^ 0x40]);
            origins.extend([at; 3]);
        }
    }
    (rendered, origins)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown<'a>(before: &'a str, after: &'a str) -> Shown<'a> {
        Shown {
            before: before.as_bytes(),
            after: after.as_bytes(),
        }
    }

    #[test]
    fn lines_of_a_fragment_begin_behind_the_opening() {
        let source = Source::fragment("a\nbé\\foo c");
        let placement = Placement::of(&source);
        let place = placement.place(3, shown("bé\\foo", " c")).unwrap();
        assert_eq!(
            place,
            Place {
                line: 2,
                column: 7,
                offset: 9
            }
        );
    }

    #[test]
    fn the_prefix_of_a_document_is_no_part_of_its_columns() {
        let source = Source::document("\\foo x\n\\bar");
        let placement = Placement::of(&source);
        let before = format!("{DEMO}\\foo");
        assert_eq!(placement.place(1, shown(&before, " x")).unwrap().column, 5);
        assert_eq!(placement.place(2, shown("\\bar", "")).unwrap().column, 5);
    }

    #[test]
    fn what_is_behind_a_fragment_is_its_end() {
        let source = Source::fragment("ab\ncd");
        let placement = Placement::of(&source);
        let place = placement.place(4, shown("\\end{document}", "")).unwrap();
        assert_eq!(
            place,
            Place {
                line: 2,
                column: 3,
                offset: 5
            }
        );
    }

    #[test]
    fn a_line_that_the_text_does_not_have_is_of_another_file() {
        let source = Source::fragment("ab\ncd");
        assert_eq!(Placement::of(&source).place(2, shown("\\relax", "")), None);
        assert_eq!(Placement::of(&source).place(1, shown("\\begin{document}", "")), None);
    }

    #[test]
    fn cut_lines_are_found_by_what_is_left_of_them() {
        let text = format!("{} x_ {} x_ y", "a".repeat(300), "b".repeat(300));
        let source = Source::fragment(&text);
        let before = format!("...{} x_", "b".repeat(200));
        assert_eq!(
            Placement::of(&source).place(2, shown(&before, " y")).unwrap().column,
            608
        );
        // The line is cut inside a character.
        let text = "é".repeat(200);
        let source = Source::fragment(&text);
        let tail = text.as_bytes().get(101..302).unwrap();
        let before = [b"...".as_slice(), tail].concat();
        let shown = Shown {
            before: &before,
            after: text.as_bytes().get(302..).unwrap(),
        };
        assert_eq!(Placement::of(&source).place(2, shown).unwrap().column, 152);
    }

    #[test]
    fn control_characters_are_shown_with_carets() {
        let source = Source::fragment("a\u{1}b");
        assert_eq!(Placement::of(&source).place(2, shown("a^^A", "b")).unwrap().column, 3);
    }
}
