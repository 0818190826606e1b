//! In which structures two formulas differ: a comparison of their LaTeX by tokens.

use std::collections::BTreeSet;

use texlens_latex::{Token, TokenKind, lex};
use texlens_metrics::regions::differing_of;

/// A structure that differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Structure {
    /// The script of a sign is at its level.
    ScriptLost,
    /// A sign at the level of others is a script.
    ScriptAdded,
    /// A script is of another kind or belongs to another sign.
    WrongLevel,
    Delimiter,
    Row,
    Space,
    Style,
    Accent,
    SignMissed,
    SignFalse,
    SignConfused,
}

impl std::fmt::Display for Structure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::ScriptLost => "script lost",
            Self::ScriptAdded => "script that is none",
            Self::WrongLevel => "script at the wrong level",
            Self::Delimiter => "delimiter",
            Self::Row => "row or cell",
            Self::Space => "space",
            Self::Style => "style",
            Self::Accent => "accent or line",
            Self::SignMissed => "sign missed",
            Self::SignFalse => "sign that is none",
            Self::SignConfused => "sign confused",
        })
    }
}

const SPACES: [&str; 10] = [
    "\\,", "\\:", "\\;", "\\!", "\\ ", "~", "\\quad", "\\qquad", "\\hspace", "\\hfill",
];
const STYLES: [&str; 22] = [
    "\\mathrm",
    "\\mathbf",
    "\\mathit",
    "\\mathcal",
    "\\mathbb",
    "\\mathfrak",
    "\\mathscr",
    "\\mathsf",
    "\\mathtt",
    "\\boldsymbol",
    "\\bm",
    "\\text",
    "\\textit",
    "\\textbf",
    "\\textrm",
    "\\textsf",
    "\\texttt",
    "\\textnormal",
    "\\textsc",
    "\\textsl",
    "\\emph",
    "\\operatorname",
];
const DELIMITERS: [&str; 22] = [
    "\\left", "\\right", "\\middle", "\\big", "\\Big", "\\bigg", "\\Bigg", "\\bigl", "\\bigr", "\\Bigl", "\\Bigr",
    "\\biggl", "\\biggr", "(", ")", "[", "]", "\\{", "\\}", "|", "\\|", ".",
];
const ACCENTS: [&str; 14] = [
    "\\bar",
    "\\overline",
    "\\underline",
    "\\hat",
    "\\widehat",
    "\\tilde",
    "\\widetilde",
    "\\vec",
    "\\dot",
    "\\ddot",
    "\\check",
    "\\breve",
    "\\mathring",
    "\\overrightarrow",
];

/// Returns the structures in which a formula differs from the right one.
pub(super) fn differences(right: &str, other: &str) -> BTreeSet<Structure> {
    let (right, other) = (tokens(right), tokens(other));
    differing_of(right.iter().copied(), other.iter().copied())
        .into_iter()
        .flat_map(|region| of_hunk(&right[region.reference], &other[region.prediction]))
        .collect()
}

/// Splits LaTeX into commands, beginnings and ends of environments, and other characters.
fn tokens(latex: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut tokens = lex(latex).into_iter().peekable();
    while let Some(token) = tokens.next() {
        let text = token.text(latex);
        match token.kind {
            TokenKind::Whitespace | TokenKind::ParagraphBreak | TokenKind::Comment => {}
            TokenKind::Command if ["\\begin", "\\end"].contains(&text) => {
                // With the name of the environment.
                let is_open = |token: &Token| token.kind != TokenKind::GroupClose;
                let name = std::iter::from_fn(|| tokens.next_if(is_open)).last();
                let close = name.and_then(|_| tokens.next());
                let end = close.or(name).map_or(token.end, |last| last.end);
                found.extend(latex.get(token.start..end));
            }
            TokenKind::Text => found.extend(text.split("").filter(|sign| !sign.is_empty())),
            _ => found.push(text),
        }
    }
    found
}

/// Whether a token is of a kind.
type IsOfKind = fn(&str) -> bool;

/// Returns the structures of a part. Braces alone are none: they go with what they enclose.
fn of_hunk(right: &[&str], other: &[&str]) -> BTreeSet<Structure> {
    let mut found = BTreeSet::new();
    let count = |tokens: &[&str], is: IsOfKind| tokens.iter().filter(|token| is(token)).count();
    let both = |is: IsOfKind| (count(right, is), count(other, is));
    match both(|token| ["^", "_", "'"].contains(&token)) {
        (0, 0) => {}
        (_, 0) => drop(found.insert(Structure::ScriptLost)),
        (0, _) => drop(found.insert(Structure::ScriptAdded)),
        _ => drop(found.insert(Structure::WrongLevel)),
    }
    let is_row = |token: &str| {
        ["\\\\", "&", "\\hline"].contains(&token) || token.starts_with("\\begin{") || token.starts_with("\\end{")
    };
    let kinds: [(Structure, IsOfKind); 5] = [
        (Structure::Row, is_row),
        (Structure::Space, |token| SPACES.contains(&token)),
        (Structure::Style, |token| STYLES.contains(&token)),
        (Structure::Accent, |token| ACCENTS.contains(&token)),
        (Structure::Delimiter, |token| DELIMITERS.contains(&token)),
    ];
    found.extend(
        kinds
            .iter()
            .filter(|(_, is)| both(*is) != (0, 0))
            .map(|(structure, _)| *structure),
    );
    let is_sign = |token: &&&str| !["{", "}", "^", "_", "'"].contains(*token) && !kinds.iter().any(|(_, is)| is(token));
    match (
        right.iter().filter(is_sign).count(),
        other.iter().filter(is_sign).count(),
    ) {
        (0, 0) => {}
        (_, 0) => drop(found.insert(Structure::SignMissed)),
        (0, _) => drop(found.insert(Structure::SignFalse)),
        _ => drop(found.insert(Structure::SignConfused)),
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_structure_is_told() {
        let only = |right: &str, other: &str| differences(right, other).into_iter().collect::<Vec<_>>();
        assert_eq!(only("x^2", "x2"), [Structure::ScriptLost]);
        assert_eq!(only("x2", "x_{2}"), [Structure::ScriptAdded]);
        assert_eq!(only("x^2", "x_2"), [Structure::WrongLevel]);
        assert_eq!(only("\\left( x \\right)", "(x)"), [Structure::Delimiter]);
        assert_eq!(only("a \\\\ b", "a b"), [Structure::Row]);
        assert_eq!(only("a \\, b", "a b"), [Structure::Space]);
        assert_eq!(only("\\mathcal{V}", "V"), [Structure::Style]);
        assert_eq!(only("\\bar{x}", "\\overline{x}"), [Structure::Accent]);
        assert_eq!(only("a + b", "a b"), [Structure::SignMissed]);
        assert_eq!(only("a b", "a + b"), [Structure::SignFalse]);
        assert_eq!(only("\\alpha b", "a b"), [Structure::SignConfused]);
        assert_eq!(only("x^{2}", "x^2"), []);
    }

    #[test]
    fn environments_are_one_token() {
        assert_eq!(
            tokens("\\begin{array}a\\\\b\\end{array}"),
            ["\\begin{array}", "a", "\\\\", "b", "\\end{array}"]
        );
        assert_eq!(tokens("\\é\\"), ["\\é", "\\"]);
    }
}
