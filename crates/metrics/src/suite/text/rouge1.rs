//! ROUGE-1.
//!
//! # What it measures
//! How many words are in both texts.
//!
//! # Formula
//! `2PR / (P + R)`. P is the share of the prediction's words that are in the reference, R the share of the reference's
//! words that are in the prediction. Each word counts at most as often as it occurs on the other side. Words are runs
//! of ASCII letters and digits, in lower case, not stemmed.
//!
//! # Example
//! ```text
//! reference: the cat sat on the mat
//! prediction: the cat on the mat
//! score: 0.909 = 2 * 5 / (6 + 5)
//! ```
//!
//! # Range and direction
//! 0 to 1; higher is better.
//!
//! # Edge cases
//! Nothing in common: 0. Equal texts without words: 1, where rouge_score gives 0.
//!
//! # Deviations from the paper
//! The paper gives recall more weight, and its program stems on request. This is the F1 of rouge_score with its
//! defaults. The summary states precision and recall.
//!
//! # Source
//! Lin 2004, ROUGE: A Package for Automatic Evaluation of Summaries; rouge_score 0.1.2.

use texlens_vocabulary::{Kind, Score};

use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::text::rouge;

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &Rouge1;

pub(super) static INFO: Info = Info {
    id: "rouge1",
    name: "ROUGE-1",
    about: "Words in common, in any order.",
    group: Group::Text,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula, Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "Lin 2004; rouge_score",
    limits: "Only runs of ASCII letters and digits are words: backslashes, braces, operators, scripts and letters of other alphabets vanish, and case is ignored.",
    headline: None,
    parameters: &[],
};

struct Rouge1;

impl Metric for Rouge1 {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        rouge::words(input).score(INFO.id, input, "words")
    }
}
