//! A suspicion, and the counting for its sentence.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// Largest number of places that are listed for a suspicion, from the beginning of the text.
pub(super) const MAX_SPANS: usize = 100;

/// A sign that a prediction was made for the metrics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspicion {
    /// The kind of suspicion.
    pub kind: SuspicionKind,
    /// The reason, in a sentence for a person.
    pub reason: String,
    /// Byte ranges of the prediction that gave rise to the suspicion, in order; at most the first hundred.
    pub spans: Vec<Range<usize>>,
}

/// The kinds of suspicions about a prediction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SuspicionKind {
    /// Text that TeX does not print, or prints invisibly.
    HiddenText,
    /// The same passages many times.
    RepeatedText,
    /// More text than the page can have.
    TooMuchText,
    /// Several variants of the same formulas.
    FormulaVariants,
    /// More formulas than the page can have.
    FormulasInBulk,
}

impl SuspicionKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::HiddenText,
        Self::RepeatedText,
        Self::TooMuchText,
        Self::FormulaVariants,
        Self::FormulasInBulk,
    ];

    /// Returns the name for a person.
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
    /// Creates a suspicion without reason and places.
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

/// Counts the characters of a text that leave ink.
pub(super) fn ink(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

/// Returns a share in per cent, rounded down.
pub(super) fn percent(part: usize, whole: usize) -> usize {
    100 * part / whole.max(1)
}
