//! A language model's score.
//!
//! # What it measures
//! Whether two formulas are the same mathematics, in the opinion of a language model that is asked to compare them.
//!
//! # Formula
//! The judge's score from 0 to 10, divided by 10. The report states the prompt, the model, the time and the cost beside
//! the scores; `docs/judge.md` has the protocols.
//!
//! # Example
//! ```text
//! reference: \frac{a}{b} + c
//! prediction: \frac{a}{b + c}
//! judge: 4
//! score: 0.4 = 4 / 10
//! ```
//!
//! # Range and direction
//! 0 (nothing is right) to 1 (the same); higher is better.
//!
//! # Edge cases
//! No judge was asked, or none of its answers was valid: undefined, and omitted from a mean. The protocol decides
//! whether a missing formula counts 0 without a call. `judge_answers` omits formulas that are decided without a call.
//!
//! # Deviations from the paper
//! The paper reports the mean of scores from 0 to 10. Its wording, model and parameters are those of one protocol among
//! several.
//!
//! # Source
//! `Benchmarking Document Parsers on Mathematical Formula Extraction from PDFs`, section 4.4.

use texlens_vocabulary::{Kind, Score};

use crate::judged;
use crate::metric::{Direction, Group, Headline, Info, Input, Metric, Need};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &Judge;

pub(super) static INFO: Info = Info {
    id: "judge",
    name: "Judge",
    about: "A language model's verdict on the formula, compared with the reference.",
    group: Group::Formula,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula],
    needs: &[Need::Judge],
    source: "Benchmarking Document Parsers, section 4.4; protocols in docs/judge.md",
    limits: judged::LIMITS,
    headline: Some(Headline {
        label: "Judge",
        places: &[(Kind::Formula, 6)],
    }),
    parameters: &[],
};

struct Judge;

impl Metric for Judge {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        match &input.evidence.judged {
            Some(verdict) => judged::score(&INFO, verdict),
            None => judged::not_asked(&INFO),
        }
    }
}
