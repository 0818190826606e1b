//! The formulas of LaTeX and of Markdown.

use texlens_latex::{Markup, Outline};

use crate::model::Formula;

/// The formulas of a text in order; none inside another. Linear time; never fails.
#[must_use]
pub fn extract_formulas(text: &str, markup: Markup) -> Vec<Formula> {
    let formulas = Outline::of(&markup.readable(text)).formulas;
    formulas.iter().map(|found| formula(text, found)).collect()
}

/// A formula of the readable form, as the text has it.
pub(super) fn formula(text: &str, formula: &texlens_latex::Formula) -> Formula {
    Formula {
        latex: text.get(formula.body.clone()).unwrap_or_default().trim().to_owned(),
        display: formula.display,
        range: formula.range.clone(),
    }
}
