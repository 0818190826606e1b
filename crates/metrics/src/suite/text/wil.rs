//! Word information lost.
//!
//! # What it measures
//! How much of the information in the words is lost, in both texts.
//!
//! # Formula
//! `1 - (H / |A|) · (H / |B|)` for H words that the alignment pairs with an equal word. A space, or a run of at least
//! two white space characters, separates words: jiwer does not split at a single line break or tab. Over a corpus, the
//! three numbers are summed first.
//!
//! # Example
//! ```text
//! reference: the cat sat on the mat
//! prediction: the cat sit on mat
//! score: 0.467 = 1 - 4/6 * 4/5
//! ```
//!
//! # Range and direction
//! 0 (equal) to 1; lower is better.
//!
//! # Edge cases
//! Both empty: 0. One empty: 1. Texts with more than 2^34 pairs of words (131,072 on each side) that differ much are
//! divided at corresponding places, and the parts are compared. The value is then an upper bound.
//!
//! # Deviations from the paper
//! Alignments with equally few edits can have different H. The one that jiwer gets from rapidfuzz is used.
//!
//! # Source
//! Morris, Maier and Green 2004, From WER and RIL to MER and WIL; jiwer 4.0.

use texlens_vocabulary::{Kind, Score};

use crate::metric::{Direction, Group, Info, Input, Metric, Need, Pooled};
use crate::settings::Settings;
use crate::text::error_rate::WordHits;

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &WordInformationLost;

pub(super) static INFO: Info = Info {
    id: "wil",
    name: "Word information lost",
    about: "Share of the words' information that is lost.",
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

struct WordInformationLost;

impl Metric for WordInformationLost {
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

impl Pooled for WordInformationLost {
    fn measure(&self, input: &Input<'_>) -> (Score, Vec<f64>) {
        let words = input.words();
        let &WordHits {
            hits,
            reference,
            prediction,
            ..
        } = words;
        let summary = format!("{hits} words right, of {reference} in the reference and {prediction} in the prediction");
        let counts = [hits, reference, prediction].map(|count| count as f64);
        let value = lost(counts[0], counts[1], counts[2]);
        let score = Score::value_of(INFO.id, value, Vec::new()).saying(summary);
        (score, counts.into())
    }

    fn value(&self, sums: &[f64], _: &Settings) -> Option<f64> {
        let &[hits, reference, prediction] = sums else {
            return None;
        };
        Some(lost(hits, reference, prediction))
    }
}

fn lost(hits: f64, reference: f64, prediction: f64) -> f64 {
    if reference == 0.0 && prediction == 0.0 {
        0.0
    } else if reference == 0.0 || prediction == 0.0 {
        1.0
    } else {
        1.0 - (hits / reference) * (hits / prediction)
    }
}
