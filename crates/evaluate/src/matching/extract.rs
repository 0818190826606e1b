//! The formulas of LaTeX and of Markdown.

use texlens_latex::{Markup, Outline};

use crate::model::Formula;

/// Largest number of formulas of each text that are matched, from its beginning: about two hundred pages of
/// mathematics. A longer text is repetitive, and nobody looks through it.
pub const MAX_FORMULAS: usize = 10_000;

/// Returns the formulas of a text that are matched, in order.
pub(super) fn matched<'o>(outline: &'o Outline<'_>) -> &'o [texlens_latex::Formula] {
    let formulas = outline.formulas();
    formulas.get(..MAX_FORMULAS).unwrap_or(formulas)
}

/// Returns the formulas of a text in order, without nested ones. Takes linear time and never fails.
#[must_use]
pub fn extract_formulas(text: &str, markup: Markup) -> Vec<Formula> {
    let formulas = markup.formulas(text);
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
