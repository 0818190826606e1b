//! A language model's score.
//!
//! # What it measures
//! What a language model that is asked to compare both formulas says of them: whether they are the same mathematics.
//!
//! # Formula
//! The score of 0 to 10 that the judge gives, divided by 10. What it is asked, which model it is, when it was asked and what it
//! cost stands in the report beside the scores; `docs/judge.md` has the protocols.
//!
//! # Range and direction
//! 0 (nothing is right) to 1 (the same); higher is better.
//!
//! # Edge cases
//! No judge was asked, or none of its answers was valid: undefined, and left out of a mean. Whether a missing formula
//! counts 0 without a call is for the protocol to say; `judge_answers` leaves out what is decided without a call.
//!
//! # Deviations from the paper
//! The paper reports the mean of 0 to 10. Its wording, model and parameters are those of one protocol among several.
//!
//! # Source
//! `Benchmarking Document Parsers on Mathematical Formula Extraction from PDFs`, section 4.4.

use texlens_vocabulary::{Kind, Score};

use crate::judged;
use crate::metric::{Direction, Group, Headline, Info, Input, Metric, Need};

/// For the registry.
pub const METRIC: &dyn Metric = &Judge;

static INFO: Info = Info {
    id: "judge",
    name: "Judge",
    about: "What a language model says of the formula, beside the reference.",
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
