//! Definitions in the text itself.

use std::ops::Range;

use texlens_vocabulary::ErrorClass;

use super::symbol::Symbols;
use super::token::{Kind, Token};
use super::walk::Walk;
use crate::definition::Definition;

impl Walk<'_> {
    /// Processes a definition: checks its name and registers the command.
    pub(super) fn define(&mut self, token: Token, definition: &Definition) {
        let name = self.source.get(definition.name.clone()).unwrap_or_default();
        let known = self.is_known(name);
        let (fits, what, advice) = match self.text(token) {
            "\\newcommand" | "\\DeclareMathOperator" => (!known, "is defined already", "Use \\renewcommand."),
            "\\renewcommand" => (known, "is not defined yet", "Use \\newcommand."),
            _ => (true, "", ""),
        };
        if !fits {
            let Range { start, end } = definition.name;
            self.report(ErrorClass::Definition, start, end, format!("`{name}` {what}"), advice);
        }
        let optional = usize::from(definition.default.is_some() && definition.parameters > 0);
        let signature = "O".repeat(optional) + &"+m".repeat(definition.parameters - optional);
        self.user.commands.insert(name, signature);
        self.skip_to(definition.range.end);
    }

    pub(super) fn is_known(&self, command: &str) -> bool {
        let name = command.strip_prefix('\\').unwrap_or(command);
        self.user.commands.contains_key(command) || Symbols::get().command(name).is_some()
    }

    /// Processes other definitions: `\def` with delimited parameters, environments, theorems. Their bodies are skipped.
    pub(super) fn other_definition(&mut self, token: Token) {
        let at = self.after_blanks(self.next);
        match self.text(token) {
            "\\def" | "\\gdef" | "\\edef" | "\\xdef" => self.delimited_definition(at),
            "\\definecolor" | "\\colorlet" => self.colour_definition(at),
            _ => self.environment_definition(at),
        }
    }

    fn delimited_definition(&mut self, at: usize) {
        let Some(name) = self.token(at).filter(|name| name.kind == Kind::Command) else {
            return;
        };
        let command = self.text(name);
        self.user.commands.insert(command, String::new());
        let open = (at..at + LONGEST_PARAMETERS).find(|index| {
            self.token(*index)
                .is_some_and(|token| matches!(token.kind, Kind::Open | Kind::Paragraph))
        });
        if let Some(close) = open.and_then(|open| self.closes.get(open).copied().flatten()) {
            self.next = close + 1;
        }
    }

    /// Processes `\newenvironment{name}…` or `\newtheorem{name}…`. The name is known from here on.
    fn environment_definition(&mut self, at: usize) {
        let at = match self.token(at) {
            Some(token) if token.kind == Kind::Character('*') => self.after_blanks(at + 1),
            _ => at,
        };
        let is_open = self.token(at).is_some_and(|token| token.kind == Kind::Open);
        let Some(close) = self.closes.get(at).copied().flatten().filter(|_| is_open) else {
            return;
        };
        let name = self.slice((at + 1, close));
        self.user.environments.insert(name);
        self.next = close + 1;
        self.pass_groups();
    }

    /// Processes `\definecolor{name}…` or `\colorlet{name}…`.
    fn colour_definition(&mut self, at: usize) {
        if let Some(close) = self.closes.get(at).copied().flatten() {
            let name = self.slice((at + 1, close));
            self.user.colours.insert(name);
            self.pass_groups();
        }
    }

    /// Skips the groups and brackets that directly follow.
    fn pass_groups(&mut self) {
        loop {
            let at = self.after_blanks(self.next);
            let opens = matches!(
                self.token(at).map(|token| token.kind),
                Some(Kind::Open | Kind::Character('['))
            );
            match self.closes.get(at).copied().flatten().filter(|_| opens) {
                Some(close) => self.next = close + 1,
                None => return,
            }
        }
    }

    /// Handles `\documentclass`. The preamble is skipped, except for its definitions.
    pub(super) fn document_class(&mut self, token: Token) {
        if std::mem::replace(&mut self.own_preamble, true) {
            return self.preamble_only(token);
        }
        let rest = self.source.get(token.start..).unwrap_or_default();
        let Some(begin) = rest.find("\\begin{document}").map(|at| token.start + at) else {
            return self.report(
                ErrorClass::Environment,
                token.start,
                token.end,
                "the document never begins".to_owned(),
                "Write \\begin{document} after the preamble and \\end{document} at the end.",
            );
        };
        while let Some(token) = self.token(self.next).filter(|token| token.start < begin) {
            self.next += 1;
            if token.kind == Kind::Command {
                self.preamble_command(token);
            }
        }
    }

    fn preamble_command(&mut self, token: Token) {
        if let Some(definition) = self.user.definition_at(token.start) {
            self.define(token, &definition);
        } else if DEFINING.contains(&self.text(token)) {
            self.other_definition(token);
        }
    }
}

/// Maximum number of tokens searched for the body after delimited parameters. The bound keeps floods linear.
const LONGEST_PARAMETERS: usize = 64;

/// Commands that define something, other than those that [`definitions`](crate::definition::definitions) reads.
pub(super) const DEFINING: [&str; 11] = [
    "\\definecolor",
    "\\colorlet",
    "\\def",
    "\\gdef",
    "\\edef",
    "\\xdef",
    "\\newenvironment",
    "\\renewenvironment",
    "\\newtheorem",
    "\\newcommand",
    "\\renewcommand",
];

#[cfg(test)]
mod tests {
    use crate::check::testing::{accepts, finds};
    use texlens_vocabulary::ErrorClass;

    #[test]
    fn bad_and_good_neighbours() {
        finds(
            ErrorClass::Definition,
            &["\\newcommand{\\alpha}{a} b", "\\renewcommand{\\foo}{a} b"],
        );
        finds(ErrorClass::UndefinedCommand, &["\\foo\\newcommand{\\foo}{a}"]);
        accepts(&[
            "\\newcommand{\\foo}[2][a]{#1\\bar #2} \\foo{b}",
            "\\def\\foo#1.{a} \\foo b.",
            "\\newtheorem{claim}{Claim}\\begin{claim}a\\end{claim}",
            "\\newenvironment{foo}[1]{a}{b}\\begin{foo}c\\end{foo}",
            "\\documentclass{article}\\usepackage{foo}\\newcommand{\\zz}{\\b}\\begin{document}\\baz\\end{document}",
        ]);
    }
}
