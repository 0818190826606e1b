//! The unit tests of a benchmark in tables of systems.

use std::collections::BTreeSet;

use texlens_evaluate::{PassRate, TestedSystem, UnitTests};

use crate::summary::decimal;

/// A table of pass rates: a row for each system, a column for the score and each type of test.
pub(crate) struct Rates {
    /// The names of the columns after the system's.
    pub(crate) head: Vec<String>,
    /// The systems with their cells; `None` if a system has no test of the type.
    pub(crate) rows: Vec<(String, Vec<Option<PassRate>>)>,
    /// What the table shows, in sentences.
    pub(crate) caption: String,
}

impl Rates {
    pub(crate) fn of(tests: &UnitTests) -> Self {
        let kinds = rate_names(tests, |system| &system.kinds);
        let row = |system: &TestedSystem| {
            let of_kind = |kind: &String| system.kinds.iter().find(|rate| rate.name == *kind).cloned();
            let cells = std::iter::once(Some(system.score.clone())).chain(kinds.iter().map(of_kind));
            (system.system.clone(), cells.collect())
        };
        Self {
            rows: tests.systems.iter().map(row).collect(),
            head: std::iter::once("Unit tests".to_owned()).chain(kinds).collect(),
            caption: unit_tests_caption(tests),
        }
    }
}

/// Returns the names of a group of rates, in alphabetical order. Each name comes once.
#[must_use]
pub fn rate_names(tests: &UnitTests, rates: impl Fn(&TestedSystem) -> &Vec<PassRate>) -> Vec<String> {
    let names = tests.systems.iter().flat_map(rates).map(|rate| rate.name.clone());
    let names: BTreeSet<String> = names.collect();
    names.into_iter().collect()
}

/// Returns a rate with its interval.
pub(crate) fn rate_text(rate: &PassRate) -> String {
    match rate.interval {
        Some(interval) => format!(
            "{} [{}, {}]",
            decimal(rate.value),
            decimal(interval.low),
            decimal(interval.high)
        ),
        None => decimal(rate.value),
    }
}

/// Returns the sentences that say what pass rates are, and what is missing.
#[must_use]
pub fn unit_tests_caption(tests: &UnitTests) -> String {
    let count = tests.systems.first().map_or(0, |system| system.score.tests);
    let mut caption = format!(
        "{count} unit tests. The score is the mean of the pass rates of the files of tests. The {:.0} % intervals are \
         from {} draws of tests within each file, seed {}. Verdicts as those of the official code at commit {}.",
        100.0 * tests.resampling.level,
        tests.resampling.resamples,
        tests.resampling.seed,
        tests.official_commit.get(..7).unwrap_or(&tests.official_commit),
    );
    for system in &tests.systems {
        if system.missing > 0 {
            caption += &format!(
                " {}: {} tested {} without a prediction.",
                system.system,
                system.missing,
                if system.missing == 1 { "page" } else { "pages" }
            );
        }
        if system.not_run > 0 {
            caption += &format!(
                " {}: {} could not be run, which counts as failing.",
                system.system,
                if system.not_run == 1 {
                    "1 test".to_owned()
                } else {
                    format!("{} tests", system.not_run)
                }
            );
        }
    }
    caption
}
