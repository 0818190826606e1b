//! Environments by name.

use crate::token::{Token, TokenKind};

/// What a float holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FloatKind {
    Table,
    Figure,
}

/// Floats of LaTeX and of the packages rotating, wrapfig, floatflt, sidecap and of journal classes; a trailing star is
/// removed before the look-up.
const TABLE_FLOATS: [&str; 7] = [
    "table",
    "sidewaystable",
    "wraptable",
    "floatingtable",
    "SCtable",
    "margintable",
    "floattable",
];
const FIGURE_FLOATS: [&str; 7] = [
    "figure",
    "sidewaysfigure",
    "wrapfigure",
    "floatingfigure",
    "SCfigure",
    "marginfigure",
    "teaserfigure",
];

/// The kind of float that the environment is, if it is one.
pub(crate) fn float_kind(name: &str) -> Option<FloatKind> {
    let name = name.trim_end_matches('*');
    if TABLE_FLOATS.contains(&name) {
        Some(FloatKind::Table)
    } else if FIGURE_FLOATS.contains(&name) {
        Some(FloatKind::Figure)
    } else {
        None
    }
}

/// Tokens of `\begin{name}` and `\end{name}` as [`environment_name`] reads them.
pub(crate) const ENVIRONMENT_TOKENS: usize = 4;

/// The name in `\begin{name}` or `\end{name}` when the command stands at `index`: always four tokens.
pub(crate) fn environment_name<'a>(source: &'a str, tokens: &[Token], index: usize) -> Option<&'a str> {
    let [command, open, name, close] = tokens.get(index..index + ENVIRONMENT_TOKENS)? else {
        return None;
    };
    let matches = command.kind == TokenKind::Command
        && open.kind == TokenKind::GroupOpen
        && name.kind == TokenKind::Text
        && close.kind == TokenKind::GroupClose
        && matches!(command.text(source), "\\begin" | "\\end");
    matches.then(|| name.text(source))
}
