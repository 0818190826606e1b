//! Word error rate.
//!
//! # What it measures
//! How many words must be changed per word of the reference.
//!
//! # Formula
//! `Levenshtein(A, B) / |A|`, in words. A space, or a run of at least two white space characters, separates words:
//! jiwer does not split at a single line break or tab. Over a corpus, the edits and the words are summed first.
//!
//! # Example
//! ```text
//! reference: the cat sat on the mat
//! prediction: the cat sit on mat
//! score: 0.333 = 2 / 6
//! ```
//!
//! # Range and direction
//! 0 (equal), without upper bound; lower is better.
//!
//! # Edge cases
//! Reference empty: the number of the prediction's words, so 0 if it is empty too. Texts with more than 2^34 pairs of
//! words (131,072 on each side) that differ much are divided at corresponding places, and the parts are compared. The
//! value is then an upper bound, and the summary says so.
//!
//! # Deviations from the paper
//! None; the value for an empty reference follows jiwer.
//!
//! # Source
//! Common in speech recognition; jiwer 4.0.

use texlens_vocabulary::{Kind, Score};

use crate::compare::differing_spans;
use crate::metric::{Direction, Group, Info, Input, Metric, Need, Pooled};
use crate::settings::Settings;
use crate::text::error_rate::{of_words, rate, word_edits};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &WordErrorRate;

pub(super) static INFO: Info = Info {
    id: "wer",
    name: "Word error rate",
    about: "Word edits per word of the reference.",
    group: Group::Text,
    direction: Direction::LowerIsBetter,
    range: 0.0..=f64::INFINITY,
    kinds: &[Kind::Formula, Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "jiwer",
    limits: "Formulas have few spaces, so one wrong character makes a whole formula wrong; two words on either side of a line break are one word.",
    headline: None,
    parameters: &[],
};

struct WordErrorRate;

impl Metric for WordErrorRate {
    fn info(&self) -> &'static Info {
        &INFO
    }

    /// Scores a sample. The spans are the differing regions by word.
    fn score(&self, input: &Input<'_>) -> Score {
        self.measure(input).0
    }

    fn pooled(&self) -> Option<&dyn Pooled> {
        Some(self)
    }
}

impl Pooled for WordErrorRate {
    fn measure(&self, input: &Input<'_>) -> (Score, Vec<f64>) {
        let [reference, prediction] = &[input.reference.read(), input.prediction.read()].map(of_words);
        let (distance, words) = (word_edits(reference, prediction), reference.tokens.len());
        let summary = format!("{} on {words} words of the reference", distance.counted("word edit"));
        let spans = differing_spans(reference, prediction);
        let counts = [distance.edits, words].map(|count| count as f64);
        let value = rate(counts[0], counts[1]);
        let score = Score::value_of(INFO.id, value, spans).saying(summary);
        (score, counts.into())
    }

    fn value(&self, sums: &[f64], _: &Settings) -> Option<f64> {
        let &[errors, words] = sums else { return None };
        Some(rate(errors, words))
    }
}
