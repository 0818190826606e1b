//! Formulas as lists of items, with helpers for all steps.

use std::ops::Range;

use crate::arity::arity;
use crate::environment::{ENVIRONMENT_TOKENS, environment_name};
use crate::lexer::lex;
use crate::token::TokenKind;

/// Splits a formula into items: commands, `\begin{name}`, `\end{name}`, verbatim text, single characters. Omits white
/// space and comments.
pub(super) fn items(latex: &str) -> Vec<&str> {
    let tokens = lex(latex);
    let mut items = Vec::with_capacity(tokens.len());
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        let text = token.text(latex);
        if environment_name(latex, &tokens, index).is_some() {
            let end = tokens
                .get(index + ENVIRONMENT_TOKENS - 1)
                .map_or(token.end, |close| close.end);
            items.push(latex.get(token.start..end).unwrap_or(text));
            index += ENVIRONMENT_TOKENS;
            continue;
        }
        match token.kind {
            TokenKind::Whitespace | TokenKind::ParagraphBreak | TokenKind::Comment => {}
            TokenKind::Text | TokenKind::BibEntry => items.extend(text.split_inclusive(|_: char| true)),
            _ => items.push(text),
        }
        index += 1;
    }
    items
}

/// Returns, for each item that is a brace, the index of its partner.
pub(super) fn partners(items: &[&str]) -> Vec<Option<usize>> {
    let mut partners = vec![None; items.len()];
    let mut open = Vec::new();
    for (index, item) in items.iter().enumerate() {
        match *item {
            "{" => open.push(index),
            "}" => {
                if let Some(opened) = open.pop() {
                    partners[opened] = Some(index);
                    partners[index] = Some(opened);
                }
            }
            _ => {}
        }
    }
    partners
}

/// Reports whether the item is a command.
pub(super) fn is_command(item: &str) -> bool {
    item.starts_with('\\')
}

/// Reports whether a group after the item `previous` stands for itself and is not an argument.
pub(super) fn leaves_group_alone(previous: Option<&str>) -> bool {
    previous.is_none_or(|item| !is_command(item) && !matches!(item, "^" | "_" | "}" | "]"))
}

/// Returns the range of the argument that starts at `at`: a group, a command with its arguments, or one item. Returns
/// `None` if the argument is missing or extends beyond `end`.
pub(super) fn argument(items: &[&str], partners: &[Option<usize>], at: usize, end: usize) -> Option<Range<usize>> {
    let mut needed = 1_usize;
    let mut next = at;
    while needed > 0 {
        let item = *items.get(next).filter(|_| next < end)?;
        needed -= 1;
        match item {
            "{" => next = partners.get(next).copied().flatten()?,
            "}" | "^" | "_" | "'" | "&" | "\\\\" => return None,
            command => needed += arity(command).unwrap_or(0),
        }
        next += 1;
    }
    (next <= end).then_some(at..next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_environments_and_characters() {
        assert_eq!(
            items("\\frac1{é} % c\n\\begin{array}{c}\\end"),
            ["\\frac", "1", "{", "é", "}", "\\begin{array}", "{", "c", "}", "\\end"]
        );
    }

    #[test]
    fn arguments_are_groups_commands_with_arguments_or_items() {
        let read = |latex| {
            let items = items(latex);
            argument(&items, &partners(&items), 0, items.len()).map(|range| items[range].concat())
        };
        assert_eq!(read("{ab}c").as_deref(), Some("{ab}"));
        assert_eq!(read("\\hat\\mathbf{a}c").as_deref(), Some("\\hat\\mathbf{a}"));
        assert_eq!(read("\\frac12c").as_deref(), Some("\\frac12"));
        assert_eq!(read("ab").as_deref(), Some("a"));
        assert_eq!(read("{a"), None);
        assert_eq!(read("\\hat"), None);
        assert_eq!(read(""), None);
    }
}
