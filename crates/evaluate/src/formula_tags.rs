//! Tags of formulas, by which scores of formulas can be broken down: they follow from the reference alone.

use std::collections::BTreeMap;

use texlens_latex::{Difficulty, FormulaKind, complexity};

use crate::model::Formula;

/// The tag with the [`FormulaKind`] of a formula.
pub const FORMULA_KIND: &str = "formula-kind";
/// The tag with the [`Difficulty`] of a formula. The complexity of a display of several lines is that of all lines.
pub const FORMULA_DIFFICULTY: &str = "formula-difficulty";

/// Returns names and values of the tags of a formula of a reference.
#[must_use]
pub fn formula_tags(formula: &Formula) -> [(&'static str, &'static str); 2] {
    let kind = FormulaKind::of(&formula.latex, formula.display);
    let difficulty = Difficulty::of(complexity(&formula.latex));
    [(FORMULA_KIND, kind.name()), (FORMULA_DIFFICULTY, difficulty.name())]
}

/// Adds the tags of a formula to those of its sample. A tag of the dataset with the same name stays.
pub fn add_formula_tags(tags: &mut BTreeMap<String, String>, formula: &Formula) {
    for (name, value) in formula_tags(formula) {
        tags.entry(name.to_owned()).or_insert_with(|| value.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use texlens_latex::Markup;

    use super::*;
    use crate::matching::extract_formulas;

    #[test]
    fn kind_and_difficulty_follow_from_the_formula() {
        let text = r"Here $a = b$ and \[ \int_0^1 f(x) \, dx = \sum_{k=0}^{\infty} \frac{a_k}{k+1} \] and
            \begin{align*} a &= b \\ c &= d \end{align*}";
        let formulas = extract_formulas(text, Markup::Latex);
        let tags: Vec<_> = formulas.iter().map(formula_tags).collect();
        let of = |kind, difficulty| [(FORMULA_KIND, kind), (FORMULA_DIFFICULTY, difficulty)];
        assert_eq!(
            tags,
            [
                of("inline", "simple"),
                of("display", "average"),
                of("multiline", "simple")
            ]
        );
    }
}
