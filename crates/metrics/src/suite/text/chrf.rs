//! chrF2.
//!
//! # What it measures
//! How many of the runs of one to six characters are in both texts. Missing runs have more weight than extra ones.
//!
//! # Formula
//! `5PR / (4P + R)`. P is the mean share of the prediction's n-grams that are in the reference, R that of the
//! reference's n-grams that are in the prediction. Both are means over the lengths for which both texts have n-grams.
//! The n-grams have one to six characters, without white space. Over a corpus, the counts are summed first.
//!
//! # Example
//! ```text
//! reference: tide
//! prediction: tid
//! score: 0.689 = 5 * 23/36 / (4 + 23/36)
//! ```
//!
//! P is 1. R is 23/36, the mean of 3/4, 2/3 and 1/2, for runs of one, two and three characters.
//!
//! # Range and direction
//! 0 (nothing in common) to 1, which is 1 % of the library's value; higher is better.
//!
//! # Edge cases
//! Nothing in common: 0. Equal texts: 1, also empty ones, for which sacreBLEU gives 0. White space does not count, so
//! texts that differ in nothing else score 1.
//!
//! # Deviations from the paper
//! The paper's program smooths with 1e-16 where a length has no n-gram. By default, sacreBLEU since 2.0 omits such
//! lengths, and so does this metric.
//!
//! # Source
//! Popović 2015, chrF: character n-gram F-score; sacreBLEU 2.6.

use texlens_vocabulary::{Kind, Score};

use crate::compare::read_text;
use crate::metric::{Direction, Group, Info, Input, Metric, Need, Pooled};
use crate::settings::Settings;
use crate::text::chrf;

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &Chrf;

pub(super) static INFO: Info = Info {
    id: "chrf",
    name: "chrF2",
    about: "Runs of one to six characters in common; recall counts twice as much as precision.",
    group: Group::Text,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula, Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "Popović 2015; sacreBLEU",
    limits: "A long command weighs more than a short symbol, and the place of what is common does not count beyond six characters.",
    headline: None,
    parameters: &[],
};

struct Chrf;

impl Metric for Chrf {
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

impl Pooled for Chrf {
    fn measure(&self, input: &Input<'_>) -> (Score, Vec<f64>) {
        let overlaps = chrf::characters(&read_text(input.reference), &read_text(input.prediction));
        let score = chrf::score(INFO.id, input, &overlaps, "one to six characters");
        (score, chrf::counts(input, &overlaps))
    }

    fn value(&self, sums: &[f64], _: &Settings) -> Option<f64> {
        Some(chrf::f_score(sums))
    }
}
