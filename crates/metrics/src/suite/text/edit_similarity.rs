//! Edit similarity.
//!
//! # What it measures
//! How much of the source was recovered, character by character.
//!
//! # Formula
//! `1 - Levenshtein(A, B) / max(|A|, |B|)`, in Unicode code points of the texts as given.
//!
//! # Example
//! ```text
//! reference: tides
//! prediction: tidal
//! score: 0.6 = 1 - 2/5
//! ```
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
//! None.
//!
//! # Source
//! The normalised Levenshtein similarity in common use.

use texlens_vocabulary::{Kind, Score};

use crate::compare::{Compared, edit_similarity};
use crate::metric::{Direction, Group, Headline, Info, Input, Metric, Need};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &EditSimilarity;

pub(super) static INFO: Info = Info {
    id: "edit_similarity",
    name: "Edit similarity",
    about: "How much of the LaTeX agrees, character by character.",
    group: Group::Text,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula, Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "normalised Levenshtein similarity",
    limits: "",
    headline: Some(Headline {
        label: "Edit",
        places: &[(Kind::Page, 3), (Kind::Document, 3), (Kind::Formula, 1)],
    }),
    parameters: &[],
};

struct EditSimilarity;

impl Metric for EditSimilarity {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let (reference, prediction) = (Compared::whole(input.reference), Compared::whole(input.prediction));
        edit_similarity(INFO.id, &reference, &prediction)
    }
}
