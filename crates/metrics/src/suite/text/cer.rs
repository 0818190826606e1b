//! Character error rate.
//!
//! # What it measures
//! How many characters must be changed per character of the reference.
//!
//! # Formula
//! `Levenshtein(A, B) / |A|`, in Unicode code points of the texts without the white space at their ends. Over a corpus,
//! the edits and the characters are summed first.
//!
//! # Example
//! ```text
//! reference: tides
//! prediction: tidal
//! score: 0.4 = 2 / 5
//! ```
//!
//! # Range and direction
//! 0 (equal), without upper bound; lower is better.
//!
//! # Edge cases
//! Reference empty: the number of the prediction's characters, so 0 if it is empty too. Texts with more than 2^34 pairs
//! of characters (131,072 on each side) that differ much are divided at corresponding places, and the parts are
//! compared. The value is then an upper bound, and the summary says so.
//!
//! # Deviations from the paper
//! None; the value for an empty reference follows jiwer.
//!
//! # Source
//! Common in speech and text recognition; jiwer 4.0.

use texlens_latex::Outline;
use texlens_vocabulary::{Kind, Score};

use crate::compare::{Compared, Edits};
use crate::metric::{Direction, Group, Info, Input, Metric, Need, Pooled};
use crate::settings::Settings;
use crate::text::error_rate::{rate, stripped_range};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &CharacterErrorRate;

pub(super) static INFO: Info = Info {
    id: "cer",
    name: "Character error rate",
    about: "Character edits per character of the reference.",
    group: Group::Text,
    direction: Direction::LowerIsBetter,
    range: 0.0..=f64::INFINITY,
    kinds: &[Kind::Formula, Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "jiwer",
    limits: "A prediction much longer than the reference exceeds 1, so one looping page can outweigh many good ones in a mean; the pooled value suffers less.",
    headline: None,
    parameters: &[],
};

struct CharacterErrorRate;

impl Metric for CharacterErrorRate {
    fn info(&self) -> &'static Info {
        &INFO
    }

    /// Scores a sample. The spans are the differing regions by word and command.
    fn score(&self, input: &Input<'_>) -> Score {
        self.measure(input).0
    }

    fn pooled(&self) -> Option<&dyn Pooled> {
        Some(self)
    }
}

impl Pooled for CharacterErrorRate {
    fn measure(&self, input: &Input<'_>) -> (Score, Vec<f64>) {
        let edits = edits(input);
        let (distance, characters) = (edits.distance, edits.reference);
        let summary = format!(
            "{} on {characters} characters of the reference",
            distance.counted("character edit")
        );
        let counts = [distance.edits, characters].map(|count| count as f64);
        let value = rate(counts[0], counts[1]);
        let score = Score::value_of(INFO.id, value, edits.spans).saying(summary);
        (score, counts.into())
    }

    fn value(&self, sums: &[f64], _: &Settings) -> Option<f64> {
        let &[errors, characters] = sums else { return None };
        Some(rate(errors, characters))
    }
}

fn edits(input: &Input<'_>) -> Edits {
    let stripped = |outline: &Outline<'_>| stripped_range(outline.read());
    Edits::of(
        &Compared::within(input.reference, &stripped(input.reference)),
        &Compared::within(input.prediction, &stripped(input.prediction)),
    )
}
