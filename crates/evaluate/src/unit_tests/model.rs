//! The verdicts and the rates calculated from them.

use serde::{Deserialize, Serialize};
use texlens_stats::Interval;

use crate::comparison::Resampling;

/// The unit tests of a benchmark for all systems.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnitTests {
    /// The commit of the official code whose verdicts these are.
    pub official_commit: String,
    /// The bootstrap of the intervals.
    pub resampling: Resampling,
    /// The systems.
    pub systems: Vec<TestedSystem>,
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
}
