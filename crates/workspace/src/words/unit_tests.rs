//! Words of the unit tests of a sample.

use texlens_evaluate::{Fate, UnitVerdict};

/// Name of the section.
pub const TITLE: &str = "Unit tests";

/// Returns the summary of the section.
#[must_use]
pub fn summary(passed: usize, tests: usize) -> String {
    format!("{passed} of {tests} unit tests pass")
}

/// Returns the outcome of a test, with its type and id.
#[must_use]
pub fn outcome(verdict: &UnitVerdict) -> String {
    let word = match verdict.fate {
        Fate::Passed => "Passed",
        Fate::Failed => "Failed",
        Fate::NotRun => "Not run",
    };
    let repeats = match verdict.repeats {
        0 | 1 => String::new(),
        repeats => format!(", {} of {repeats} repeats pass", verdict.passes),
    };
    format!("{word}: {} {}{repeats}", verdict.kind, verdict.id)
}
