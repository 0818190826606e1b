//! Start and end of formulas.

use texlens_vocabulary::ErrorClass;

use super::frame::{Marks, Mode, Opener};
use super::token::{Kind, Token};
use super::walk::Walk;

impl Walk<'_> {
    /// Handles `$`.
    pub(super) fn shift(&mut self, token: Token) {
        let mode = self.mode();
        if !mode.is_math() {
            return self.open_formula(token);
        }
        match self.frame().opener {
            Opener::Inline => self.close_formula(),
            Opener::Display => {
                if self.token(self.next).is_some_and(|next| next.kind == Kind::Shift) {
                    self.next += 1;
                } else {
                    self.misplaced_shift(
                        ErrorClass::Mode,
                        token,
                        "a displayed formula ends with `$$`, not with `$`",
                    );
                }
                self.close_formula();
            }
            _ => self.cut_formula(token),
        }
    }

    fn open_formula(&mut self, token: Token) {
        let doubled = self.token(self.next).is_some_and(|next| next.kind == Kind::Shift);
        self.fill_cell();
        if doubled && self.mode() != Mode::Restricted {
            self.next += 1;
            self.frame().mode = Mode::Horizontal;
            self.open_list(Opener::Display, token, Mode::Display);
        } else {
            self.typeset();
            self.open_list(Opener::Inline, token, Mode::Math);
        }
    }

    fn close_formula(&mut self) {
        self.pop();
        self.typeset();
    }

    /// Handles a `$` where something in the formula is still open. Like TeX, closes both the open construct and the
    /// formula.
    fn cut_formula(&mut self, token: Token) {
        let class = match self.frame().opener {
            Opener::Left => ErrorClass::Delimiter,
            Opener::Brace | Opener::Argument { .. } => ErrorClass::Group,
            _ => ErrorClass::Mode,
        };
        self.misplaced_shift(class, token, "`$` where something else in the formula is still open");
        let formula = self
            .frames
            .iter()
            .rposition(|frame| matches!(frame.opener, Opener::Inline | Opener::Display));
        let barrier = self.frames.iter().rposition(|frame| {
            matches!(frame.opener, Opener::Environment(_) | Opener::Argument { .. }) || !frame.mode.is_math()
        });
        if let Some(formula) = formula.filter(|formula| barrier.is_none_or(|barrier| barrier < *formula)) {
            self.frames.truncate(formula + 1);
            self.close_formula();
        }
    }

    fn misplaced_shift(&mut self, class: ErrorClass, token: Token, what: &str) {
        self.report(
            class,
            token.start,
            token.end,
            what.to_owned(),
            "Close groups and environments before the formula ends; write \\$ for a dollar sign.",
        );
    }

    /// Handles `\(`, `\)`, `\[` or `\]`.
    pub(super) fn formula_mark(&mut self, token: Token) {
        let mark = self.text(token);
        let mode = self.mode();
        let opener = self.frame().opener;
        match mark {
            "\\(" if !mode.is_math() => {
                self.typeset();
                self.open_list(Opener::Inline, token, Mode::Math);
            }
            "\\[" if !mode.is_math() && mode != Mode::Restricted => {
                self.fill_cell();
                self.frame().mode = Mode::Horizontal;
                self.open_list(Opener::Display, token, Mode::Display);
                self.frame().marks = Some(Marks::default());
            }
            "\\)" if opener == Opener::Inline => self.close_formula(),
            "\\]" if opener == Opener::Display => self.close_formula(),
            _ => {
                self.report(
                    ErrorClass::Mode,
                    token.start,
                    token.end,
                    format!("`{mark}` does not fit here"),
                    "Begin a formula in text, and end it in the same group with the matching delimiter.",
                );
                if matches!(mark, "\\)" | "\\]") && matches!(opener, Opener::Inline | Opener::Display) {
                    self.close_formula();
                }
            }
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
            ErrorClass::Mode,
            &[
                "a $b",
                "$$a$ b",
                "\\[a",
                "a\\]",
                "\\(a\\]",
                "$\\[a\\]$",
                "$a}$",
                "\\mbox{\\[a\\]}",
                "$a\n\nb$",
                "\\begin{tabular}{c}$a & b$\\end{tabular}",
            ],
        );
        accepts(&[
            "$a$$b$ and $$c$$ \\[d\\] \\(e\\)",
            "\\mbox{$$} $\\text{a $b$}$",
            "\\begin{tabular}{c}$a\n\nb$\\end{tabular}",
        ]);
    }
}
