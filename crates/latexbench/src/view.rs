//! A text as the checkers see it: the outline, and with it commands, environments, class and packages.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use texlens_latex::{Formula, Label, Outline, Token, TokenKind};

/// Maximum number of tokens in the optional arguments before an argument in braces. Without this bound, a flood of open
/// brackets would take quadratic time.
const LONGEST_OPTIONS: usize = 64;
/// Maximum number of tokens in an argument, for the same reason.
const LONGEST_ARGUMENT: usize = 1024;

/// A text and its parts. Everything is in the order of the text. Comments and verbatim text contribute nothing.
pub(crate) struct View<'a> {
    pub(crate) source: &'a str,
    pub(crate) outline: Outline<'a>,
    /// All commands, also `\begin` and `\end`.
    pub(crate) commands: Vec<Command<'a>>,
    /// Environments with both ends, ordered by their starts.
    pub(crate) environments: Vec<Environment<'a>>,
    /// The loaded packages.
    pub(crate) packages: Vec<Package<'a>>,
    /// The class of the document.
    pub(crate) class: Option<&'a str>,
    /// The commands and environments that the text defines itself.
    pub(crate) defined: BTreeSet<&'a str>,
}

/// A command.
pub(crate) struct Command<'a> {
    /// The name with its backslash.
    pub(crate) name: &'a str,
    pub(crate) range: Range<usize>,
    /// The index of its token.
    pub(crate) token: usize,
}

/// An environment.
pub(crate) struct Environment<'a> {
    pub(crate) name: &'a str,
    pub(crate) range: Range<usize>,
    /// What stands between `\begin{…}` and `\end{…}`.
    pub(crate) body: Range<usize>,
}

/// A package in the argument of `\usepackage` or `\RequirePackage`.
pub(crate) struct Package<'a> {
    pub(crate) name: &'a str,
    pub(crate) range: Range<usize>,
}

impl<'a> View<'a> {
    /// Reads a text in linear time.
    pub(crate) fn of(source: &'a str) -> Self {
        let outline = Outline::of(source);
        let commands: Vec<Command<'a>> = outline
            .tokens
            .iter()
            .enumerate()
            .filter(|(_, token)| token.kind == TokenKind::Command)
            .map(|(index, token)| Command {
                name: token.text(source),
                range: token.range(),
                token: index,
            })
            .collect();
        let mut view = Self {
            source,
            outline,
            commands,
            environments: Vec::new(),
            packages: Vec::new(),
            class: None,
            defined: texlens_latex::definitions(source)
                .into_iter()
                .map(|definition| source.get(definition.name).unwrap_or_default())
                .collect(),
        };
        view.environments = view.paired_environments();
        view.packages = view.loaded_packages();
        let class = view.named("\\documentclass").find_map(|command| view.argument(command));
        view.class = class.map(|class| view.text(&class).trim());
        view
    }

