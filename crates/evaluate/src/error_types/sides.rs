//! The data that the comparing rules share.

use std::collections::HashMap;
use std::ops::Range;

use texlens_latex::{Fault, Outline};
use texlens_metrics::{Kind, Settings, Side, Span, SpanKind};

use super::input::ErrorInput;
use super::missing_runs::{MissingRun, runs};
use crate::input::Parsed;
use crate::model::FormulaPair;

/// A sample with a reference.
pub(super) struct Sides<'a> {
    pub(super) reference: &'a Outline<'a>,
    pub(super) prediction: &'a Outline<'a>,
    /// Byte range of each page of the reference.
    pub(super) pages: &'a [Range<usize>],
    pub(super) formulas: &'a [FormulaPair],
    pub(super) settings: &'a Settings,
    /// Whether the sample is a formula.
    pub(super) is_formula: bool,
    /// Passages of the reference that the prediction lacks; empty for a formula.
    pub(super) missing: Vec<MissingRun>,
    /// Unmatched marks of the prediction that the reference does not have.
    pub(super) faults: Vec<Fault<'a>>,
}

impl<'a> Sides<'a> {
    pub(super) fn of(input: &ErrorInput<'a>, reference: &'a Parsed<'a>) -> Self {
        let (pages, settings) = (reference.pages, input.settings);
        let (reference, prediction) = (&reference.outline, &input.prediction.outline);
        let missing = match input.kind {
            Kind::Formula => Vec::new(),
            Kind::Page | Kind::Document => runs(reference, prediction, settings),
        };
        Self {
            reference,
            prediction,
            pages,
            formulas: input.formulas,
            settings,
            is_formula: input.kind == Kind::Formula,
            missing,
            faults: faults(reference, prediction),
        }
    }

    /// Reports whether a place of the reference lies in missing text.
    pub(super) fn is_in_missing_text(&self, place: &Range<usize>) -> bool {
        let next = self.missing.partition_point(|run| run.gap.end < place.end);
        self.missing.get(next).is_some_and(|run| run.gap.start <= place.start)
    }

    /// Returns the text at a place in the reference.
    pub(super) fn reference_text(&self, place: &Range<usize>) -> &'a str {
        self.reference.source.get(place.clone()).unwrap_or_default()
    }

    /// Returns the text at a place in the prediction.
    pub(super) fn prediction_text(&self, place: &Range<usize>) -> &'a str {
        self.prediction.source.get(place.clone()).unwrap_or_default()
    }
}

/// Returns the unmatched marks of the prediction that the reference lacks. A reference may have such marks, too: an
/// environment may start on one page and end on the next.
fn faults<'a>(reference: &Outline<'_>, prediction: &Outline<'a>) -> Vec<Fault<'a>> {
    let mut excused: HashMap<String, usize> = HashMap::new();
    for fault in reference.tree().faults() {
        *excused.entry(fault.found.to_owned()).or_default() += 1;
    }
    let mut faults = prediction.tree().faults();
    faults.retain(|fault| match excused.get_mut(fault.found) {
        Some(left) if *left > 0 => {
            *left -= 1;
            false
        }
        _ => true,
    });
    faults
}

/// Returns the name in `\begin{name}` or `\end{name}`.
pub(super) fn environment_of(mark: &str) -> Option<&str> {
    let name = mark.strip_prefix("\\begin{").or_else(|| mark.strip_prefix("\\end{"))?;
    name.strip_suffix('}')
}

pub(super) fn missing(range: &Range<usize>, note: impl Into<String>) -> Span {
    span(Side::Reference, range, SpanKind::Missing, note)
}

pub(super) fn extra(range: &Range<usize>, note: impl Into<String>) -> Span {
    span(Side::Prediction, range, SpanKind::Extra, note)
}

/// Returns the spans of both places of a difference.
pub(super) fn different(reference: &Range<usize>, prediction: &Range<usize>, note: &str) -> [Span; 2] {
    [
        span(Side::Reference, reference, SpanKind::Different, note),
        span(Side::Prediction, prediction, SpanKind::Different, note),
    ]
}

fn span(side: Side, range: &Range<usize>, kind: SpanKind, note: impl Into<String>) -> Span {
    Span {
        side,
        range: range.clone(),
        kind,
        note: note.into(),
    }
}
