//! ROUGE-Lsum.
//!
//! # What it measures
//! How many words the lines of the reference have in common, in order, with some line of the prediction.
//!
//! # Formula
//! `2PR / (P + R)`. For each line of the reference, the words are counted that belong to a longest common subsequence
//! with any line of the prediction. Each word counts at most as often as it occurs in either text. P is their number
//! divided by the number of words of the prediction, R the same for the reference. Among several longest common
//! subsequences of two lines, the one that rouge_score reads from its table is used. Words are runs of ASCII letters
//! and digits, in lower case, not stemmed.
//!
//! # Example
//! ```text
//! reference:
//!   the cat sat
//!   on the mat
//! prediction:
//!   on the mat
//!   the cat slept
//! score: 0.833 = 2 * 5 / (6 + 6)
//! ```
//!
//! The order of the lines does not count.
//!
//! # Range and direction
//! 0 to 1; higher is better.
//!
//! # Edge cases
//! Nothing in common: 0. Equal texts without words: 1, where rouge_score gives 0. More than 2^24 pairs of different
//! lines or 2^34 pairs of words: undefined.
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
pub const METRIC: &dyn Metric = &RougeLsum;

pub(super) static INFO: Info = Info {
    id: "rougelsum",
    name: "ROUGE-Lsum",
    about: "Words of each line in common with some line, in the same order.",
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

struct RougeLsum;

impl Metric for RougeLsum {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        match rouge::union_of_subsequences(input) {
            Some(common) => common.score(INFO.id, input, "words of common lines"),
            None => Score::undefined(
                INFO.id,
                "the texts have too many lines or words to compare each line with each",
            ),
        }
    }
}
