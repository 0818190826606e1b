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

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::scorer::Parsed;

/// Places that are listed for a suspicion, from the beginning of the text.
const MAX_SPANS: usize = 100;

/// A sign that a prediction was made for the metrics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspicion {
    /// What it is.
    pub kind: SuspicionKind,
    /// Why, in a sentence for a person.
    pub reason: String,
    /// Bytes of the prediction that give rise to it, in order: the first hundred at most.
    pub spans: Vec<Range<usize>>,
}

/// What may be wrong with a prediction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SuspicionKind {
    /// Text that TeX does not print, or prints so that nobody sees it.
    HiddenText,
    /// The same passages again and again.
    RepeatedText,
    /// More text than the page can have.
    TooMuchText,
    /// Several variants of the same formulas.
    FormulaVariants,
    /// More formulas than the page can have.
    FormulasInBulk,
}

impl SuspicionKind {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::HiddenText,
        Self::RepeatedText,
        Self::TooMuchText,
        Self::FormulaVariants,
        Self::FormulasInBulk,
    ];

    /// For a person.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::HiddenText => "Hidden text",
            Self::RepeatedText => "Repeated text",
            Self::TooMuchText => "Too much text",
            Self::FormulaVariants => "Variants of formulas",
            Self::FormulasInBulk => "Formulas in bulk",
        }
    }
}

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

impl Suspicion {
    /// Without the reason and the places.
    pub(crate) fn bare(kind: SuspicionKind) -> Self {
        Self {
            kind,
            reason: String::new(),
            spans: Vec::new(),
        }
    }

    fn new(kind: SuspicionKind, reason: String, mut spans: Vec<Range<usize>>) -> Self {
        spans.truncate(MAX_SPANS);
        Self { kind, reason, spans }
    }
}

/// Characters of a text that leave ink.
fn ink(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

/// A share in per cent, rounded down.
fn percent(part: usize, whole: usize) -> usize {
    100 * part / whole.max(1)
}

#[cfg(test)]
mod tests;
