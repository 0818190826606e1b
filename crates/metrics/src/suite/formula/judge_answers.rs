//! A language model's score, for the formulas on which it was asked.
//!
//! # What it measures
//! The same as `judge`, without the formulas that the protocol decides by a rule: a missing one, or one with the same
//! tokens.
//!
//! # Formula
//! As for `judge`: the score from 0 to 10, divided by 10. Its mean omits missing formulas and equal ones, so it does
//! not measure how much of a page is right.
//!
//! # Example
//! ```text
//! reference: \frac{a}{b} + c
//! prediction:
//! judge: 0, by rule
//! score: undefined: decided by rule: the judge was not asked
//! ```
//!
//! With `judge`, the value is 0.
//!
//! # Range and direction
//! 0 (nothing is right) to 1 (the same); higher is better.
//!
//! # Edge cases
//! No judge was asked, none of its answers was valid, or a rule has decided: undefined, and omitted from a mean.
//!
//! # Deviations from the paper
//! The paper asks about every formula, so this is its mean. With the protocols of pdf-parse-bench, it equals `judge`.
//!
//! # Source
//! `Benchmarking Document Parsers on Mathematical Formula Extraction from PDFs`, section 4.4.

use texlens_vocabulary::{Kind, Score};

use crate::judged;
use crate::metric::{Direction, Group, Info, Input, Metric, Need};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &JudgeAnswers;

pub(super) static INFO: Info = Info {
    id: "judge_answers",
    name: "Judge, answers alone",
    about: "The judge's score, without the formulas that a rule decides.",
    group: Group::Formula,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula],
    needs: &[Need::Judge],
    source: "Benchmarking Document Parsers, section 4.4; protocols in docs/judge.md",
    limits: judged::LIMITS,
    headline: None,
    parameters: &[],
};

struct JudgeAnswers;

impl Metric for JudgeAnswers {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        match &input.evidence.judged {
            Some(verdict) if verdict.is_by_rule => {
                Score::undefined(INFO.id, "decided by rule: the judge was not asked")
            }
            Some(verdict) => judged::score(&INFO, verdict),
            None => judged::not_asked(&INFO),
        }
    }
}
