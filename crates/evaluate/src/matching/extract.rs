//! The formulas of LaTeX and of Markdown.

use texlens_latex::{Markup, Outline};

use crate::model::Formula;

/// Returns the formulas of a text in order, without nested ones. Takes linear time and never fails.
#[must_use]
pub fn extract_formulas(text: &str, markup: Markup) -> Vec<Formula> {
    let formulas = Outline::of(&markup.readable(text)).formulas;
    formulas.iter().map(|found| formula(text, found)).collect()
}

/// Returns a formula, found in the readable form, as it is written in the text.
pub(super) fn formula(text: &str, formula: &texlens_latex::Formula) -> Formula {
    Formula {
        latex: text.get(formula.body.clone()).unwrap_or_default().trim().to_owned(),
        display: formula.display,
        range: formula.range.clone(),
    }
}
