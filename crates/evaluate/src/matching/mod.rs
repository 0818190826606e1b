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
mod symbols;
mod undelimited;

use std::ops::Range;

use texlens_latex::{Markup, Outline, normalise_formula};
use texlens_metrics::{Kind, Side as TextSide};

pub(crate) use assignment::MIN_SIMILARITY;
pub use extract::extract_formulas;
pub use locate::{locate_formula, locate_formulas};
pub use segment::{Delimiters, Extracted, extract_segments, locate_segment};
pub use single::single_formula_pair;

use crate::model::{Formula, FormulaPair, Found};
use crate::scores::{InputError, check_length};
use crate::text::Text;
use context::{Agreement, Context};
use symbols::{Alphabet, Symbol};

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
    let mut matching = Matching {
        context: Context::new(&outlines[0], &outlines[1]),
        partners: vec![None; outlines[0].formulas.len()],
        owners: vec![None; outlines[1].formulas.len()],
        taken: vec![false; outlines[1].formulas.len()],
        reference: Side::new(reference, &outlines[0], &mut alphabet),
        prediction: Side::new(prediction, &outlines[1], &mut alphabet),
    };
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

/// A text with its formulas.
struct Side<'a> {
    source: &'a str,
    formulas: Vec<Candidate<'a>>,
}

/// A formula and what it is compared by.
struct Candidate<'a> {
    formula: Formula,
    /// Byte of the text where its LaTeX begins.
    body: usize,
    /// Tokens after normalisation: what decides whether it is the same.
    tokens: Vec<&'a str>,
    /// Symbols, placed in its LaTeX: what it is found by.
    symbols: Vec<Symbol>,
    /// Their numbers.
    ids: Vec<u32>,
}

impl<'a> Side<'a> {
    fn new(source: &'a str, outline: &Outline<'_>, alphabet: &mut Alphabet) -> Self {
        let mut candidate = |formula: &texlens_latex::Formula| {
            let body = source.get(formula.body.clone()).unwrap_or_default();
            let latex = body.trim_start();
            let symbols = alphabet.formula(latex.trim_end());
            Candidate {
                body: formula.body.end - latex.len(),
                tokens: normalise_formula(body),
                ids: symbols.iter().map(|symbol| symbol.id).collect(),
                symbols,
                formula: extract::formula(source, formula),
            }
        };
        Self {
            source,
            formulas: outline.formulas.iter().map(&mut candidate).collect(),
        }
    }

    /// Bytes from the first to the last of these formulas.
    fn bytes(&self, formulas: &Range<usize>) -> Range<usize> {
        match self.formulas.get(formulas.clone()) {
            Some([first, .., last]) => first.formula.range.start..last.formula.range.end,
            Some([only]) => only.formula.range.clone(),
            _ => 0..0,
        }
    }

    /// The formulas that overlap a piece of the text, in order.
    fn overlapping(&self, bytes: &Range<usize>) -> Range<usize> {
        let start = |candidate: &Candidate<'_>| candidate.formula.range.end <= bytes.start;
        let end = |candidate: &Candidate<'_>| candidate.formula.range.start < bytes.end;
        let start = self.formulas.partition_point(start);
        start..self.formulas.partition_point(end).max(start)
    }
}

/// What the prediction has for a formula of the reference.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Partner {
    /// A formula.
    Whole(usize),
    /// Several formulas that follow each other.
    Parts(Range<usize>),
    /// A part of a formula.
    Part {
        prediction: usize,
        /// Bytes of the text.
        range: Range<usize>,
    },
    /// Bytes of the text outside of formulas.
    Text(Range<usize>),
}

/// The state of the matching.
struct Matching<'a> {
    reference: Side<'a>,
    prediction: Side<'a>,
    context: Context,
    /// For each formula of the reference.
    partners: Vec<Option<Partner>>,
    /// For each formula of the prediction, the one of the reference that it is matched with as a whole.
    owners: Vec<Option<usize>>,
    /// For each formula of the prediction, whether it is in a pair.
    taken: Vec<bool>,
}

