//! Names of environments.

use crate::token::{Token, TokenKind};

/// The kind of content of a float.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FloatKind {
    Table,
    Figure,
}

/// Floats of LaTeX, of the packages rotating, wrapfig, floatflt and sidecap, and of journal classes. A trailing star is
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

/// Returns the kind of float that the environment is, or `None` if it is not a float.
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

/// Number of tokens of `\begin{name}` and `\end{name}`, as [`environment_name`] reads them.
pub(crate) const ENVIRONMENT_TOKENS: usize = 4;

/// Returns the name in `\begin{name}` or `\end{name}` if the command stands at `index`. The form always has four
/// tokens.
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
