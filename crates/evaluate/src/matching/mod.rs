//! Which formula of a prediction is which of the reference. The stages, in order, are the modules [`equal`],
//! [`assignment`], [`merged`], [`undelimited`] and [`place`]; each leaves alone what an earlier one has matched.

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
pub use extract::extract_formulas;
pub use locate::{locate_formula, locate_formulas};
pub use segment::{Delimiters, Extracted, extract_segments, locate_segment};
pub use single::single_formula_pair;

use crate::input::{InputError, check_length};
use crate::model::FormulaPair;
use crate::text::Text;
use context::Context;
use state::{Matching, Side};
use symbols::Alphabet;

/// Formulas of each text that are matched, from its beginning: some two hundred pages of mathematics. What is longer is
/// repetitive, and nobody looks through it.
pub const MAX_FORMULAS: usize = 10_000;

/// The formulas of the reference, each in one pair, beside what the prediction has for them, in the order of the
/// reference; formulas that only the prediction has stand alone where they come.
///
/// The prediction may be LaTeX or Markdown ([`Markup::guess`]). The words around a formula of the reference are looked
/// up in the prediction first, whatever their order there; the place between the same words counts in every stage.
///
/// 1. *Equal* formulas: the same tokens after normalisation, then the same symbols; between the same words, then in the
///    same order, then anywhere.
/// 2. Those that differ, by the *assignment* with the largest sum of similarities (1 - Levenshtein / length in
///    symbols), which must be at least 0.3, or 0.15 between the same words.
/// 3. *Merged and split* ones: a part of a predicted formula, of which at most a quarter differs, goes to a formula
///    that is still free; free neighbours of a predicted formula are added while this makes it more similar.
/// 4. *Undelimited* ones are looked for in the text: between the same words, where a quarter of the symbols may differ
///    (a third if these words are next to the formula, or all that stands between them if its similarity is 0.4), else
///    everywhere, where 15 % may.
/// 5. Where between two pairs as many are left on one side as on the other, their *places* speak for them.
///
/// Every predicted formula is in at most one pair, except that a merged one is in one pair with each of its parts.
/// Formulas beyond the first [`MAX_FORMULAS`] of a text are in none.
///
/// Time: stages 1 and 5 are n log n; stage 2 is cubic in at most 100 formulas at once and linear beyond (then moved
/// formulas may stay alone); stages 3 and 4 give up after a fixed amount of work.
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
    let outlines = [0, 1].map(|side| {
        let mut outline = Outline::of_pages(&readable[side], texts[side].pages());
        outline.formulas.truncate(MAX_FORMULAS);
        outline
    });
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

/// The formulas of a sample of any kind: [`formula_pairs`], or of a formula [`single_formula_pair`].
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
