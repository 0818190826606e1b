//! Commands: their existence and their allowed places.

use texlens_vocabulary::ErrorClass;

use super::definition::DEFINING;
use super::frame::{Mode, Opener};
use super::signature::signature;
use super::symbol::{Place, Symbols};
use super::token::{Kind, Token};
use super::walk::Walk;

impl<'a> Walk<'a> {
    pub(super) fn command(&mut self, index: usize, token: Token) {
        if let Some(definition) = self.user.definition_at(token.start) {
            return self.define(token, &definition);
        }
        match self.text(token) {
            "\\begin" => self.begin(index, token),
            "\\end" => self.end(token),
            "\\(" | "\\)" | "\\[" | "\\]" => self.formula_mark(token),
            "\\\\" | "\\tabularnewline" | "\\cr" => self.row_end(token),
            "\\newline" | "\\linebreak" | "\\nolinebreak" => self.line_end(index, token),
            "\\left" => self.left(token),
            "\\right" | "\\middle" => self.right(token),
            "\\item" => self.item(index, token, "O"),
            "\\bibitem" => self.item(index, token, "Ok"),
            "\\ " | "\\\n" | "\\\t" | "\\" => self.typeset(),
            "\\limits" | "\\nolimits" | "\\displaylimits" => self.limits(token),
            "\\label" => self.label(index, token),
            "\\tag" => self.tag(index, token),
            "\\cmidrule" => self.trimmed_rule(index, token),
            "\\documentclass" => self.document_class(token),
            "\\hline" => self.rule(index, token, ""),
            "\\toprule" | "\\midrule" | "\\bottomrule" => self.rule(index, token, "o"),
            "\\cline" => self.rule(index, token, "r"),
            "\\multicolumn" => self.multicolumn(index, token),
            "\\verb" => self.open_verb(token),
            "\\par" => self.par(token),
            "\\caption" => self.caption(index, token),
            name if DEFINING.contains(&name) => self.other_definition(token),
            name => self.ordinary(index, token, name),
        }
    }

    /// Moves ahead to the token at or after `byte`.
    pub(super) fn skip_to(&mut self, byte: usize) {
        self.next = self.tokens.partition_point(|token| token.start < byte).max(self.next);
    }

    pub(super) fn ordinary(&mut self, index: usize, token: Token, command: &'a str) {
        if let Some(signature) = self.user.signature(command) {
            self.read_arguments(index, index + 1, &signature);
            self.typeset();
            // The macro may stand for an operator.
            self.frame().scripts.operator = true;
            return;
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
        let symbols = Symbols::get();
        if symbols.has("fragile", name) && self.is_in_heading() {
            self.misplaced(
                token,
                "in a heading",
                "Write \\protect before it, or move it out of the heading.",
            );
        }
        if symbols.has("algorithm", name) {
            self.statement(token, name);
        }
        if symbols.has("length", name) || symbols.has("count", name) {
            return self.assignment(token, symbols.has("count", name));
        }
        self.read_arguments(index, index + 1, signature(name));
        if math && !symbols.has("transparent", name) {
            self.frame().scripts = Default::default();
            self.frame().scripts.operator = symbols.has("operator", name);
        }
        if symbols.has("horizontal", name) && self.mode() == Mode::Vertical {
            self.frame().mode = Mode::Horizontal;
        }
        if signature(name).ends_with('h') {
            self.set_apart();
        }
        self.has_content = true;
        self.fill_cell();
    }

    /// Checks an address. Macros in it are expanded, so they must be known.
    pub(super) fn address(&mut self, start: usize, end: usize) {
        let Some(first) = self.token(start) else {
            return;
        };
        let text = self.slice((start, end));
        let mut at = first.start;
        for part in text.split_inclusive('\\') {
            let name = part
                .split(|c: char| !c.is_ascii_alphabetic())
                .next()
                .unwrap_or_default();
            let follows = at > first.start && !name.is_empty();
            let start = at.saturating_sub(1);
            let command = self.source.get(start..at + name.len()).unwrap_or_default();
            if follows && !self.own_preamble && !self.is_known(command) {
                self.unknown_command(start, command);
            }
            at += part.len();
        }
    }

    fn undefined(&mut self, token: Token, command: &str) {
        self.unknown_command(token.start, command);
        self.typeset();
    }

    pub(super) fn unknown_command(&mut self, start: usize, command: &str) {
        self.report(
            ErrorClass::UndefinedCommand,
            start,
            start + command.len(),
            format!("no command is called `{command}`"),
            "Correct its name, or define it.",
        );
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
        let in_longtable = matches!(self.frame().opener, Opener::Environment("longtable"));
        if in_longtable && let Some(alignment) = &mut self.frame().alignment {
            // The caption spans all columns.
            alignment.column = alignment
                .columns
                .as_ref()
                .map_or(0, |columns| columns.len().saturating_sub(1));
        }
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
        self.set_apart();
    }

    /// Ends the paragraph after a heading or a caption.
    fn set_apart(&mut self) {
        if self.mode() == Mode::Horizontal {
            self.frame().mode = Mode::Vertical;
        }
    }

    /// Reports a `\verb` that is not closed on its line.
    fn open_verb(&mut self, token: Token) {
        self.report(
            ErrorClass::Argument,
            token.start,
            token.end,
            "`\\verb` does not end on its line".to_owned(),
            "Repeat its delimiter on the same line.",
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

#[cfg(test)]
mod tests {
    use crate::check::testing::{accepts, finds};
    use texlens_vocabulary::ErrorClass;

    #[test]
    fn bad_and_good_neighbours() {
        finds(
            ErrorClass::UndefinedCommand,
            &["\\foo", "a \\ldot b", "$\\aplha$", "\\url{a/\\foo}", "\\é"],
        );
        finds(
            ErrorClass::Mode,
            &["\\alpha", "\\mathbf{a}", "\\frac{a}{b}", "a $\\section{b}$"],
        );
        finds(ErrorClass::Definition, &["\\usepackage{a}"]);
        finds(
            ErrorClass::Environment,
            &["\\caption{a}", "\\State a", "a \\documentclass{b}"],
        );
        finds(ErrorClass::Argument, &["\\verb|a"]);
        finds(ErrorClass::Other, &["", "\n\n"]);
        accepts(&[
            "\\LaTeX\\ and \\% \\$ \\& \\_ \\{ \\}",
            "$\\alpha \\mathbf{b} \\text{c $d$} \\textbf{e}$",
            "\\url{a_b%c#d&e} \\href{a%b_c}{d}",
            "\\begin{figure}a\\caption{b}\\end{figure}",
            "\\verb|\\foo|",
        ]);
    }
}
