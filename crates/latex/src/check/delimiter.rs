//! `\left`, `\middle`, `\right` and the delimiters after them.

use texlens_vocabulary::ErrorClass;

use super::frame::{Mode, Opener};
use super::symbol::Symbols;
use super::token::{Kind, Token};
use super::walk::Walk;

impl Walk<'_> {
    pub(super) fn left(&mut self, token: Token) {
        let mode = self.mode();
        self.delimiter_after(token);
        self.typeset();
        let inner = if mode == Mode::Display {
            Mode::Display
        } else {
            Mode::Math
        };
        self.open_list(Opener::Left, token, inner);
    }

    /// Handles `\right` or `\middle`.
    pub(super) fn right(&mut self, token: Token) {
        let command = self.text(token);
        self.delimiter_after(token);
        if self.frame().opener != Opener::Left {
            return self.report(
                ErrorClass::Delimiter,
                token.start,
                token.end,
                format!("`{command}` without `\\left` in the same group"),
                "Write \\left before it, with \\left. for no delimiter.",
            );
        }
        if command == "\\right" {
            self.pop();
            self.typeset();
        } else {
            self.frame().scripts = Default::default();
        }
    }

    /// Skips the delimiter after a command. Reports a missing delimiter.
    fn delimiter_after(&mut self, token: Token) {
        let at = self.after_blanks(self.next);
        if self.is_delimiter(at) {
            self.next = at + 1;
        } else {
            self.missing_delimiter(token);
        }
    }

    /// Checks a delimiter that is an argument, with or without braces.
    pub(super) fn delimiter_argument(&mut self, start: usize, end: usize) {
        let at = self.after_blanks(start);
        if (at >= end || !self.is_delimiter(at))
            && let Some(token) = self.token(start)
        {
            self.missing_delimiter(token);
        }
    }

    fn missing_delimiter(&mut self, token: Token) {
        let text = self.text(token);
        self.report(
            ErrorClass::Delimiter,
            token.start,
            token.end,
            format!("no delimiter at `{text}`"),
            "Write one of ( ) [ ] / | . or a command such as \\{ or \\langle.",
        );
    }

    fn is_delimiter(&self, at: usize) -> bool {
        let Some(token) = self.token(at) else {
            return false;
        };
        match token.kind {
            Kind::Character(c) => "()[]/|.<>".contains(c),
            Kind::Command => Symbols::get().has("delimiter", self.text(token).trim_start_matches('\\')),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{accepts, finds};
    use texlens_vocabulary::ErrorClass;

    #[test]
    fn bad_and_good_neighbours() {
        finds(
            ErrorClass::Delimiter,
            &[
                "$\\left( a$",
                "$a \\right)$",
                "$\\left a \\right)$",
                "$\\left( {a \\right)}$",
                "$a \\middle| b$",
                "$\\big a$",
                "\\begin{align}\\left( a \\\\ b \\right)\\end{align}",
            ],
        );
        accepts(&[
            "$\\left( a \\middle| b \\right.$",
            "$\\left\\{ \\left[ a \\right\\rangle \\right|$",
            "$\\big( \\Bigl\\lvert \\bigg{[} \\big\\{$",
        ]);
    }
}
