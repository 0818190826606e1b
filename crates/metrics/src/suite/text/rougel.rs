//! ROUGE-L.
//!
//! # What it measures
//! How many words are in both texts in the same order.
//!
//! # Formula
//! `2PR / (P + R)`. P is the length of the longest common subsequence of words divided by the number of words of the
//! prediction, R the same for the reference. Words are runs of ASCII letters and digits, in lower case, not stemmed.
//!
//! # Example
//! ```text
//! reference: the cat sat on the mat
//! prediction: on the mat the cat sat
//! score: 0.5 = 2 * 3 / (6 + 6)
//! ```
//!
//! All words are there, but only three of them in order. With `rouge1`, the value is 1.
//!
//! # Range and direction
//! 0 to 1; higher is better.
//!
//! # Edge cases
//! Nothing in common: 0. Equal texts without words: 1, where rouge_score gives 0. Texts with more than 2^34 pairs of
//! words (131,072 on each side) that differ much are divided at corresponding places, and the parts are compared. The
//! value is then a lower bound.
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
pub const METRIC: &dyn Metric = &RougeL;

pub(super) static INFO: Info = Info {
    id: "rougel",
    name: "ROUGE-L",
    about: "Words in common, in the same order.",
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

struct RougeL;

impl Metric for RougeL {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        rouge::subsequence(input).score(INFO.id, input, "words in order")
    }
}
