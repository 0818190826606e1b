//! Expression rate by character detection matching.
//!
//! # What it measures
//! Whether all characters of a formula are matched. The mean over formulas is the expression rate, ExpRate@CDM.
//!
//! # Formula
//! 1 if [`cdm_unimernet`](crate::suite::cdm_unimernet) with exhaustive samples is 1 after its rounding to three decimals,
//! else 0.
//!
//! # Example
//! ```text
//! reference: a+b=c
//! prediction: a-b=c
//! reference boxes: a 0 10 16 30; + 20 10 36 30; b 40 10 56 30; = 60 10 76 30; c 80 10 96 30
//! prediction boxes: a 0 10 16 30; - 20 10 36 30; b 40 10 56 30; = 60 10 76 30; c 80 10 96 30
//! score: 0
//! ```
//!
//! Four of five characters match, so that CDM is 0.8.
//!
//! # Range and direction
//! 0 or 1; higher is better.
//!
//! # Edge cases
//! As for `cdm_unimernet`: undefined if the reference cannot be typeset; 0 if only the prediction cannot.
//!
//! # Deviations from the paper
//! The official rate depends on random samples. Here, no formula passes or fails by chance: the geometric filter tries all
//! samples. If `exprate_cdm.samples` is `seeded`, the mean is the official rate. The constants are those of
//! `cdm_unimernet.constants`.
//!
//! # Source
//! `CDM: A Reliable Metric for Fair and Accurate Formula Recognition Evaluation`; UniMERNet's code.

use texlens_vocabulary::{Kind, Score};

use super::cdm_unimernet::CONSTANTS;
use crate::cdm::{self, Edition, Rules, Samples, Variant};
use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::settings::{Choice, Parameter};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &ExprateCdm;

/// The samples of the geometric filter.
pub static SAMPLES: Parameter<Choice> = Parameter {
    name: "exprate_cdm.samples",
    default: Samples::Exhaustive.choice(),
    about: "Samples of the geometric filter: all of them, so that nothing is random, or seeded as in the official code.",
};

pub(super) static INFO: Info = Info {
    id: "exprate_cdm",
    name: "Expression rate (CDM)",
    about: "1 if CDM matches all characters of both formulas, 0 if not.",
    group: Group::Formula,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula],
    needs: &[Need::GlyphBoxes],
    source: "CDM; UniMERNet's code of September 2025",
    limits: "Blind to what CDM does not see, such as x^n for x_n.",
    headline: None,
    parameters: &[&SAMPLES],
};

struct ExprateCdm;

impl Metric for ExprateCdm {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let rules = Rules {
            variant: Variant::Unimernet,
            edition: Edition::of_setting(input.settings, &CONSTANTS),
            samples: Samples::of_setting(input.settings, &SAMPLES),
        };
        let score = cdm::score(INFO.id, rules, input);
        match score.value() {
            Some(f1) => {
                let all = f64::from(u8::from(f1 >= 1.0));
                let summary = score.summary.clone();
                Score::value_of(INFO.id, all, Vec::new()).saying(summary)
            }
            None => score,
        }
    }
}
