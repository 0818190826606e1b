//! Indel similarity.
//!
//! # What it measures
//! How many characters both texts have in the same order.
//!
//! # Formula
//! `2·LCS(A, B) / (|A| + |B|)`, in Unicode code points of the texts as given. This is 1 minus the insertions and
//! deletions per character.
//!
//! # Example
//! ```text
//! reference: tides
//! prediction: tidal
//! score: 0.6 = 2 * 3 / (5 + 5)
//! ```
//!
//! The characters in common are `tid`.
//!
//! # Range and direction
//! 0 (nothing in common) to 1 (equal); higher is better.
//!
//! # Edge cases
//! Both empty: 1. One empty: 0. Texts with more than 2^34 pairs of characters (131,072 on each side) that differ much
//! are divided at corresponding places, and the parts are compared. The value is then a lower bound, and the summary
//! says so.
//!
//! # Deviations from the paper
//! None. This is `Levenshtein.ratio` and `rapidfuzz.fuzz.ratio` (from 0 to 100), which are not a normalised Levenshtein
//! distance.
//!
//! # Source
//! `Levenshtein.ratio` of Levenshtein 0.27; `fuzz.ratio` of rapidfuzz 3.14.

use texlens_vocabulary::{Kind, Score};

use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::text::indel::Common;

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &IndelSimilarity;

pub(super) static INFO: Info = Info {
    id: "indel_similarity",
    name: "Indel similarity",
    about: "Characters in common, in the same order.",
    group: Group::Text,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula, Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "rapidfuzz",
    limits: "A replaced character costs two edits of two texts' length, and letters that occur everywhere are in common by chance: unrelated texts reach some 0.4.",
    headline: None,
    parameters: &[],
};

struct IndelSimilarity;

impl Metric for IndelSimilarity {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let Common { twice, total, is_exact } = Common::of(input.reference, input.prediction);
        if total == 0 {
            return Score::value_of(INFO.id, 1.0, Vec::new()).saying("both texts are empty");
        }
        let at_least = if is_exact { "" } else { "at least " };
        let summary = format!("{at_least}{twice} of {total} characters of both texts are in common");
        Score::rate(INFO.id, twice as f64, total as f64, Vec::new()).saying(summary)
    }
}
