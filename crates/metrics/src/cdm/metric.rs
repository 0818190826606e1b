//! Common code of the metrics.

use texlens_vocabulary::Score;

use super::matching::{Matching, match_formulas};
use super::rules::Rules;
use super::{RenderedFormula, RenderedPair};
use crate::appearance::NOT_TYPESET;
use crate::metric::Input;
use crate::summary;

/// Scores a sample from the bounding boxes in its evidence.
pub(crate) fn score(id: &'static str, rules: Rules, input: &Input<'_>) -> Score {
    let Some(RenderedPair { reference, prediction }) = input.evidence.glyph_boxes.get(&rules.variant) else {
        return Score::undefined(id, NOT_TYPESET);
    };
    let Some(reference) = reference.as_ref().filter(|formula| !formula.boxes.is_empty()) else {
        return Score::undefined(id, "the reference could not be rendered");
    };
    let Some(prediction) = prediction.as_ref().filter(|formula| !formula.boxes.is_empty()) else {
        return Score::value_of(id, 0.0, Vec::new()).saying("the prediction could not be rendered");
    };
    match match_formulas(reference, prediction, rules) {
        Ok(matching) => {
            Score::value_of(id, matching.f1(), Vec::new()).saying(sentence(&matching, reference, prediction))
        }
        Err(error) => Score::undefined(id, error.to_string()),
    }
}

/// Returns a summary, for example `18 of 20 characters matched; missing: “x”, “2”; not in the reference: “y”`.
fn sentence(matching: &Matching, reference: &RenderedFormula, prediction: &RenderedFormula) -> String {
    let missing = named(reference, &matching.missing());
    let (matches, total) = (matching.matches(), matching.reference_tokens);
    let mut sentence = summary::of_what(matches, total, "characters matched", "missing", &missing);
    let extra = named(prediction, &matching.extra());
    if !extra.is_empty() {
        sentence += &format!("; not in the reference: {}", summary::quoted(&extra));
    }
    sentence
}

fn named<'a>(formula: &'a RenderedFormula, indices: &[usize]) -> Vec<&'a str> {
    indices
        .iter()
        .filter_map(|index| formula.boxes.get(*index))
        .map(|token| token.token.as_str())
        .collect()
}
