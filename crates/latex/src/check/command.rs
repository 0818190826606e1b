//! Commands: whether they exist, and where they may stand.

use super::frame::{Mode, Opener};
use super::signature::signature;
use super::symbol::{Place, Symbols};
use super::token::{Kind, Token};
use super::user::DEFINING;
use super::walk::Walk;
use crate::diagnostic::ErrorClass;

impl Walk<'_> {
    pub(super) fn command(&mut self, index: usize, token: Token) {
        if let Some(definition) = self.user.definition_at(token.start) {
            return self.define(token, &definition);
        }
        match self.text(token) {
            "\\begin" => self.begin(index, token),
            "\\end" => self.end(token),
            "\\(" | "\\)" | "\\[" | "\\]" => self.formula_mark(token),
            "\\\\" | "\\tabularnewline" | "\\cr" | "\\newline" => self.row_end(token),
            "\\left" => self.left(token),
            "\\right" | "\\middle" => self.right(token),
            "\\item" => self.item(index, token, "O"),
            "\\bibitem" => self.item(index, token, "Ok"),
            "\\ " | "\\\n" | "\\\t" | "\\" => self.typeset(),
            "\\documentclass" => self.document_class(token),
            "\\hline" => self.rule(index, token, ""),
            "\\toprule" | "\\midrule" | "\\bottomrule" => self.rule(index, token, "o"),
            "\\cline" => self.rule(index, token, "k"),
            "\\multicolumn" => self.multicolumn(index, token),
            "\\verb" => self.open_verb(token),
            "\\par" => self.par(token),
            "\\caption" => self.caption(index, token),
            name if DEFINING.contains(&name) => self.other_definition(token),
            name => self.ordinary(index, token, name),
        }
    }

    /// Goes on at a byte.
    pub(super) fn skip_to(&mut self, byte: usize) {
        self.next = self.tokens.partition_point(|token| token.start < byte).max(self.next);
    }

    fn ordinary(&mut self, index: usize, token: Token, command: &str) {
        if let Some(signature) = self.user.signature(command) {
            self.read_arguments(index, index + 1, &signature);
            return self.typeset();
        }
        let name = command.strip_prefix('\\').unwrap_or(command);
        let Some(symbol) = Symbols::get().command(name) else {
            return if self.own_preamble {
                self.typeset()
            } else {
                self.undefined(token, command)
            };
        };
        let math = self.mode().is_math();
        match symbol.place {
            Place::Math if !math => self.misplaced(token, "outside a formula", "Put it between $ signs."),
            Place::Text if math => self.misplaced(token, "in a formula", "Close the formula before it, or use \\text."),
            Place::Preamble => self.preamble_only(token),
            _ => {}
        }
        self.read_arguments(index, index + 1, signature(name));
        let symbols = Symbols::get();
        if math && !symbols.has("transparent", name) {
            self.frame().scripts = Default::default();
        }
        if symbols.has("horizontal", name) && self.mode() == Mode::Vertical {
            self.frame().mode = Mode::Horizontal;
        }
        if symbols.has("vertical", name) && self.mode() == Mode::Horizontal {
            self.frame().mode = Mode::Vertical;
        }
        self.fill_cell();
    }

    fn undefined(&mut self, token: Token, command: &str) {
        self.report(
            ErrorClass::UndefinedCommand,
            token.start,
            token.end,
            format!("no command is called `{command}`"),
            "Correct its name, or define it.",
        );
        self.typeset();
    }

    fn misplaced(&mut self, token: Token, what: &str, advice: &str) {
        let command = self.text(token);
        self.report(
            ErrorClass::Mode,
            token.start,
            token.end,
            format!("`{command}` {what}"),
            advice,
        );
    }

    pub(super) fn preamble_only(&mut self, token: Token) {
        let command = self.text(token);
        self.report(
            ErrorClass::Definition,
            token.start,
            token.end,
            format!("`{command}` is for the preamble"),
            "Remove it from the text.",
        );
    }

    fn par(&mut self, token: Token) {
        match self.mode() {
            Mode::Math | Mode::Display => self.misplaced(token, "in a formula", "Close the formula before it."),
            Mode::Horizontal => self.frame().mode = Mode::Vertical,
            Mode::Vertical | Mode::Restricted => {}
        }
    }

    fn caption(&mut self, index: usize, token: Token) {
        use super::environment::{Body, environment};
        let in_float = self.frames.iter().any(|frame| match frame.opener {
            Opener::Environment(name) => {
                environment(name).1 == Body::Float || matches!(name, "longtable" | "subfigure" | "subtable")
            }
            _ => false,
        });
        if !in_float {
            self.report(
                ErrorClass::Environment,
                token.start,
                token.end,
                "`\\caption` outside a float".to_owned(),
                "Put it into figure or table.",
            );
        }
        self.read_arguments(index, index + 1, signature("caption"));
    }

    /// `\verb` whose end is not on its line.
    fn open_verb(&mut self, token: Token) {
        self.report(
            ErrorClass::Other,
            token.start,
            token.end,
            "`\\verb` does not end on its line".to_owned(),
            "Write the sign that it began with once more.",
        );
        self.typeset();
    }

    /// Checks the environment of a verbatim token.
    pub(super) fn verbatim_environment(&mut self, token: Token) {
        debug_assert!(token.kind == Kind::Verbatim);
        let text = self.text(token);
        let name = text.strip_prefix("\\begin{").and_then(|rest| rest.split('}').next());
        if let Some(name) = name.filter(|name| !Symbols::get().is_environment(name)) {
            self.report(
                ErrorClass::Environment,
                token.start,
                token.start + "\\begin{}".len() + name.len(),
                format!("no environment is called `{name}`"),
                "Correct its name, or define it.",
            );
        }
    }
}
