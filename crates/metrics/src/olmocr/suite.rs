//! The score of a system.

use std::collections::{BTreeMap, BTreeSet};

use super::baseline::Baseline;
use super::test::{Check, Test};

/// Whether a test counts as passed for a system that answered several times: more than half of the repeats must pass.
/// One of two is not enough; without repeats, the test fails.
#[must_use]
pub fn passes(passed: usize, repeats: usize) -> bool {
    2 * passed > repeats
}

/// Returns the score of a system: the mean over the files of tests of the share of tests that pass. So small files have
/// the same weight as large ones. `outcomes` has, for every test, its file and whether it passed. Returns `None`
/// without tests.
///
/// The tests from [`add_baseline_tests`] form a separate file.
#[must_use]
pub fn suite_score<'a>(outcomes: impl IntoIterator<Item = (&'a str, bool)>) -> Option<f64> {
    let mut files: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (file, passed) in outcomes {
        let (passes, tests) = files.entry(file).or_default();
        *passes += usize::from(passed);
        *tests += 1;
    }
    let rates = files.values().map(|(passes, tests)| *passes as f64 / *tests as f64);
    (!files.is_empty()).then(|| rates.sum::<f64>() / files.len() as f64)
}

/// Returns a `baseline` test of the first page for every document that has none, in the order of the documents.
#[must_use]
pub fn add_baseline_tests<'a>(tests: &[Test], documents: impl IntoIterator<Item = &'a str>) -> Vec<Test> {
    let has_baseline = |test: &&Test| matches!(test.check, Check::Baseline(_));
    let tested: BTreeSet<&str> = tests
        .iter()
        .filter(has_baseline)
        .map(|test| test.pdf.as_str())
        .collect();
    let untested = documents.into_iter().filter(|pdf| !tested.contains(pdf));
    untested
        .map(|pdf| Test {
            id: format!("{pdf}_baseline"),
            pdf: pdf.to_owned(),
            page: 1,
            max_diffs: 0,
            checked: None,
            url: None,
            check: Check::Baseline(Baseline::default()),
        })
        .collect()
}