    /// Returns the text of a range; empty if the range does not fit.
    pub(crate) fn text(&self, range: &Range<usize>) -> &'a str {
        self.source.get(range.clone()).unwrap_or_default()
    }

    /// Returns the commands of a name.
    pub(crate) fn named<'v>(&'v self, name: &'v str) -> impl Iterator<Item = &'v Command<'a>> {
        self.commands.iter().filter(move |command| command.name == name)
    }

    /// Returns the commands that start in a range.
    pub(crate) fn commands_in(&self, range: &Range<usize>) -> &[Command<'a>] {
        let first = self
            .commands
            .partition_point(|command| command.range.start < range.start);
        let last = self.commands.partition_point(|command| command.range.start < range.end);
        self.commands.get(first..last).unwrap_or_default()
    }

    /// Returns the tokens that start in a range.
    pub(crate) fn tokens_in(&self, range: &Range<usize>) -> &[Token] {
        let tokens = &self.outline.tokens;
        let first = tokens.partition_point(|token| token.start < range.start);
        let last = tokens.partition_point(|token| token.start < range.end);
        tokens.get(first..last).unwrap_or_default()
    }

    /// Returns the environments whose name is in a list, with or without a star.
    pub(crate) fn environments_of<'v>(&'v self, names: &'v [&str]) -> impl Iterator<Item = &'v Environment<'a>> {
        self.environments
            .iter()
            .filter(|environment| names.contains(&environment.name.trim_end_matches('*')))
    }

    /// Reports whether a package is loaded.
    pub(crate) fn loads(&self, package: &str) -> bool {
        self.packages.iter().any(|loaded| loaded.name == package)
    }

    /// Returns the bytes in the braces of the first argument of a command, past a star and optional arguments.
    pub(crate) fn argument(&self, command: &Command<'_>) -> Option<Range<usize>> {
        let open = self.brace_after(command.token + 1)?;
        let start = self.outline.tokens.get(open)?.end;
        let mut depth = 0_usize;
        for token in self.outline.tokens.iter().skip(open).take(LONGEST_ARGUMENT) {
            match token.kind {
                TokenKind::GroupOpen => depth += 1,
                TokenKind::GroupClose if depth == 1 => return Some(start..token.start),
                TokenKind::GroupClose => depth -= 1,
                TokenKind::ParagraphBreak => return None,
                _ => {}
            }
        }
        None
    }

    /// Returns the index of the brace that opens the next argument.
    fn brace_after(&self, from: usize) -> Option<usize> {
        let mut brackets = 0_i32;
        for (index, token) in self.outline.tokens.iter().enumerate().skip(from).take(LONGEST_OPTIONS) {
            match token.kind {
                TokenKind::GroupOpen if brackets == 0 => return Some(index),
                TokenKind::ParagraphBreak => return None,
                TokenKind::Text => {
                    let text = token.text(self.source);
                    if brackets == 0 && !text.starts_with(['[', '*']) {
                        return None;
                    }
                    brackets += text.matches('[').count() as i32 - text.matches(']').count() as i32;
                }
                TokenKind::Whitespace | TokenKind::Comment => {}
                _ if brackets == 0 => return None,
                _ => {}
            }
        }
        None
    }

    /// Returns where a missing part could be added: before `\end{document}`, or at the end of the text.
    pub(crate) fn end(&self) -> Range<usize> {
        let document = self
            .environments
            .iter()
            .find(|environment| environment.name == "document");
        let end = document.map_or(self.source.len(), |document| document.body.end);
        end..end
    }

    /// Returns where a package could be added: after the last one, or after the class.
    pub(crate) fn preamble(&self) -> Range<usize> {
        let document = self
            .environments
            .iter()
            .find(|environment| environment.name == "document");
        let end = document.map_or(0, |document| document.range.start);
        end..end
    }

    /// Returns the environment of a displayed formula, or its delimiter (`\[` or `$$`).
    pub(crate) fn display_name(&self, formula: &Formula) -> &'a str {
        let opening = self.text(&(formula.range.start..formula.body.start));
        let name = opening.strip_prefix("\\begin{").and_then(|rest| rest.split('}').next());
        name.unwrap_or(opening)
    }

    /// Returns the formula that contains a byte.
    pub(crate) fn formula_around(&self, at: usize) -> Option<&Formula> {
        let formulas = self.outline.formulas();
        let before = formulas.partition_point(|formula| formula.range.start <= at);
        let last = formulas.get(before.checked_sub(1)?)?;
        (at < last.range.end).then_some(last)
    }

    /// Returns the text of a range without the labels in it.
    pub(crate) fn unlabelled(&self, range: &Range<usize>) -> String {
        let mut text = String::new();
        let mut from = range.start;
        for label in self.outline.labels_in(range) {
            text.push_str(self.text(&(from..label.range.start)));
            from = label.range.end;
        }
        text.push_str(self.text(&(from..range.end)));
        text
    }

    /// Returns the label that directly follows a position, after white space and comments alone.
    pub(crate) fn label_at(&self, end: usize) -> Option<&Label> {
        let labels = self.outline.labels();
        let label = labels.get(labels.partition_point(|label| label.range.start < end))?;
        let between = self.tokens_in(&(end..label.range.start));
        between
            .iter()
            .all(|token| matches!(token.kind, TokenKind::Whitespace | TokenKind::Comment))
            .then_some(label)
    }

    /// Returns the labels by key, each with the places where it is set.
    pub(crate) fn labels(&self) -> BTreeMap<&'a str, Vec<&Label>> {
        let mut labels: BTreeMap<&str, Vec<&Label>> = BTreeMap::new();
        for label in self.outline.labels() {
            labels.entry(self.text(&label.key)).or_default().push(label);
        }
        labels
    }

    fn paired_environments(&self) -> Vec<Environment<'a>> {
        let mut open: Vec<(&str, Range<usize>)> = Vec::new();
        let mut found = Vec::new();
        for command in &self.commands {
            if !matches!(command.name, "\\begin" | "\\end") {
                continue;
            }
            let Some([brace, name, close]) = self.outline.tokens.get(command.token + 1..command.token + 4) else {
                continue;
            };
            if brace.kind != TokenKind::GroupOpen || close.kind != TokenKind::GroupClose {
                continue;
            }
            let name = name.text(self.source);
            if command.name == "\\begin" {
                open.push((name, command.range.start..close.end));
            } else if open.last().is_some_and(|(last, _)| *last == name)
                && let Some((name, begin)) = open.pop()
            {
                found.push(Environment {
                    name,
                    range: begin.start..close.end,
                    body: begin.end..command.range.start,
                });
            }
        }
        found.sort_by_key(|environment| environment.range.start);
        found
    }

    fn loaded_packages(&self) -> Vec<Package<'a>> {
        let mut packages = Vec::new();
        for command in &self.commands {
            if !matches!(command.name, "\\usepackage" | "\\RequirePackage") {
                continue;
            }
            let Some(names) = self.argument(command) else { continue };
            let mut start = names.start;
            for piece in self.text(&names).split(',') {
                let name = piece.trim();
                let at = start + piece.len() - piece.trim_start().len();
                packages.push(Package {
                    name,
                    range: at..at + name.len(),
                });
                start += piece.len() + 1;
            }
        }
        packages
    }
}

