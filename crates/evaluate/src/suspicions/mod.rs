//! Signs that a prediction was made for the metrics and not for a reader.
//!
//! A suspicion changes no score. It says that a sample should be looked at, with the reason and the places in the prediction, so that whoever
//! compares systems can leave the sample out or look closer.
//!
//! | kind | sign |
//! | --- | --- |
//! | [`HiddenText`](SuspicionKind::HiddenText) | a tenth of the text or more is passed over by TeX or printed invisibly |
//! | [`RepeatedText`](SuspicionKind::RepeatedText) | a quarter of the words or more stand in passages that occurred before |
//! | [`TooMuchText`](SuspicionKind::TooMuchText) | far more text than the reference has, or than a page holds |
//! | [`FormulaVariants`](SuspicionKind::FormulaVariants) | formulas that differ little from their neighbours, many more than in the reference |
//! | [`FormulasInBulk`](SuspicionKind::FormulasInBulk) | far more formulas than the reference has |
//!
//! What the reference has as well is no sign: a derivation in small steps or a table of zeros stays unsuspected. Small texts and small amounts are
//! left alone. All of it takes linear time.

mod excess;
mod formulas;
mod hidden;
mod repeated;
mod suspicion;

pub use suspicion::{Suspicion, SuspicionKind};

use crate::input::Parsed;

/// What is suspicious about a prediction, in the order of [`SuspicionKind::ALL`]; nothing for most.
#[must_use]
pub fn suspicions(reference: &Parsed<'_>, prediction: &Parsed<'_>) -> Vec<Suspicion> {
    let found = [
        hidden::hidden(prediction),
        repeated::repeated(reference, prediction),
        excess::excess(reference, prediction),
        formulas::variants(reference, prediction),
        formulas::bulk(reference, prediction),
    ];
    found.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests;
