//! The unit tests of a benchmark, for every system.

use std::num::NonZeroUsize;

use texlens_dataset::Sample;
use texlens_evaluate::{Bootstrap, Kind, NotATest, PageTests, SystemVerdicts, TestLine, UnitTests, noun, parallel};

use super::error::EvaluationError;
use crate::brought::Brought;
use crate::terminal::{self, say};

/// The pages that are read and tested together. Files are read by one thread, and tests run in all of them.
const BATCH: usize = 64;

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
    let mut verdicts: Vec<SystemVerdicts> = Vec::new();
    let mut is_whole = true;
    for batch in tested.chunks(BATCH) {
        let pages: Vec<PageTests> = batch
            .iter()
            .map(|sample| read(brought, sample, &mut is_whole))
            .collect();
        let of_pages = parallel::map(&pages, threads, |page| {
            let verdicts = page.verdicts();
            progress.inc(1);
            verdicts
        });
        verdicts.extend(of_pages.into_iter().flatten());
    }
    Ok((UnitTests::of(&verdicts, bootstrap, threads), is_whole))
}

/// Reads the tests and predictions of a page. Lines that are no tests are reported.
fn read(brought: &Brought, sample: &Sample, is_whole: &mut bool) -> PageTests {
    let lines = sample.tests.iter().map(|listed| TestLine {
        path: brought.inner_path(listed.file),
        line: listed.line,
        text: brought.listing.record(*listed).map_err(|problem| problem.to_string()),
    });
    let (mut page, wrong) = PageTests::read(&sample.id, lines, sample.baseline_of.as_deref());
    for NotATest { path, line, why } in wrong {
        *is_whole = false;
        say(format_args!("texlens: {path} line {line}: not a test: {why}"));
    }
    for (system, name) in brought.plan.systems.iter().enumerate() {
        page.add(name, sample.repeats_of(system).map(|text| brought.text(text)));
    }
    page
}
