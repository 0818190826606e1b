//! Places of errors in a text that was set as a part of another one.

use std::ops::Range;

use texlens_vocabulary::TexError;

use crate::lines::Lines;

/// A text of which a piece was copied into another text, which the engine has read.
#[derive(Debug, Clone)]
pub struct Copied<'a> {
    /// What the engine has read.
    pub read: &'a str,
    /// The byte range of the copy in it.
    pub copy: Range<usize>,
    /// The text.
    pub text: &'a str,
    /// The byte of the text at which the piece starts.
    pub start: usize,
}

impl Copied<'_> {
    /// Moves the place of an error from what the engine has read to the text. Places before or after the copy move to
    /// its start or end. A range that does not start in the copy is removed.
    pub fn locate(&self, error: &mut TexError) {
        let moved = |offset: usize| {
            let within = offset.clamp(self.copy.start, self.copy.end.max(self.copy.start)) - self.copy.start;
            (self.start + within).min(self.text.len())
        };
        let (read, lines) = (Lines::of(self.read), Lines::of(self.text));
        let range = error.diagnostic.range.take();
        error.diagnostic.range = range
            .filter(|range| self.copy.contains(&range.start))
            .map(|range| moved(range.start)..moved(range.end))
            .filter(|range| lines.holds(range));
        let place = error
            .line
            .and_then(|line| read.range(line))
            .map(|line| match error.column {
                Some(column) => moved(read.offset(&line, column)),
                None => moved(line.start),
            });
        error.line = place.map(|offset| lines.line(offset));
        error.column = place
            .filter(|_| error.column.is_some())
            .map(|offset| lines.column(offset));
    }
}

#[cfg(test)]
mod tests {
    use texlens_vocabulary::{Diagnostic, ErrorClass};

    use super::*;

    #[test]
    fn places_are_those_of_the_text() {
        let (read, text) = ("before\n[é\n\\x y]\nafter", "$\né\n\\x y$");
        let start = read.find('é').unwrap_or_default();
        let copied = Copied {
            read,
            copy: start..read.find(']').unwrap_or_default(),
            text,
            start: 2,
        };
        let command = read.find("\\x").unwrap_or_default();
        for (line, column, range, expected) in [
            (3, Some(3), Some(command..command + 2), (3, Some(3), Some(5..7))),
            (3, None, None, (3, None, None)),
            (2, Some(2), None, (2, Some(1), None)),
            (1, Some(3), Some(0..2), (2, Some(1), None)),
            (4, Some(3), Some(command..read.len()), (3, Some(5), Some(5..9))),
        ] {
            let mut error = TexError {
                diagnostic: Diagnostic {
                    class: ErrorClass::Other,
                    message: String::new(),
                    advice: String::new(),
                    range,
                },
                line: Some(line),
                column,
                excerpt: String::new(),
            };
            copied.locate(&mut error);
            assert_eq!(
                (error.line.unwrap_or(0), error.column, error.diagnostic.range),
                expected
            );
        }
    }
}
