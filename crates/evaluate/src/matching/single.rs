//! The formula pair of a sample that is one formula.

use texlens_latex::{Outline, normalise_formula};
use texlens_metrics::Side;

use super::extract;
use crate::input::{InputError, check_length};
use crate::model::{Formula, FormulaPair, Found};

/// Returns the two texts as a pair of formulas, with or without delimiters, or `None` if both are blank.
///
/// # Errors
///
/// If either text is longer than [`MAX_BYTES`](crate::MAX_BYTES).
pub fn single_formula_pair(reference: &str, prediction: &str) -> Result<Option<FormulaPair>, InputError> {
    check_length(Side::Reference, reference)?;
    check_length(Side::Prediction, prediction)?;
    let [reference, prediction] = [reference, prediction].map(whole);
    let (exact, found) = match (&reference, &prediction) {
        (None, None) => return Ok(None),
        (Some(a), Some(b)) if normalise_formula(&a.latex) == normalise_formula(&b.latex) => (true, Found::Equal),
        (Some(_), Some(_)) => (false, Found::Aligned),
        _ => (false, Found::Alone),
    };
    Ok(Some(FormulaPair {
        reference,
        prediction,
        exact,
        found,
    }))
}

/// Returns a whole text as a formula, displayed unless its delimiters are inline; `None` if the text is blank.
fn whole(text: &str) -> Option<Formula> {
    let trimmed = text.trim();
    let start = text.len() - text.trim_start().len();
    let range = start..start + trimmed.len();
    if let [formula] = Outline::of(text).formulas()
        && formula.range == range
    {
        return Some(extract::formula(text, formula));
    }
    (!trimmed.is_empty()).then(|| Formula {
        latex: trimmed.to_owned(),
        display: true,
        range,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_with_and_without_delimiters_are_the_same_formula() {
        let pair = single_formula_pair(" x^2\n", "$x^{2}$").unwrap().unwrap();
        assert!(pair.exact);
        let [reference, prediction] = [pair.reference.unwrap(), pair.prediction.unwrap()];
        assert_eq!(
            (reference.latex.as_str(), reference.display, reference.range),
            ("x^2", true, 1..4)
        );
        assert_eq!(
            (prediction.latex.as_str(), prediction.display, prediction.range),
            ("x^{2}", false, 0..7)
        );
    }

    #[test]
    fn a_blank_side_leaves_the_other_alone() {
        let pair = single_formula_pair("a $b$", " ").unwrap().unwrap();
        assert_eq!(pair.reference.unwrap().latex, "a $b$");
        assert_eq!((pair.prediction, pair.exact, pair.found), (None, false, Found::Alone));
        assert_eq!(single_formula_pair("", "\n"), Ok(None));
    }
}
