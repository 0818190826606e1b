//! Matches the formulas of a prediction with those of the reference. The stages, in order, are the modules [`equal`],
//! [`assignment`], [`merged`], [`undelimited`] and [`place`]. Each stage leaves the pairs of earlier stages unchanged.

mod assignment;
mod context;
mod distances;
mod equal;
mod extract;
mod locate;
mod merged;
mod order;
mod place;
mod segment;
mod single;
mod state;
mod symbols;
mod undelimited;

use texlens_latex::{Markup, Outline};
use texlens_metrics::{Kind, Side as TextSide};

pub(crate) use assignment::MIN_SIMILARITY;
pub use extract::{MAX_FORMULAS, extract_formulas};
pub use locate::{locate_formula, locate_formulas};
pub use segment::{Delimiters, Extracted, extract_segments, locate_segment};
pub use single::single_formula_pair;

use crate::input::{InputError, check_length};
use crate::model::FormulaPair;
use crate::text::Text;
use context::Context;
use state::{Matching, Side};
use symbols::Alphabet;

/// Returns each formula of the reference in one pair with its counterpart in the prediction, in the order of the
/// reference. Formulas that only the prediction has stand alone at their position.
///
/// The prediction may be LaTeX or Markdown ([`Markup::guess`]). First, the words around the formulas of the reference
/// are located in the prediction, in any order. Every stage prefers a position between the same words.
///
/// 1. *Equal* formulas have the same tokens after normalisation, or else the same symbols. They are matched between the
///    same words, then in the same order, then anywhere.
/// 2. Different formulas are matched by the *assignment* with the largest sum of similarities (1 - Levenshtein / length
///    in symbols). A similarity must be at least 0.3, or 0.15 between the same words.
/// 3. *Merged and split* formulas: a part of a predicted formula is matched with a formula that is still free, if at
///    most a quarter of the symbols differs. Free neighbours of a predicted formula are added while they make it more
///    similar.
/// 4. *Undelimited* formulas are searched for in the text. Between the same words, a quarter of the symbols may differ,
///    or a third if these words are next to the formula. The whole text between adjacent words also counts if its
///    similarity is 0.4. Elsewhere, 15 % may differ.
/// 5. If two pairs have equally many free formulas between them on both sides, these are matched by *place*.
///
/// Every predicted formula is in at most one pair, except that a merged formula is in one pair with each of its parts.
/// Formulas beyond the first [`MAX_FORMULAS`] of a text are in no pair.
///
/// Time: stages 1 and 5 are n log n. Stage 2 is cubic in up to 100 formulas at a time and linear beyond (then moved
/// formulas may stay alone). Stages 3 and 4 give up after a fixed amount of work.
///
/// # Errors
///
/// If either text is longer than [`MAX_BYTES`](crate::MAX_BYTES).
pub fn formula_pairs<'a>(
    reference: impl Into<Text<'a>>,
    prediction: impl Into<Text<'a>>,
) -> Result<Vec<FormulaPair>, InputError> {
    let texts = [reference.into(), prediction.into()];
    let [reference, prediction] = texts.each_ref().map(Text::latex);
    check_length(TextSide::Reference, reference)?;
    check_length(TextSide::Prediction, prediction)?;
    let readable = [reference, prediction].map(|text| Markup::guess(text).readable(text));
    let outlines = [0, 1].map(|side| Outline::of_pages(&readable[side], texts[side].pages()));
    let mut alphabet = Alphabet::default();
    let text = alphabet.text(outlines[1].source, &outlines[1].tokens);
    let context = Context::new(&outlines[0], &outlines[1]);
    let reference = Side::new(reference, &outlines[0], &mut alphabet);
    let prediction = Side::new(prediction, &outlines[1], &mut alphabet);
    let mut matching = Matching::new(reference, prediction, context);
    equal::match_equal(&mut matching);
    assignment::match_similar(&mut matching);
    merged::match_merged(&mut matching);
    merged::match_split(&mut matching);
    undelimited::match_undelimited(&mut matching, text);
    place::match_by_place(&mut matching);
    Ok(matching.pairs())
}

/// Returns the formula pairs of a sample of any kind: [`formula_pairs`], or [`single_formula_pair`] for a formula.
///
/// # Errors
///
/// If either text is longer than [`MAX_BYTES`](crate::MAX_BYTES).
pub fn formula_pairs_of<'a>(
    kind: Kind,
    reference: impl Into<Text<'a>>,
    prediction: impl Into<Text<'a>>,
) -> Result<Vec<FormulaPair>, InputError> {
    let (reference, prediction) = (reference.into(), prediction.into());
    match kind {
        Kind::Formula => Ok(single_formula_pair(reference.latex(), prediction.latex())?
            .into_iter()
            .collect()),
        Kind::Page | Kind::Document => formula_pairs(reference, prediction),
    }
}

#[cfg(test)]
mod tests;
