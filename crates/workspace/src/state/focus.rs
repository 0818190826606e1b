//! The selection within the shown sample, and its positions in the texts.

use std::ops::Range;

use texlens_evaluate::{ErrorFinding, ErrorType};
use texlens_metrics::{Score, Side, Span};

use super::found::Region;
use super::sample::Sample;

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
                .and_then(|comparison| comparison.difference(*number))
                .map(|piece| Pointed {
                    reference: Some(piece.reference.clone()),
                    prediction: Some(piece.prediction.clone()),
                }),
            Focus::Score { metric, span } => {
                span.and_then(|index| Some(self.pointed_by(self.score(metric)?.spans.get(index)?)))
            }
            Focus::ErrorType { error_type, span } => {
                span.and_then(|index| Some(self.pointed_by(self.finding(*error_type)?.spans.get(index)?)))
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

    fn pointed_by(&self, span: &Span) -> Pointed {
        match span.side {
            // The corresponding text of the prediction shows the place on the page.
            Side::Reference => Pointed {
                reference: Some(span.range.clone()),
                prediction: self
                    .text_diff
                    .as_ref()
                    .and_then(|comparison| comparison.counterpart(&span.range)),
            },
            Side::Prediction => Pointed {
                reference: None,
                prediction: Some(span.range.clone()),
            },
        }
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

    /// Returns the number of stops for the keys `n` and `p` with this selection: the spans of a score or an error type,
    /// the errors, or the differences.
    pub(super) fn stops(&self, focus: &Focus) -> usize {
        match focus {
            Focus::Score { metric, .. } => self.score(metric).map_or(0, |score| score.spans.len()),
            Focus::Fault(_) => self.faults.as_ref().map_or(0, |faults| faults.list.len()),
            Focus::ErrorType { error_type, .. } => self.finding(*error_type).map_or(0, |finding| finding.spans.len()),
            _ => self.text_diff.as_ref().map_or(0, |diff| diff.differences),
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
