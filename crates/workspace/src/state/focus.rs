//! The selection within the shown sample, and its positions in the texts.

use std::ops::Range;

use texlens_evaluate::{ErrorFinding, ErrorType};
use texlens_metrics::{Score, Side, Span, place_at, places};

use super::found::Region;
use super::sample::Sample;
use crate::text_diff::Shown;

/// The selection within the shown sample.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Focus {
    /// Nothing is selected.
    #[default]
    Nothing,
    /// A token of the output, by its index in [`Recognition::tokens`](texlens_ocr::Recognition::tokens).
    Token(usize),
    /// A glyph of the page, by its index in [`Sample::glyphs`].
    Glyph(u32),
    /// A part of the page.
    Region(Region),
    /// A difference between the texts, counted from 0.
    Difference(usize),
    /// A metric, and possibly one of the spans that explain its score.
    Score {
        /// The id of the metric.
        metric: String,
        /// Index in [`Score::spans`].
        span: Option<usize>,
    },
    /// A pair of formulas, by its index in [`Scored::formulas`](texlens_evaluate::Scored::formulas).
    Formula(usize),
    /// An error that keeps the prediction from compiling, by its index in
    /// [`Faults::list`](crate::faults::Faults::list).
    Fault(usize),
    /// An error type of the sample, and possibly one of its spans.
    ErrorType {
        /// The type.
        error_type: ErrorType,
        /// Index in [`ErrorFinding::spans`].
        span: Option<usize>,
    },
}

/// The ranges of both texts that a [`Focus`] selects.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pointed {
    /// The range in the reference.
    pub reference: Option<Range<usize>>,
    /// The range in the prediction.
    pub prediction: Option<Range<usize>>,
}

impl Sample {
    /// Returns the ranges of a selection in the two texts.
    #[must_use]
    pub fn pointed(&self, focus: &Focus) -> Pointed {
        match focus {
            Focus::Nothing => None,
            Focus::Token(index) => self
                .recognition()
                .and_then(|found| found.tokens.get(*index))
                .map(|token| Pointed {
                    reference: None,
                    prediction: Some(token.range.clone()),
                }),
            Focus::Glyph(index) => self.written_for(*index).map(|range| Pointed {
                reference: None,
                prediction: Some(range),
            }),
            Focus::Region(region) => {
                let found = self.tokens_in(*region);
                let is_one = found.windows(2).all(|pair| matches!(pair, [a, b] if a + 1 == *b));
                self.stretch(&found).filter(|_| is_one).map(|range| Pointed {
                    reference: None,
                    prediction: Some(range),
                })
            }
            Focus::Difference(number) => self
                .text_diff
                .as_ref()
                .and_then(|comparison| comparison.differences.get(*number))
                .map(|difference| Pointed {
                    reference: Some(difference.reference.clone()),
                    prediction: Some(difference.prediction.clone()),
                }),
            Focus::Score { metric, span } => {
                span.and_then(|index| self.pointed_by(place_at(&self.score(metric)?.spans, index)))
            }
            Focus::ErrorType { error_type, span } => {
                span.and_then(|index| self.pointed_by(place_at(&self.finding(*error_type)?.spans, index)))
            }
            Focus::Fault(index) => self.faults.as_ref().and_then(|faults| {
                Some(Pointed {
                    reference: None,
                    prediction: Some(faults.list.get(*index)?.range.clone()?),
                })
            }),
            Focus::Formula(index) => self
                .scored
                .as_ref()
                .and_then(|scored| scored.formulas.get(*index))
                .map(|pair| Pointed {
                    reference: pair.reference.as_ref().map(|formula| formula.range.clone()),
                    prediction: pair.prediction.as_ref().map(|formula| formula.range.clone()),
                }),
        }
        .unwrap_or_default()
    }

    fn pointed_by(&self, place: &[Span]) -> Option<Pointed> {
        let on = |side: Side| {
            place
                .iter()
                .find(|span| span.side == side)
                .map(|span| span.range.clone())
        };
        let (reference, prediction) = (on(Side::Reference), on(Side::Prediction));
        // The corresponding text of the prediction shows the place on the page.
        let counterpart = |reference: &Range<usize>| self.text_diff.as_ref()?.counterpart(reference);
        let prediction = prediction.or_else(|| counterpart(reference.as_ref()?));
        (!place.is_empty()).then_some(Pointed { reference, prediction })
    }

    /// Returns the selected score if passages of the texts explain it, which are shown instead of the differences.
    #[must_use]
    pub fn explained(&self, focus: &Focus) -> Option<&Score> {
        let Focus::Score { metric, .. } = focus else {
            return None;
        };
        self.score(metric).filter(|score| !score.spans.is_empty())
    }

    fn finding(&self, error_type: ErrorType) -> Option<&ErrorFinding> {
        self.error_types().find(|finding| finding.error_type == error_type)
    }

    /// Returns the tokens of the page that a selection touches, as a range of indices.
    #[must_use]
    pub fn marked(&self, focus: &Focus) -> Range<usize> {
        let tokens = self.recognition().map_or(&[][..], |recognition| &recognition.tokens);
        let Some(range) = self.pointed(focus).prediction.filter(|range| !range.is_empty()) else {
            return 0..0;
        };
        let start = tokens.partition_point(|token| token.range.end <= range.start);
        let end = tokens.partition_point(|token| token.range.start < range.end);
        start..end.max(start)
    }

    /// Returns the stops for the keys `n` and `p` with this selection: the spans with which the places of a score or an
    /// error type begin, the errors, or the shown differences.
    pub(super) fn stops(&self, focus: &Focus, shown: Shown) -> Vec<usize> {
        if let Some(score) = self.explained(focus) {
            return places(&score.spans);
        }
        match focus {
            Focus::ErrorType { error_type, .. } => {
                let finding = self.finding(*error_type);
                finding.map(|finding| places(&finding.spans)).unwrap_or_default()
            }
            Focus::Fault(_) => (0..self.faults.as_ref().map_or(0, |faults| faults.list.len())).collect(),
            _ => self
                .text_diff
                .as_ref()
                .map(|diff| diff.order(shown))
                .unwrap_or_default(),
        }
    }
}

/// Returns the spans of a score on one side, with their indices in the score's list.
pub fn spans_on(score: &Score, side: Side) -> impl Iterator<Item = (usize, &Span)> {
    score
        .spans
        .iter()
        .enumerate()
        .filter(move |(_, span)| span.side == side)
}
