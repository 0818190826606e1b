//! The unit tests of a benchmark, for every system.

use std::num::NonZeroUsize;

use texlens_dataset::Sample;
use texlens_evaluate::{Bootstrap, FileTest, Kind, PageVerdicts, UnitTests, noun, page_verdicts, parallel};

use super::error::EvaluationError;
use crate::brought::Brought;
use crate::terminal::{self, say};

/// The pages that are read and tested together. Files are read by one thread, and tests run in all of them.
const BATCH: usize = 64;

/// The tests of a page with the predictions of each system.
struct TestedPage<'p> {
    sample: &'p Sample,
    tests: Vec<FileTest>,
    systems: Vec<Vec<Result<String, String>>>,
}

/// Runs the unit tests of a dataset, and reports whether all lines were tests. Returns no results if there are no tests.
///
/// # Errors
/// If there are tests, and no system to be tested.
pub(super) fn run(
    brought: &Brought,
    samples: &[Sample],
    bootstrap: &Bootstrap,
    threads: NonZeroUsize,
) -> Result<(Option<UnitTests>, bool), EvaluationError> {
    let tested: Vec<&Sample> = samples.iter().filter(|sample| sample.is_tested()).collect();
    if tested.is_empty() {
        return Ok((None, true));
    }
    if brought.plan.systems.is_empty() {
        return Err(EvaluationError::NoSystem);
    }
    let template = format!("tested {{pos}} of {{len}} {}", noun(Kind::Page, tested.len()));
    let progress = terminal::progress(tested.len(), &template);
    let names = &brought.plan.systems;
    let mut systems: Vec<(String, Vec<PageVerdicts>)> = names.iter().map(|name| (name.clone(), Vec::new())).collect();
    let mut is_whole = true;
    for batch in tested.chunks(BATCH) {
        let pages: Vec<TestedPage<'_>> = batch
            .iter()
            .map(|sample| TestedPage::read(brought, sample, &mut is_whole))
            .collect();
        let verdicts = parallel::map(&pages, threads, |page| {
            let verdicts = page.verdicts();
            progress.inc(1);
            verdicts
        });
        for page in verdicts {
            for ((_, pages), verdicts) in systems.iter_mut().zip(page) {
                pages.push(verdicts);
            }
        }
    }
    Ok((UnitTests::of(systems, bootstrap), is_whole))
}

impl<'p> TestedPage<'p> {
    /// Reads the tests and predictions of a page. Lines that are no tests are reported.
    fn read(brought: &Brought, sample: &'p Sample, is_whole: &mut bool) -> Self {
        let mut tests = Vec::with_capacity(sample.tests.len());
        for listed in &sample.tests {
            let path = brought.inner_path(listed.file);
            let record = brought.listing.record(*listed).map_err(|problem| problem.to_string());
            match record.and_then(|record| FileTest::read(path, &record)) {
                Ok(test) => tests.push(test),
                Err(why) => {
                    *is_whole = false;
                    say(format_args!("texlens: {path} line {}: not a test: {why}", listed.line));
                }
            }
        }
        tests.extend(sample.baseline_of.as_deref().map(FileTest::added_baseline));
        let read = |system: usize| sample.repeats_of(system).map(|text| brought.text(text)).collect();
        Self {
            sample,
            tests,
            systems: (0..brought.plan.systems.len()).map(read).collect(),
        }
    }

    fn verdicts(&self) -> Vec<PageVerdicts> {
        let of_system = |repeats: &Vec<Result<String, String>>| page_verdicts(&self.sample.id, &self.tests, repeats);
        self.systems.iter().map(of_system).collect()
    }
}
