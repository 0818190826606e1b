//! A suspicion, and how its sentence counts.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// Places that are listed for a suspicion, from the beginning of the text.
pub(super) const MAX_SPANS: usize = 100;

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

impl Suspicion {
    /// Without the reason and the places.
    pub(crate) fn bare(kind: SuspicionKind) -> Self {
        Self {
            kind,
            reason: String::new(),
            spans: Vec::new(),
        }
    }

    pub(super) fn new(kind: SuspicionKind, reason: String, mut spans: Vec<Range<usize>>) -> Self {
        spans.truncate(MAX_SPANS);
        Self { kind, reason, spans }
    }
}

/// Characters of a text that leave ink.
pub(super) fn ink(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

/// A share in per cent, rounded down.
pub(super) fn percent(part: usize, whole: usize) -> usize {
    100 * part / whole.max(1)
}
