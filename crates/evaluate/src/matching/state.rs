//! The state of a matching: the formulas of both texts and the pairs so far.

use std::ops::Range;

use texlens_latex::{Outline, normalise_formula};

use super::context::{Agreement, Context};
use super::symbols::{Alphabet, Symbol};
use super::{extract, order};
use crate::model::{Formula, FormulaPair, Found};

/// A text with its formulas.
pub(super) struct Side<'a> {
    pub(super) source: &'a str,
    pub(super) formulas: Vec<Candidate<'a>>,
}

/// A formula and its comparable forms.
pub(super) struct Candidate<'a> {
    pub(super) formula: Formula,
    /// Byte offset in the text at which the LaTeX begins.
    pub(super) body: usize,
    /// Tokens after normalisation, which decide whether formulas are equal.
    pub(super) tokens: Vec<&'a str>,
    /// Symbols with ranges in the LaTeX, by which the formula is found.
    pub(super) symbols: Vec<Symbol>,
    /// Ids of the symbols.
    pub(super) ids: Vec<u32>,
}

impl<'a> Side<'a> {
    pub(super) fn new(source: &'a str, outline: &Outline<'_>, alphabet: &mut Alphabet) -> Self {
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
            formulas: extract::matched(outline).iter().map(&mut candidate).collect(),
        }
    }

    /// Returns the bytes from the first to the last of these formulas.
    pub(super) fn bytes(&self, formulas: &Range<usize>) -> Range<usize> {
        match self.formulas.get(formulas.clone()) {
            Some([first, .., last]) => first.formula.range.start..last.formula.range.end,
            Some([only]) => only.formula.range.clone(),
            _ => 0..0,
        }
    }

    /// Returns the formulas that overlap a piece of the text, in order.
    pub(super) fn overlapping(&self, bytes: &Range<usize>) -> Range<usize> {
        let start = |candidate: &Candidate<'_>| candidate.formula.range.end <= bytes.start;
        let end = |candidate: &Candidate<'_>| candidate.formula.range.start < bytes.end;
        let start = self.formulas.partition_point(start);
        start..self.formulas.partition_point(end).max(start)
    }
}

/// The counterpart in the prediction of a formula of the reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Partner {
    /// A formula.
    Whole(usize),
    /// Several consecutive formulas.
    Parts(Range<usize>),
    /// A part of a formula.
    Part {
        prediction: usize,
        /// Byte range in the text.
        range: Range<usize>,
    },
    /// A byte range in the text outside formulas.
    Text(Range<usize>),
}

/// The state of the matching.
pub(super) struct Matching<'a> {
    pub(super) reference: Side<'a>,
    pub(super) prediction: Side<'a>,
    pub(super) context: Context,
    /// The partner of each formula of the reference.
    pub(super) partners: Vec<Option<Partner>>,
    /// For each formula of the prediction, the formula of the reference that is matched with the whole of it.
    pub(super) owners: Vec<Option<usize>>,
    /// For each formula of the prediction, whether it is in a pair.
    pub(super) taken: Vec<bool>,
}

impl<'a> Matching<'a> {
    /// Creates the state of two texts with their formulas, none of them matched.
    pub(super) fn new(reference: Side<'a>, prediction: Side<'a>, context: Context) -> Self {
        Self {
            context,
            partners: vec![None; reference.formulas.len()],
            owners: vec![None; prediction.formulas.len()],
            taken: vec![false; prediction.formulas.len()],
            reference,
            prediction,
        }
    }

    pub(super) fn free_references(&self) -> Vec<usize> {
        let free = |at: &usize| self.partners[*at].is_none();
        (0..self.partners.len()).filter(free).collect()
    }

    pub(super) fn free_predictions(&self) -> Vec<usize> {
        (0..self.taken.len()).filter(|at| !self.taken[*at]).collect()
    }

    pub(super) fn agreement(&self, reference: usize, prediction: usize) -> Agreement {
        let place = &self.prediction.formulas[prediction].formula.range;
        self.context.agreement(reference, place)
    }

    pub(super) fn pair(&mut self, reference: usize, prediction: usize) {
        self.set(reference, Partner::Whole(prediction));
    }

    pub(super) fn set(&mut self, reference: usize, partner: Partner) {
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

    /// Returns the predicted formula that is matched, in whole or in part, with a formula of the reference.
    pub(super) fn whole(&self, reference: usize) -> Option<usize> {
        match self.partners.get(reference)? {
            Some(Partner::Whole(prediction) | Partner::Part { prediction, .. }) => Some(*prediction),
            _ => None,
        }
    }

    pub(super) fn whole_before(&self, reference: usize) -> Option<usize> {
        self.whole(reference.checked_sub(1)?)
    }

    pub(super) fn whole_after(&self, reference: usize) -> Option<usize> {
        self.whole(reference + 1)
    }

    /// Returns the formula of the reference that is matched with a whole predicted formula.
    pub(super) fn owner(&self, prediction: usize) -> Option<usize> {
        self.owners.get(prediction).copied().flatten()
    }

    pub(super) fn pairs(&self) -> Vec<FormulaPair> {
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

    /// Joins consecutive formulas to one, including the text between them.
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
