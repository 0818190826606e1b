//! The scales on which people answer.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// A scale. All pairs of a study have the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scale {
    /// Whole numbers from 0 to 10, as in "Benchmarking Document Parsers" (section 4.1).
    #[serde(rename = "0-10")]
    Ten,
    /// Whole numbers from 1 to 5, as in TeXBLEU (section III-A2).
    #[serde(rename = "1-5")]
    Five,
    /// The better of two versions, or a tie.
    #[serde(rename = "choice")]
    Choice,
}

impl Scale {
    /// All scales.
    pub const ALL: [Self; 3] = [Self::Ten, Self::Five, Self::Choice];

    /// Returns the ratings, or `None` for choices.
    #[must_use]
    pub const fn range(self) -> Option<RangeInclusive<i64>> {
        match self {
            Self::Ten => Some(0..=10),
            Self::Five => Some(1..=5),
            Self::Choice => None,
        }
    }

    /// Returns the number of versions that a person sees beside the reference.
    #[must_use]
    pub const fn versions(self) -> usize {
        match self {
            Self::Ten | Self::Five => 1,
            Self::Choice => 2,
        }
    }

    /// Returns the words for a rating, if the scale has some for it. Those of 1 to 5 are TeXBLEU's.
    #[must_use]
    pub const fn label(self, rating: i64) -> Option<&'static str> {
        match (self, rating) {
            (Self::Five, 1) => Some("very inaccurate"),
            (Self::Five, 2) => Some("inaccurate"),
            (Self::Five, 3) => Some("neutral"),
            (Self::Five, 4) => Some("accurate"),
            (Self::Five, 5) => Some("very accurate"),
            (Self::Ten, 0) => Some("nothing is right"),
            (Self::Ten, 10) => Some("the same formula"),
            _ => None,
        }
    }

    /// Returns the default instructions, as paragraphs between empty lines.
    #[must_use]
    pub const fn instructions(self) -> &'static str {
        match self {
            Self::Ten => include_str!("instructions/ten.txt"),
            Self::Five => include_str!("instructions/five.txt"),
            Self::Choice => include_str!("instructions/choice.txt"),
        }
    }
}
