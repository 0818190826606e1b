//! Conversion of samples that are one formula.

use std::borrow::Cow;

use texlens_latex::Outline;

use super::{mathml, tree::Tree, unicode};
use crate::syntax::Syntax;

/// Converts a formula to LaTeX without delimiters.
pub(super) fn to_latex(text: &str, syntax: Syntax) -> Cow<'_, str> {
    match syntax {
        Syntax::Mathml | Syntax::Html => {
            let tree = Tree::of(text);
            match tree.named("math").next() {
                Some(math) => Cow::Owned(mathml::to_latex(&tree, math)),
                None => bare(text),
            }
        }
        Syntax::Plain => Cow::Owned(unicode::in_formula(bare(text).as_ref())),
        Syntax::Latex | Syntax::Markdown | Syntax::Mathpix | Syntax::Auto => bare(text),
    }
}

/// Removes the delimiters around the whole formula. Environments stay.
pub(super) fn bare(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim();
    match Outline::of(trimmed).formulas() {
        [formula] if formula.range == (0..trimmed.len()) && !trimmed.starts_with("\\begin") => {
            Cow::Borrowed(trimmed.get(formula.body.clone()).unwrap_or_default().trim())
        }
        _ => Cow::Borrowed(trimmed),
    }
}
