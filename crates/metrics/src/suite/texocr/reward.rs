//! Reward of the unit tests.
//!
//! # What it measures
//! How many of the nine metrics are good enough; TexOCR was trained on this reward.
//!
//! # Formula
//! Unit tests passed / unit tests. Each of the nine metrics that is defined on the sample is a test. It passes if its
//! value is at least its threshold `reward.<metric>`.
//!
//! # Example
//! ```text
//! scores: sa 1, cc 0.5, ds 0.9, fa 0.25
//! score: 0.5 = 2 / 4
//! ```
//!
//! `sa` and `ds` reach their thresholds of 0.8.
//!
//! # Range and direction
//! 0 (none passed) to 1 (all passed); higher is better.
//!
//! # Edge cases
//! A metric that is undefined on the sample is not a test of it. Undefined if no metric is defined.
//!
//! # Deviations from the paper
//! The paper gives no thresholds, and does not say whether a test counts if the page has nothing that it could test.
//! The set of tests is “instantiated for the page”, so such a test is omitted here. The paper's tests are of single
//! pages; here a document is tested as a whole.
//!
//! # Source
//! TexOCR-Bench, section 5.2, equation 2.

use texlens_vocabulary::{Kind, Score};

use crate::mean::{Members, missing, nine, without};
use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::settings::{Parameter, Settings, Share};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &Reward;

const fn threshold(name: &'static str, default: f64) -> Parameter<Share> {
    Parameter {
        name,
        default: Share(default),
        about: "Minimum value of the metric at which its unit test passes.",
    }
}

/// The minimum value of each metric at which its unit test passes.
pub static THRESHOLDS: [Parameter<Share>; 9] = [
    threshold("reward.sa", 0.8),
    threshold("reward.cc", 0.8),
    threshold("reward.rv", 0.8),
    threshold("reward.ds", 0.8),
    threshold("reward.baseline", 1.0),
    threshold("reward.csr", 1.0),
    threshold("reward.ctp", 0.8),
    threshold("reward.fa", 0.8),
    threshold("reward.ta", 0.8),
];

pub(super) static INFO: Info = Info {
    id: "reward",
    name: "Reward",
    about: "The share of TexOCR's unit tests that are passed: metrics that reach their threshold.",
    group: Group::Overall,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Scores, Need::Compilation],
    source: "TexOCR-Bench, section 5.2",
    limits: "The thresholds are those of texlens: the paper gives none.",
    headline: None,
    parameters: &[
        &THRESHOLDS[0],
        &THRESHOLDS[1],
        &THRESHOLDS[2],
        &THRESHOLDS[3],
        &THRESHOLDS[4],
        &THRESHOLDS[5],
        &THRESHOLDS[6],
        &THRESHOLDS[7],
        &THRESHOLDS[8],
    ],
};

/// A metric of a sample as a unit test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RewardTest {
    /// Id of the metric.
    pub metric: &'static str,
    /// Value of the metric.
    pub value: f64,
    /// Minimum value at which the test passes.
    pub threshold: f64,
}

impl RewardTest {
    /// Reports whether the test passes.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        self.value >= self.threshold
    }

    fn of(metric: &'static str, value: f64, settings: &Settings) -> Option<Self> {
        let Share(threshold) = settings.get(threshold_of(metric)?);
        Some(Self {
            metric,
            value,
            threshold,
        })
    }
}

/// Returns the unit tests of a sample from its scores, in the order of the paper's tables: a test for each of the nine
/// metrics that has a value.
#[must_use]
pub fn tests(scores: &[Score], settings: &Settings) -> Vec<RewardTest> {
    let value_of = |id: &str| scores.iter().find(|score| score.metric == id)?.value();
    nine()
        .filter_map(|id| RewardTest::of(id, value_of(id)?, settings))
        .collect()
}

struct Reward;

impl Metric for Reward {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let undefined = Members::of(input, nine()).undefined;
        let tests = tests(input.scores, input.settings);
        if tests.is_empty() {
            return Score::undefined(INFO.id, missing(&undefined));
        }
        let failed: Vec<String> = (tests.iter().filter(|test| !test.is_passed()))
            .map(|test| format!("{} {:.2} of {}", test.metric, test.value, test.threshold))
            .collect();
        let total = tests.len();
        let passed = total - failed.len();
        let mut summary = format!("{passed} of {total} unit tests passed");
        if !failed.is_empty() {
            summary = format!("{summary}; failed: {}", failed.join(", "));
        }
        if !undefined.is_empty() {
            summary = format!("{summary}; {}", without(&undefined));
        }
        Score::rate(INFO.id, passed as f64, total as f64, Vec::new()).saying(summary)
    }
}

fn threshold_of(metric: &str) -> Option<&'static Parameter<Share>> {
    let is_of = |threshold: &&Parameter<Share>| threshold.name.strip_prefix("reward.") == Some(metric);
    THRESHOLDS.iter().find(is_of)
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn each_of_the_nine_has_a_threshold() {
        assert!(nine().all(|id| threshold_of(id).is_some()));
    }
}
