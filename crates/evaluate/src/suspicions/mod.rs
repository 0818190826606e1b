//! Signs that a prediction was made for the metrics and not for a reader.
//!
//! A suspicion changes no score. It gives a reason and the places in the prediction. A person who compares systems can
//! then inspect the sample or leave it out.
//!
//! | kind | sign |
//! | --- | --- |
//! | [`HiddenText`] | TeX skips a tenth of the text or more, or prints it invisibly |
//! | [`RepeatedText`] | a quarter of the words or more are in passages that occurred before |
//! | [`TooMuchText`] | far more text than the reference has, or than a page holds |
//! | [`FormulaVariants`] | formulas that differ little from their neighbours, many more than in the reference |
//! | [`FormulasInBulk`] | far more formulas than the reference has |
//!
//! Features that the reference has as well are no sign: a derivation in small steps or a table of zeros is not
//! suspicious. Small texts and small amounts are ignored. Every check takes linear time.
//!
//! [`HiddenText`]: SuspicionKind::HiddenText
//! [`RepeatedText`]: SuspicionKind::RepeatedText
//! [`TooMuchText`]: SuspicionKind::TooMuchText
//! [`FormulaVariants`]: SuspicionKind::FormulaVariants
//! [`FormulasInBulk`]: SuspicionKind::FormulasInBulk

mod excess;
mod formulas;
mod hidden;
mod repeated;
mod suspicion;

pub use suspicion::{Suspicion, SuspicionKind};

use crate::input::Parsed;

/// Returns the suspicions about a prediction, in the order of [`SuspicionKind::ALL`]; usually none.
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
