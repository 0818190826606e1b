//! JUnit XML for CI systems.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use texlens_evaluate::{Fate, Kind, SystemScores, TestedSystem, UnitTests, noun};

use crate::{LevelScores, ReportError};

/// A condition that a system may meet, for example a threshold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The system.
    pub system: String,
    /// Name of the condition, for example a metric.
    pub name: String,
    /// The reason why the condition is not met; `None` if it is met.
    pub failure: Option<String>,
}

/// The samples that become test cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cases {
    /// Samples that could not be scored.
    Problems,
    /// All samples. Those that could not be scored are errors; those whose prediction the TeX engine refuses are
    /// failures.
    Samples,
}

/// Writes a test suite for each system: a test case for each check, then the unit tests, then the samples.
///
/// # Errors
/// [`ReportError::Inconsistent`] if the XML cannot be written.
pub fn to_junit(
    title: &str,
    levels: &[LevelScores],
    unit_tests: Option<&UnitTests>,
    checks: &[Check],
    cases: Cases,
) -> Result<String, ReportError> {
    let mut report = Report::new(title);
    let mut systems: Vec<&str> = Vec::new();
    let of_levels = levels.iter().flat_map(|level| &level.comparison.systems);
    let tested = || unit_tests.into_iter().flat_map(|tests| &tests.systems);
    let names = of_levels.map(|summary| summary.system.as_str());
    for system in names.chain(tested().map(|tested| tested.system.as_str())) {
        if !systems.contains(&system) {
            systems.push(system);
        }
    }
    for system in systems {
        let mut suite = TestSuite::new(system);
        suite.add_test_cases(checks.iter().filter(|check| check.system == system).map(check_case));
        suite.add_test_cases(
            tested()
                .filter(|tested| tested.system == system)
                .flat_map(unit_test_cases),
        );
        for level in levels {
            match cases {
                Cases::Problems => _ = suite.add_test_cases(problem_cases(level, system)),
                Cases::Samples => _ = suite.add_test_cases(sample_cases(level, system)),
            }
        }
        report.add_test_suite(suite);
    }
    report
        .to_string()
        .map_err(|error| ReportError::Inconsistent(error.to_string()))
}

fn check_case(check: &Check) -> TestCase {
    let failed = |message: &String| unsuccessful(NonSuccessKind::Failure, message);
    let status = check.failure.as_ref().map_or_else(TestCaseStatus::success, failed);
    case(&check.name, &check.system, status)
}

fn unit_test_cases(tested: &TestedSystem) -> impl Iterator<Item = TestCase> + '_ {
    tested.pages.iter().flat_map(move |page| {
        page.verdicts.iter().map(move |verdict| {
            let status = match verdict.fate {
                Fate::Passed => TestCaseStatus::success(),
                Fate::Failed => unsuccessful(NonSuccessKind::Failure, &verdict.reason),
                Fate::NotRun => unsuccessful(NonSuccessKind::Error, &verdict.reason),
            };
            let name = format!(
                "{} {} ({}, page {})",
                verdict.kind, verdict.id, verdict.file, page.sample
            );
            case(&name, &tested.system, status)
        })
    })
}

fn problem_cases<'l>(level: &'l LevelScores, system: &'l str) -> impl Iterator<Item = TestCase> + 'l {
    let kind = level.comparison.level;
    let problems = level.comparison.problems.iter();
    let problems = problems.filter(move |problem| problem.system.as_deref().is_none_or(|of| of == system));
    problems.map(move |problem| {
        let status = unsuccessful(NonSuccessKind::Error, &problem.message);
        case(&sample_name(kind, &problem.sample), system, status)
    })
}

fn sample_cases<'l>(level: &'l LevelScores, system: &'l str) -> impl Iterator<Item = TestCase> + 'l {
    let kind = level.comparison.level;
    let of_system = level.lines().filter(move |(_, name, _)| *name == system);
    of_system.map(move |(sample, _, scores)| case(&sample_name(kind, &sample.id), system, status(scores)))
}

fn status(scores: &SystemScores) -> TestCaseStatus {
    let scored = match &scores.outcome {
        Err(why) => return unsuccessful(NonSuccessKind::Error, why),
        Ok(scored) => scored,
    };
    if let Some(why) = &scores.problem {
        return unsuccessful(NonSuccessKind::Error, why);
    }
    match scored.compilation.as_ref().filter(|compilation| !compilation.compiles) {
        None => TestCaseStatus::success(),
        Some(compilation) => {
            let first = compilation
                .errors
                .first()
                .map(|error| error.diagnostic.message.as_str());
            let message = format!("does not compile: {}", first.unwrap_or("no page comes out"));
            unsuccessful(NonSuccessKind::Failure, &message)
        }
    }
}

fn unsuccessful(kind: NonSuccessKind, message: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(message);
    status
}

fn sample_name(kind: Kind, id: &str) -> String {
    format!("{} {id}", noun(kind, 1))
}

fn case(name: &str, system: &str, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(name, status);
    case.set_classname(system);
    case
}
