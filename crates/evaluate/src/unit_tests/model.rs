//! The verdicts and the rates calculated from them.

use serde::{Deserialize, Serialize};
use texlens_stats::Interval;

use crate::comparison::{Difference, Resampling};

/// The unit tests of a benchmark for all systems.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnitTests {
    /// The commit of the official code whose verdicts these are.
    pub official_commit: String,
    /// The bootstrap of the intervals.
    pub resampling: Resampling,
    /// The systems.
    pub systems: Vec<TestedSystem>,
    /// The differences of every two systems: the score, with the id [`UNIT_TESTS`], then the types of tests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<Difference>,
}

/// Id of the score of unit tests, where it is named beside metrics.
pub const UNIT_TESTS: &str = "unit_tests";

/// Returns the id of the rate of a type of tests, where it is named beside metrics.
pub(crate) fn rate_id(kind: &str) -> String {
    format!("{UNIT_TESTS}.{kind}")
}

impl TestedSystem {
    /// Returns the rate with this id: [`UNIT_TESTS`] for the score, or with a type after it, as in `unit_tests.math`.
    #[must_use]
    pub fn rate(&self, id: &str) -> Option<&PassRate> {
        match id.strip_prefix(UNIT_TESTS)? {
            "" => Some(&self.score),
            kind => {
                let kind = kind.strip_prefix('.')?;
                self.kinds.iter().find(|rate| rate.name == kind)
            }
        }
    }
}

/// A system with its pass rates and all verdicts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TestedSystem {
    /// Name of the system.
    pub system: String,
    /// The official score: the mean over the files of tests of the share of tests that pass.
    pub score: PassRate,
    /// The pass rates of the types of tests: means over tests of the share of repeats that pass.
    pub kinds: Vec<PassRate>,
    /// The pass rates of the files of tests: shares of tests of which more than half of the repeats pass.
    pub files: Vec<PassRate>,
    /// Number of tested pages without a prediction. All tests of these pages fail.
    pub missing: usize,
    /// Number of tests that could not be run. They count as failed.
    pub not_run: usize,
    /// The verdicts, page by page.
    pub pages: Vec<PageVerdicts>,
}

/// A share of tests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PassRate {
    /// Name of the file or type of the tests; empty for all tests.
    pub name: String,
    /// The rate, 0 to 1.
    pub value: f64,
    /// Number of tests that pass.
    pub passed: usize,
    /// Number of tests.
    pub tests: usize,
    /// The confidence interval of the rate, by draws of tests within each file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
}

/// The verdicts on a system's prediction for a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageVerdicts {
    /// Id of the page.
    pub sample: String,
    /// Whether the system has no prediction for the page.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_missing: bool,
    /// The verdicts in the order of the tests.
    pub verdicts: Vec<UnitVerdict>,
}

/// The verdicts on a system's prediction for a page, or on the missing one, with the system's name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SystemVerdicts {
    /// Name of the system.
    pub system: String,
    /// The verdicts.
    pub page: PageVerdicts,
}

impl SystemVerdicts {
    /// Returns a copy without the reasons, which rates do not need.
    #[must_use]
    pub fn without_reasons(&self) -> Self {
        let verdict = |verdict: &UnitVerdict| UnitVerdict {
            file: verdict.file.clone(),
            id: verdict.id.clone(),
            kind: verdict.kind.clone(),
            fate: verdict.fate,
            passes: verdict.passes,
            repeats: verdict.repeats,
            reason: String::new(),
        };
        Self {
            system: self.system.clone(),
            page: PageVerdicts {
                sample: self.page.sample.clone(),
                is_missing: self.page.is_missing,
                verdicts: self.page.verdicts.iter().map(verdict).collect(),
            },
        }
    }
}

/// The verdict of a test on a system's prediction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitVerdict {
    /// The file of the test.
    pub file: String,
    /// The id of the test.
    pub id: String,
    /// The type of the test, for example `math`.
    pub kind: String,
    /// The outcome over all repeats.
    pub fate: Fate,
    /// Number of repeats that pass.
    pub passes: usize,
    /// Number of repeats: predictions of the system for the page.
    pub repeats: usize,
    /// The reason, in one sentence: that of the first repeat with this outcome.
    pub reason: String,
}

/// The outcome of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// More than half of the repeats pass.
    Passed,
    /// At least half of the repeats fail.
    Failed,
    /// The test could not be run, for example because it exceeds a limit. It counts as failed.
    NotRun,
}

impl UnitVerdict {
    /// Reports whether the test counts as passed.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        self.fate == Fate::Passed
    }

    /// Returns 1 if the test counts as passed, otherwise 0.
    pub(super) fn passed(&self) -> f64 {
        f64::from(u8::from(self.is_passed()))
    }

    /// Returns the share of repeats that pass; 0 without repeats.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.passes as f64 / self.repeats.max(1) as f64
    }
}
