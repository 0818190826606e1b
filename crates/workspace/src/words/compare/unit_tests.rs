//! Pass rates of unit tests.

use texlens_evaluate::{PassRate, TestedSystem};

/// Heading.
pub const TITLE: &str = "Unit tests";

/// Heading of the column with types and files of tests.
pub const TESTS: &str = "Tests";

/// Name of the row with the score.
pub const SCORE: &str = "Score";

/// Name of the rows for types of tests.
pub const BY_TYPE: &str = "By type";

/// Name of the rows for files of tests.
pub const BY_FILE: &str = "By file";

/// Heading of the differences between two systems.
pub const DIFFERENCES: &str = "Differences in unit tests";

/// Text in place of differences without common tests.
pub const NO_TEST: &str = "There is no test that both systems have.";

/// The units of the differences, in the plural.
pub const UNITS: &str = "tests";

/// Text in place of rates that are being calculated.
pub const CALCULATING: &str = "Calculating the pass rates\u{2026}";

/// Heading of the column that groups types and files of tests.
pub const GROUP: &str = "Group";

/// Heading of the numbers of tests that a system passes.
#[must_use]
pub fn passed_of(system: &str) -> String {
    format!("{system}: passed")
}

/// Number of tests, and of those that pass.
#[must_use]
pub fn passed(rate: &PassRate) -> String {
    format!("{} of {}", rate.passed, rate.tests)
}

/// Numbers of tests and of files.
#[must_use]
pub fn count(system: &TestedSystem) -> String {
    let plural = |count: usize, word: &str| match count {
        1 => format!("1 {word}"),
        count => format!("{count} {word}s"),
    };
    format!(
        "{} in {}",
        plural(system.score.tests, "test"),
        plural(system.files.len(), "file")
    )
}
