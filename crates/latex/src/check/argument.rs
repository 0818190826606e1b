//! Arguments: their presence, end and kind.

use texlens_vocabulary::ErrorClass;

use super::frame::{Mode, Opener};
use super::token::{Kind, Token};
use super::walk::{Argument, Walk};

/// Signature letters of arguments that are not typeset.
const NOT_TYPESET: &str = "soknlcdxurvzgiw";

impl<'a> Walk<'a> {
    /// Reads the arguments that a signature requires after the command at `index`; the walk visits their content later.
    /// Returns the token range of each argument, without braces, and `None` for an absent optional argument. Stops at
    /// the first missing or unclosed argument.
    pub(super) fn read_arguments(&mut self, index: usize, from: usize, signature: &str) -> Vec<Option<(usize, usize)>> {
        let command = self.token(index).map_or("", |token| self.text(token));
        let mut at = from;
        let mut long = false;
        let mut read = Vec::new();
        for letter in signature.chars() {
            if letter == '+' {
                long = true;
                continue;
            }
            let argument = match letter {
                's' => Ok(self.star(at)),
                'o' | 'O' | 'g' | 'i' => self.optional(index, at),
                _ => self.mandatory(index, at, long),
            };
            let Ok(argument) = argument else {
                return read;
            };
            long = false;
            read.push(argument.map(|(open, close)| self.inside(open, close)));
            if let Some((open, close)) = argument {
                self.keep(command, open, close, letter);
                at = close + 1;
            }
        }
        read
    }

    fn keep(&mut self, command: &'a str, open: usize, close: usize, letter: char) {
        let is_group = open != close;
        if is_group || NOT_TYPESET.contains(letter) {
            let argument = Argument { command, close, letter };
            self.arguments.insert(open, argument);
        }
        let (start, end) = self.inside(open, close);
        match letter {
            'n' => self.number(start, end),
            'l' => self.length(start, end),
            'd' => self.delimiter_argument(start, end),
            'v' => self.register(start, end),
            'z' => self.counter(start, end),
            'g' => self.graphics_options(start, end),
            'i' => self.list_options(start, end),
            'w' => self.row_width(start, end),
            'r' => self.column_range(start, end),
            'x' => self.colour(start, end),
            'u' => self.address(start, end),
            _ => {}
        }
    }

    /// Returns the token range of an argument, without its braces.
    fn inside(&self, open: usize, close: usize) -> (usize, usize) {
        if open == close {
            (open, close + 1)
        } else {
            (open + 1, close)
        }
    }

