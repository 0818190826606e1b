//! Match error rate.
//!
//! # What it measures
//! The share of the aligned words that is wrong.
//!
//! # Formula
//! `E / (E + H)` for E word edits and H words that the alignment pairs with an equal word. A space, or a run of at
//! least two white space characters, separates words: jiwer does not split at a single line break or tab. Over a
//! corpus, both numbers are summed first.
//!
//! # Example
//! ```text
//! reference: the cat sat on the mat
//! prediction: the cat sit on mat
//! score: 0.333 = 2 / (2 + 4)
//! ```
//!
//! # Range and direction
//! 0 (equal) to 1; lower is better.
//!
//! # Edge cases
//! Both empty: 0. One empty: 1. Texts with more than 2^34 pairs of words (131,072 on each side) that differ much are
//! divided at corresponding places, and the parts are compared. The value is then an upper bound, and the summary says
//! so.
//!
//! # Deviations from the paper
//! Alignments with equally few edits can have different H. The one that jiwer gets from rapidfuzz is used.
//!
//! # Source
//! Morris, Maier and Green 2004, From WER and RIL to MER and WIL; jiwer 4.0.

use texlens_vocabulary::{Kind, Score};

use crate::metric::{Direction, Group, Info, Input, Metric, Need, Pooled};
use crate::settings::Settings;
use crate::summary::counted;

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &MatchErrorRate;

pub(super) static INFO: Info = Info {
    id: "mer",
    name: "Match error rate",
    about: "Share of wrong words in the alignment.",
    group: Group::Text,
    direction: Direction::LowerIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula, Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "Morris et al. 2004; jiwer",
    limits: "Formulas have few spaces, so one wrong character makes a whole formula wrong; two words on either side of a line break are one word.",
    headline: None,
    parameters: &[],
};

struct MatchErrorRate;

impl Metric for MatchErrorRate {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        self.measure(input).0
    }

    fn pooled(&self) -> Option<&dyn Pooled> {
        Some(self)
    }
}

impl Pooled for MatchErrorRate {
    fn measure(&self, input: &Input<'_>) -> (Score, Vec<f64>) {
        let words = input.words();
        let summary = format!(
            "{} right, {}",
            counted(words.hits, "word"),
            words.edits.counted("word edit")
        );
        let counts = [words.edits.edits as f64, words.hits as f64];
        let value = share(counts[0], counts[1]);
        let score = Score::value_of(INFO.id, value, Vec::new()).saying(summary);
        (score, counts.into())
    }

    fn value(&self, sums: &[f64], _: &Settings) -> Option<f64> {
        let &[edits, hits] = sums else { return None };
        Some(share(edits, hits))
    }
}

fn share(edits: f64, hits: f64) -> f64 {
    if edits == 0.0 { 0.0 } else { edits / (edits + hits) }
}
