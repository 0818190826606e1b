//! Superscripts and subscripts.

use texlens_vocabulary::ErrorClass;

use super::argument::ends_formula;
use super::character::can_be_script;
use super::symbol::Symbols;
use super::token::{Kind, Token};
use super::walk::{Argument, Walk};

impl Walk<'_> {
    /// Handles `^` or `_`.
    pub(super) fn script(&mut self, token: Token) {
        let above = token.kind == Kind::Superscript;
        if self.mode().is_math() {
            self.add_script(above, token);
        } else {
            let mark = self.text(token);
            self.report(
                ErrorClass::Mode,
                token.start,
                token.end,
                format!("`{mark}` outside a formula"),
                "Put the formula between $ signs, or write a backslash before the sign.",
            );
        }
        self.operand(token);
    }

    fn add_script(&mut self, above: bool, token: Token) {
        let scripts = &mut self.frame().scripts;
        let taken = if above {
            scripts.above && !scripts.prime
        } else {
            scripts.below
        };
        if above {
            scripts.above = true;
        } else {
            scripts.below = true;
        }
        scripts.prime = false;
        if taken {
            self.double_script(above, token);
        }
    }

    /// Handles `\limits` or `\nolimits`.
    pub(super) fn limits(&mut self, token: Token) {
        if !self.frame().scripts.operator {
            let command = self.text(token);
            self.report(
                ErrorClass::Mode,
                token.start,
                token.end,
                format!("`{command}` without an operator before it"),
                "Put it right after an operator such as \\sum or \\operatorname*{max}.",
            );
        }
    }

    fn double_script(&mut self, above: bool, token: Token) {
        let which = if above { "superscript" } else { "subscript" };
        self.report(
            ErrorClass::DoubleScript,
            token.start,
            token.end,
            format!("a second {which} on the same base"),
            "Put the base with its first script in braces.",
        );
    }

    /// Handles `'` in a formula.
    pub(super) fn prime(&mut self, token: Token) {
        let scripts = &mut self.frame().scripts;
        let taken = scripts.above && !scripts.prime;
        scripts.above = true;
        scripts.prime = true;
        if taken {
            self.double_script(true, token);
        }
    }

    /// Handles the operand of a script: a group, a character, or a command that may be an operand.
    fn operand(&mut self, token: Token) {
        let at = self.after_blanks(self.next);
        let Some(operand) = self.token(at) else {
            return self.missing_operand(token);
        };
        match operand.kind {
            Kind::Open => {
                if let Some(close) = self.closes.get(at).copied().flatten() {
                    let command = self.text(token);
                    let argument = Argument {
                        command,
                        close,
                        letter: '^',
                    };
                    self.arguments.insert(at, argument);
                }
                self.next = at;
            }
            Kind::Command if !self.can_be_operand(self.text(operand)) => {
                self.missing_operand(token);
            }
            Kind::Character(c) if !can_be_script(c) => self.missing_operand(token),
            Kind::Character(_) | Kind::Command => {
                let frame = self.frames.len();
                let scripts = self.frame().scripts;
                self.next = at + 1;
                match operand.kind {
                    Kind::Character(c) => self.character(c, operand),
                    _ => self.command(at, operand),
                }
                if self.frames.len() == frame {
                    self.frame().scripts = scripts;
                }
            }
            _ => self.missing_operand(token),
        }
    }

    fn can_be_operand(&self, command: &str) -> bool {
        let name = command.strip_prefix('\\').unwrap_or(command);
        !ends_formula(command) && command != "\\left" && !Symbols::get().has("no-script", name)
    }

    fn missing_operand(&mut self, token: Token) {
        let mark = self.text(token);
        self.report(
            ErrorClass::Argument,
            token.start,
            token.end,
            format!("`{mark}` without a script"),
            "Write the script in braces; {} for an empty script.",
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{accepts, finds};
    use texlens_vocabulary::ErrorClass;

    #[test]
    fn bad_and_good_neighbours() {
        finds(
            ErrorClass::DoubleScript,
            &["$a^b^c$", "$a_b_c$", "$a^b_c^d$", "$a^{b}'$", "$a'_b'$"],
        );
        finds(ErrorClass::Mode, &["a_b", "a^2", "$a\\limits_b$"]);
        finds(
            ErrorClass::Argument,
            &[
                "$a^$",
                "$a_}$",
                "$a^\\sqrt{b}$",
                "$a_é$",
                "$(a_)$".replace(')', "\\right)").as_str(),
            ],
        );
        accepts(&[
            "$a^b_c$ $a'^b$ $a''$ ${a^b}^c$ $a^b{}^c$ $a^{b^c}$",
            "$\\sum\\limits_a^b$ $a^\\frac12 b^\\mathrm{c}$ $a^^k$",
        ]);
    }
}