/// Returns a text with each run of white space as one space, and none at its ends.
pub(crate) fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the words of a text without commands that only change its look, braces and dollars.
///
/// `\textbf{A  $x$}` and `{\bfseries A} x` both become `A x`. The last argument of `\multicolumn` counts as its text.
pub(crate) fn plain(text: &str) -> String {
    const LOOKS: [&str; 15] = [
        "\\textbf",
        "\\textit",
        "\\textsf",
        "\\texttt",
        "\\textsc",
        "\\textrm",
        "\\emph",
        "\\bfseries",
        "\\itshape",
        "\\bf",
        "\\it",
        "\\centering",
        "\\noindent",
        "\\(",
        "\\)",
    ];
    let mut words = String::with_capacity(text.len());
    let tokens = texlens_latex::lex(text);
    // The number of arguments in braces that print nothing.
    let mut hidden = 0_usize;
    let mut depth = 0_usize;
    for token in tokens {
        let is_hidden = hidden > 0 && depth > 0;
        match token.kind {
            TokenKind::GroupOpen => depth += 1,
            TokenKind::GroupClose => {
                depth = depth.saturating_sub(1);
                hidden = hidden.saturating_sub(usize::from(depth == 0));
            }
            TokenKind::Comment | TokenKind::MathShift => {}
            TokenKind::Command if LOOKS.contains(&token.text(text)) => {}
            TokenKind::Command if token.text(text) == "\\multicolumn" => hidden = 2,
            _ if is_hidden => {}
            TokenKind::Special if token.text(text) == "~" => words.push(' '),
            _ => words.push_str(token.text(text)),
        }
    }
    squeezed(&words)
}

/// Returns a formula without the punctuation at its end and the space before it, as in `x\,.`.
pub(crate) fn unpunctuated(formula: &str) -> &str {
    const SPACES: [&str; 4] = ["\\,", "\\;", "\\quad", "~"];
    let mut rest = formula.trim_end();
    loop {
        let shorter = SPACES.iter().find_map(|space| rest.strip_suffix(space));
        let Some(shorter) = shorter.or_else(|| rest.strip_suffix(['.', ',', ';'])) else {
            return rest;
        };
        rest = shorter.trim_end();
    }
}

/// Returns the body of an environment without an option in brackets at its start, as in `\begin{aligned}[t]`.
pub(crate) fn without_option(view: &View<'_>, body: &Range<usize>) -> Range<usize> {
    let text = view.text(body);
    let option = text.find(']').filter(|_| text.starts_with('['));
    body.start + option.map_or(0, |at| at + 1)..body.end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_has_class_packages_environments_and_arguments() {
        let source = "\\documentclass[a4paper]{ article }\\usepackage[x={1}]{amsmath, booktabs}\n\\begin{document}\
                      \\begin{a}\\begin{b}\\end{b}\\end{a}% \\usepackage{no}\n\\end{document}";
        let view = View::of(source);
        assert_eq!(view.class, Some("article"));
        let packages: Vec<_> = view
            .packages
            .iter()
            .map(|package| (package.name, view.text(&package.range)))
            .collect();
        assert_eq!(packages, [("amsmath", "amsmath"), ("booktabs", "booktabs")]);
        let names: Vec<_> = view.environments.iter().map(|environment| environment.name).collect();
        assert_eq!(names, ["document", "a", "b"]);
        assert!(view.source[view.end().start..].starts_with("\\end{document}"));
    }

    #[test]
    fn formulas_lose_the_punctuation_at_their_end() {
        for text in ["x", "x.", "x\\,.", "x \\;,\n", "x~;", "x,\\quad"] {
            assert_eq!(unpunctuated(text), "x", "{text}");
        }
        assert_eq!(unpunctuated("x\\,y"), "x\\,y");
    }

    #[test]
    fn plain_text_has_no_looks() {
        assert_eq!(plain("\\textbf{A  $x$}"), "A x");
        assert_eq!(plain("{\\bfseries A}~x% no\n"), "A x");
        assert_eq!(plain("\\multicolumn{2}{c}{Both {sides}}"), "Both sides");
    }
}
