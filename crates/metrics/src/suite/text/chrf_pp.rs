//! chrF2++.
//!
//! # What it measures
//! How many of the runs of one to six characters and of one and two words are in both texts. Missing runs have more
//! weight than extra ones.
//!
//! # Formula
//! `5PR / (4P + R)`. P is the mean share of the prediction's n-grams that are in the reference, R that of the
//! reference's n-grams that are in the prediction. Both are means over the lengths for which both texts have n-grams.
//! The n-grams have one to six characters, without white space, or one or two words, of which one punctuation mark is
//! split off. Over a corpus, the counts are summed first.
//!
//! # Example
//! ```text
//! reference: a cat
//! prediction: a hat
//! score: 0.264 = (3/4 + 1/3 + 0/2 + 0/1 + 1/2 + 0/1) / 6
//! ```
//!
//! P and R are equal: the mean over runs of one to four characters, over words and over pairs of words.
//!
//! # Range and direction
//! 0 (nothing in common) to 1, which is 1 % of the library's value; higher is better.
//!
//! # Edge cases
//! Nothing in common: 0. Equal texts: 1, also empty ones, for which sacreBLEU gives 0. White space does not count, so
//! texts that differ in nothing else score 1 on characters.
//!
//! # Deviations from the paper
//! The paper's program smooths with 1e-16 where a length has no n-gram. By default, sacreBLEU since 2.0 omits such
//! lengths, and so does this metric.
//!
//! # Source
//! Popović 2017, chrF++: words helping character n-grams; sacreBLEU 2.6.

use texlens_vocabulary::{Kind, Score};

use crate::compare::read_text;
use crate::metric::{Direction, Group, Info, Input, Metric, Need, Pooled};
use crate::settings::Settings;
use crate::text::chrf;

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &ChrfPlusPlus;

pub(super) static INFO: Info = Info {
    id: "chrf_pp",
    name: "chrF2++",
    about: "Runs of one to six characters and of one and two words in common; recall counts twice as much as precision.",
    group: Group::Text,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula, Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "Popović 2017; sacreBLEU",
    limits: "A long command weighs more than a short symbol, and the place of what is common does not count beyond six characters.",
    headline: None,
    parameters: &[],
};

struct ChrfPlusPlus;

impl Metric for ChrfPlusPlus {
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

impl Pooled for ChrfPlusPlus {
    fn measure(&self, input: &Input<'_>) -> (Score, Vec<f64>) {
        let overlaps = chrf::characters_and_words(&read_text(input.reference), &read_text(input.prediction));
        let what = "one to six characters and of one and two words";
        let score = chrf::score(INFO.id, input, &overlaps, what);
        (score, chrf::counts(input, &overlaps))
    }

    fn value(&self, sums: &[f64], _: &Settings) -> Option<f64> {
        Some(chrf::f_score(sums))
    }
}