    /// Returns the source from token `start` up to token `end`.
    pub(super) fn slice(&self, (start, end): (usize, usize)) -> &'a str {
        let (Some(first), Some(last)) = (self.token(start), end.checked_sub(1).and_then(|last| self.token(last)))
        else {
            return "";
        };
        self.source.get(first.start..last.end).unwrap_or_default()
    }

    fn star(&self, at: usize) -> Option<(usize, usize)> {
        let at = self.after_blanks(at);
        (self.token(at)?.kind == Kind::Character('*')).then_some((at, at))
    }

    fn optional(&mut self, index: usize, at: usize) -> Result<Option<(usize, usize)>, ()> {
        let open = self.after_blanks(at);
        if self.token(open).is_none_or(|token| token.kind != Kind::Character('[')) {
            return Ok(None);
        }
        let Some(close) = self.closes.get(open).copied().flatten() else {
            return self.runaway(index, open, "is never closed by `]`");
        };
        if self.has_blank_line(open, close) {
            return self.runaway(index, open, "has a blank line in it");
        }
        Ok(Some((open, close)))
    }

    fn has_blank_line(&self, open: usize, close: usize) -> bool {
        let next = self.paragraphs.partition_point(|paragraph| *paragraph < open);
        self.paragraphs.get(next).is_some_and(|paragraph| *paragraph < close)
    }

    /// Returns the first and the last token of the argument at `at`. Reports a missing argument and fails.
    fn mandatory(&mut self, index: usize, at: usize, long: bool) -> Result<Option<(usize, usize)>, ()> {
        let open = self.after_blanks(at);
        let Some(token) = self.token(open) else {
            return self.missing(index, "the text ends");
        };
        match token.kind {
            Kind::Open => self.group(index, open, long).map(Some),
            Kind::Close => self.missing(index, "`}` comes"),
            Kind::Shift => self.missing(index, "`$` comes"),
            Kind::Tab => self.missing(index, "`&` comes"),
            Kind::Superscript | Kind::Subscript => self.missing(index, "a script comes"),
            Kind::Parameter => self.missing(index, "`#` comes"),
            Kind::Paragraph if !long => self.missing(index, "a blank line comes"),
            Kind::Command if ends_formula(self.text(token)) => self.missing(index, "the formula or the row ends"),
            _ => Ok(Some((open, open))),
        }
    }

    fn missing<T>(&mut self, index: usize, what: &str) -> Result<T, ()> {
        if let Some(token) = self.token(index) {
            let command = self.text(token);
            self.report(
                ErrorClass::Argument,
                token.start,
                token.end,
                format!("`{command}` lacks an argument: {what} instead"),
                "Write the argument in braces.",
            );
        }
        Err(())
    }

    fn group(&mut self, index: usize, open: usize, long: bool) -> Result<(usize, usize), ()> {
        let Some(close) = self.closes.get(open).copied().flatten() else {
            return self.runaway(index, open, "is never closed");
        };
        if !long && self.has_blank_line(open, close) {
            return self.runaway(index, open, "has a blank line in it");
        }
        Ok((open, close))
    }

    fn runaway<T>(&mut self, index: usize, open: usize, what: &str) -> Result<T, ()> {
        if let (Some(command), Some(brace)) = (self.token(index), self.token(open)) {
            let name = self.text(command);
            self.report(
                ErrorClass::Argument,
                command.start,
                brace.end,
                format!("the argument of `{name}` {what}"),
                "Close its brace where it ends.",
            );
        }
        Err(())
    }

    pub(super) fn open_argument(&mut self, index: usize, token: Token, argument: Argument<'a>) {
        let Argument { command, close, letter } = argument;
        if NOT_TYPESET.contains(letter) {
            self.next = close + 1;
            return;
        }
        let opener = Opener::Argument { command, close };
        debug_assert!(close > index);
        let math = self.mode().is_math();
        match letter {
            'b' => self.open_list(opener, token, Mode::Restricted),
            'p' => {
                self.open_list(opener, token, Mode::Vertical);
                self.frame().boxed = true;
            }
            'h' if !math => {
                self.open_list(opener, token, Mode::Horizontal);
            }
            't' | 'O' | 'h' if math => self.open_list(opener, token, Mode::Restricted),
            'e' if !math => self.open_list(opener, token, Mode::Math),
            _ => self.open(opener, token),
        }
    }

    /// Reports whether the token is the last one of the innermost argument.
    pub(super) fn closes_argument(&self, index: usize) -> bool {
        self.frames
            .iter()
            .rev()
            .find_map(|frame| match frame.opener {
                Opener::Argument { close, .. } => Some(close == index),
                _ => None,
            })
            .unwrap_or(false)
    }

    pub(super) fn close_argument(&mut self) {
        while let Some(frame) = self.pop() {
            if matches!(frame.opener, Opener::Argument { .. }) {
                return;
            }
            self.unclosed(&frame);
        }
    }
}

/// Reports whether a command cannot be an argument because it ends a formula, a row or a paragraph.
pub(super) fn ends_formula(command: &str) -> bool {
    matches!(command, "\\end" | "\\right" | "\\\\" | "\\)" | "\\]" | "\\par")
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{accepts, finds};
    use texlens_vocabulary::ErrorClass;

    #[test]
    fn bad_and_good_neighbours() {
        finds(
            ErrorClass::Argument,
            &[
                "$\\frac{a}$",
                "$\\sqrt$",
                "$\\sqrt[3{a}$",
                "$\\frac{a}{b$",
                "\\textbf{a\n\nb}",
                "\\textbf{a",
                "\\cite[a{b}",
                "\\section",
                "\\textbf{\\verb|a|}",
            ],
        );
        accepts(&[
            "$\\frac ab \\frac1{2} \\sqrt[3]{a} \\sqrt a$",
            "\\footnote{a\n\nb} \\mbox{a\n\nb}",
            "{\\bf a\n\nb}",
            "\\textbf a",
            "\\cite[p.~3]{a_b}",
        ]);
    }
}