impl Matching<'_> {
    fn free_references(&self) -> Vec<usize> {
        let free = |at: &usize| self.partners[*at].is_none();
        (0..self.partners.len()).filter(free).collect()
    }

    fn free_predictions(&self) -> Vec<usize> {
        (0..self.taken.len()).filter(|at| !self.taken[*at]).collect()
    }

    fn agreement(&self, reference: usize, prediction: usize) -> Agreement {
        let place = &self.prediction.formulas[prediction].formula.range;
        self.context.agreement(reference, place)
    }

    fn pair(&mut self, reference: usize, prediction: usize) {
        self.set(reference, Partner::Whole(prediction));
    }

    fn set(&mut self, reference: usize, partner: Partner) {
        match &partner {
            Partner::Whole(prediction) => {
                self.taken[*prediction] = true;
                self.owners[*prediction] = Some(reference);
            }
            Partner::Part { prediction, .. } => self.taken[*prediction] = true,
            Partner::Parts(predictions) => self.taken[predictions.clone()].fill(true),
            Partner::Text(_) => {}
        }
        self.partners[reference] = Some(partner);
    }

    /// The predicted formula that is matched with a formula of the reference, as a whole or with a part.
    fn whole(&self, reference: usize) -> Option<usize> {
        match self.partners.get(reference)? {
            Some(Partner::Whole(prediction) | Partner::Part { prediction, .. }) => Some(*prediction),
            _ => None,
        }
    }

    fn whole_before(&self, reference: usize) -> Option<usize> {
        self.whole(reference.checked_sub(1)?)
    }

    fn whole_after(&self, reference: usize) -> Option<usize> {
        self.whole(reference + 1)
    }

    /// The formula of the reference that is matched with the whole of a predicted one.
    fn owner(&self, prediction: usize) -> Option<usize> {
        self.owners.get(prediction).copied().flatten()
    }

    fn pairs(&self) -> Vec<FormulaPair> {
        let predicted: Vec<_> = self
            .partners
            .iter()
            .map(|partner| Some(self.predicted(partner.as_ref()?)))
            .collect();
        let positions: Vec<_> = predicted
            .iter()
            .map(|formula| Some(formula.as_ref()?.range.start))
            .collect();
        let in_order = order::in_order(&positions);
        let mut alone = self.free_predictions().into_iter().peekable();
        let mut pairs = Vec::new();
        let alone_pair = |prediction: usize| FormulaPair {
            reference: None,
            prediction: Some(self.prediction.formulas[prediction].formula.clone()),
            exact: false,
            found: Found::Alone,
        };
        for (reference, prediction) in predicted.into_iter().enumerate() {
            if let (Some(formula), true) = (&prediction, in_order[reference]) {
                let comes_before = |at: &usize| self.prediction.formulas[*at].formula.range.start < formula.range.start;
                pairs.extend(std::iter::from_fn(|| alone.next_if(comes_before)).map(alone_pair));
            }
            pairs.push(self.matched(reference, prediction, in_order[reference]));
        }
        pairs.extend(alone.map(alone_pair));
        pairs
    }

    fn matched(&self, reference: usize, prediction: Option<Formula>, in_order: bool) -> FormulaPair {
        let candidate = &self.reference.formulas[reference];
        let exact = prediction
            .as_ref()
            .is_some_and(|formula| normalise_formula(&formula.latex) == candidate.tokens);
        let found = match &self.partners[reference] {
            None => Found::Alone,
            Some(Partner::Whole(_)) if !in_order => Found::Moved,
            Some(Partner::Whole(_)) if exact => Found::Equal,
            Some(Partner::Whole(_)) => Found::Aligned,
            Some(Partner::Part { .. }) => Found::Merged,
            Some(Partner::Parts(_)) => Found::Split,
            Some(Partner::Text(_)) => Found::Undelimited,
        };
        FormulaPair {
            reference: Some(candidate.formula.clone()),
            prediction,
            exact,
            found,
        }
    }

    fn predicted(&self, partner: &Partner) -> Formula {
        let formulas = &self.prediction.formulas;
        let slice = |range: &Range<usize>| self.prediction.source.get(range.clone()).unwrap_or_default().to_owned();
        match partner {
            Partner::Whole(prediction) => formulas[*prediction].formula.clone(),
            Partner::Part { prediction, range } => Formula {
                latex: slice(range),
                display: formulas[*prediction].formula.display,
                range: range.clone(),
            },
            Partner::Parts(predictions) => self.joined(predictions),
            Partner::Text(range) => Formula {
                latex: slice(range),
                display: false,
                range: range.clone(),
            },
        }
    }

    /// Formulas that follow each other as one, with what stands between them.
    fn joined(&self, predictions: &Range<usize>) -> Formula {
        let parts = &self.prediction.formulas[predictions.clone()];
        let display = parts.iter().any(|part| part.formula.display);
        let mut latex = String::new();
        for (index, Candidate { formula, .. }) in parts.iter().enumerate() {
            if let Some(before) = index.checked_sub(1).and_then(|before| parts.get(before)) {
                let between = before.formula.range.end..formula.range.start;
                let between = self.prediction.source.get(between).unwrap_or_default().trim();
                let joint = if display && between.is_empty() { "\\\\" } else { between };
                latex.push_str(&format!(" {joint} "));
            }
            latex.push_str(&formula.latex);
        }
        Formula {
            latex,
            display,
            range: self.prediction.bytes(predictions),
        }
    }
}

#[cfg(test)]
mod tests;
