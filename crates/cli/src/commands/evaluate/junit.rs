//! JUnit XML: a suite for each system, a case for each threshold, and one for each problem.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use texlens_evaluate::{Kind, noun};
use texlens_report::LevelScores;

use super::corpus::Corpus;
use super::threshold::Verdict;
use crate::failure::Failure;

pub(super) fn xml(corpus: &Corpus, results: &[LevelScores], verdicts: &[Verdict]) -> Result<String, Failure> {
    let mut report = Report::new(corpus.title());
    for name in corpus.names() {
        let mut suite = TestSuite::new(name.as_str());
        let of_system = verdicts.iter().filter(|verdict| verdict.system == name);
        suite.add_test_cases(of_system.map(threshold_case));
        for level in results {
            suite.add_test_cases(problem_cases(level, &name));
        }
        report.add_test_suite(suite);
    }
    report
        .to_string()
        .map_err(|error| Failure::Write(std::io::Error::other(error)))
}

fn threshold_case(verdict: &Verdict) -> TestCase {
    let status = if verdict.holds {
        TestCaseStatus::success()
    } else {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_message(verdict.sentence());
        status
    };
    case(&verdict.threshold.id, &verdict.system, status)
}

fn problem_cases<'l>(level: &'l LevelScores, system: &'l str) -> impl Iterator<Item = TestCase> + 'l {
    let kind: Kind = level.comparison.level;
    let problems = level.comparison.problems.iter();
    let problems = problems.filter(move |problem| problem.system.as_deref().is_none_or(|of| of == system));
    problems.map(move |problem| {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_message(problem.message.as_str());
        case(&format!("{} {}", noun(kind, 1), problem.sample), system, status)
    })
}

fn case(name: &str, system: &str, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(name, status);
    case.set_classname(system);
    case
}
