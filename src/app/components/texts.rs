//! The two texts of a sample, with what is marked in them.

use std::{ops::Range, rc::Rc};

use texlens_metrics::Side;
use texlens_workspace::faults::Faults;
use texlens_workspace::segments::Layers;
use texlens_workspace::state::{Sample, spans_on};
use texlens_workspace::text_diff::{Piece, Shown};

/// The two texts, each with its layers.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Texts {
    pub(super) reference: Option<(Rc<str>, Layers)>,
    pub(super) prediction: Option<(Rc<str>, Layers)>,
    /// The errors that the layers of the prediction refer to.
    pub(super) faults: Option<Rc<Faults>>,
}

/// Returns the texts of a sample. With a metric, their layers contain the spans that explain its score instead of the
/// differences.
pub(super) fn texts(sample: &Sample, metric: Option<&str>, shown: Shown) -> Texts {
    let pieces = || {
        sample
            .text_diff
            .iter()
            .flat_map(|text_diff| &text_diff.rows)
            .flat_map(|row| &row.pieces)
    };
    let score = metric.and_then(|metric| sample.score(metric));
    let spans = |side: Side| {
        score
            .into_iter()
            .flat_map(move |score| spans_on(score, side))
            .map(|(index, span)| (span.range.clone(), index, span.kind))
            .collect()
    };
    // While a score is selected, only its passages are coloured.
    let differences = |range: fn(&Piece) -> &Range<usize>| match score {
        Some(_) => Vec::new(),
        None => pieces()
            .filter_map(|piece| {
                piece
                    .shown(shown)
                    .map(|(number, kind)| (range(piece).clone(), number, kind))
            })
            .collect(),
    };
    let tokens = sample.recognition().map_or(&[][..], |recognition| &recognition.tokens);
    let reference = sample.reference.as_ref().map(|text| {
        let layers = Layers {
            differences: differences(|piece| &piece.reference),
            spans: spans(Side::Reference),
            ..Layers::default()
        };
        (Rc::from(text.latex.as_str()), layers)
    });
    let prediction = sample.prediction.as_ref().map(|prediction| {
        let layers = Layers {
            differences: differences(|piece| &piece.prediction),
            spans: spans(Side::Prediction),
            tokens: tokens
                .iter()
                .enumerate()
                .map(|(index, token)| (token.range.clone(), index))
                .collect(),
            faults: places(sample),
            ..Layers::default()
        };
        (Rc::from(prediction.latex.as_str()), layers)
    });
    Texts {
        reference,
        prediction,
        faults: sample.faults.clone(),
    }
}

/// Returns the byte ranges of the errors, each with the index of its error.
fn places(sample: &Sample) -> Vec<(Range<usize>, usize)> {
    let faults = sample.faults.iter().flat_map(|faults| faults.list.iter().enumerate());
    faults
        .filter_map(|(index, fault)| Some((fault.range.clone()?, index)))
        .collect()
}
