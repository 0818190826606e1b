//! Runs the tests of a page.

use texlens_katex::Boxes;
use texlens_metrics::olmocr::{Page, RunError, Test, Verdict, passes};

use super::model::{Fate, PageVerdicts, SystemVerdicts, UnitVerdict};

/// A test with the file that holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileTest {
    /// The name of the file.
    pub file: String,
    /// The test.
    pub test: Test,
}

/// The name under which the official script counts the tests that it adds itself.
const ADDED: &str = "baseline";

impl FileTest {
    /// Reads a test from a line of a file. Only the last part of the path is kept.
    ///
    /// # Errors
    ///
    /// The reason why the line is no test.
    pub fn read(path: &str, line: &str) -> Result<Self, String> {
        let test = Test::from_json(line).map_err(|error| error.to_string())?;
        let file = path.rsplit('/').next().unwrap_or(path).to_owned();
        Ok(Self { file, test })
    }

    /// Returns the `baseline` test that the official script adds for a document without one.
    #[must_use]
    pub fn added_baseline(document: &str) -> Self {
        Self {
            file: ADDED.to_owned(),
            test: Test::added_baseline(document),
        }
    }
}

/// A line of a file of tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestLine<'p> {
    /// The path of the file.
    pub path: &'p str,
    /// The number of the line, from 1.
    pub line: usize,
    /// The text of the line, or the reason why it cannot be read.
    pub text: Result<String, String>,
}

/// A line of a file of tests that is no test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotATest<'p> {
    /// The path of the file.
    pub path: &'p str,
    /// The number of the line, from 1.
    pub line: usize,
    /// The reason.
    pub why: String,
}

/// The tests of a page and the predictions of the systems for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageTests {
    sample: String,
    tests: Vec<FileTest>,
    systems: Vec<(String, Vec<Result<String, String>>)>,
}

impl PageTests {
    /// Reads the tests of a page. Adds the `baseline` test of the document `baseline_of`, if it is named. Lines that are
    /// no tests are returned; all others count.
    #[must_use]
    pub fn read<'p>(
        sample: &str,
        lines: impl IntoIterator<Item = TestLine<'p>>,
        baseline_of: Option<&str>,
    ) -> (Self, Vec<NotATest<'p>>) {
        let (mut tests, mut wrong) = (Vec::new(), Vec::new());
        for TestLine { path, line, text } in lines {
            match text.and_then(|text| FileTest::read(path, &text)) {
                Ok(test) => tests.push(test),
                Err(why) => wrong.push(NotATest { path, line, why }),
            }
        }
        tests.extend(baseline_of.map(FileTest::added_baseline));
        let page = Self {
            sample: sample.to_owned(),
            tests,
            systems: Vec::new(),
        };
        (page, wrong)
    }

    /// Adds a system with its predictions: one for each repeat, or none. A prediction that cannot be read gives the
    /// reason.
    pub fn add(&mut self, system: &str, repeats: impl IntoIterator<Item = Result<String, String>>) {
        self.systems.push((system.to_owned(), repeats.into_iter().collect()));
    }

    /// Runs the tests on the predictions of every system, as [`page_verdicts`].
    #[must_use]
    pub fn verdicts(&self) -> Vec<SystemVerdicts> {
        let of_system = |(system, repeats): &(String, Vec<_>)| SystemVerdicts {
            system: system.clone(),
            page: page_verdicts(&self.sample, &self.tests, repeats),
        };
        self.systems.iter().map(of_system).collect()
    }
}

/// Runs the tests of a page on a system's predictions for it: one for each repeat, or none. A prediction that cannot be
/// read gives the reason, and its tests fail.
///
/// Time is bounded by the limits of [`texlens_metrics::olmocr`], for each test and repeat.
#[must_use]
pub fn page_verdicts(sample: &str, tests: &[FileTest], repeats: &[Result<String, String>]) -> PageVerdicts {
    let boxes = Boxes::default();
    let texts: Vec<Result<String, &String>> = (repeats.iter())
        .map(|text| text.as_ref().map(|text| one_newline(text)))
        .collect();
    let pages: Vec<Result<Page<'_>, &String>> = (texts.iter())
        .map(|text| match text {
            Ok(text) => Ok(Page::from(text.as_str()).with_renderer(&boxes)),
            Err(why) => Err(*why),
        })
        .collect();
    PageVerdicts {
        sample: sample.to_owned(),
        is_missing: repeats.is_empty(),
        verdicts: tests.iter().map(|test| verdict(test, &pages)).collect(),
    }
}

/// Returns a text with the line ends that Python reads.
fn one_newline(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

fn verdict(FileTest { file, test }: &FileTest, pages: &[Result<Page<'_>, &String>]) -> UnitVerdict {
    let run = |page: &Result<Page<'_>, &String>| match page {
        Ok(page) => test.run(page),
        Err(why) => Ok(Verdict {
            passed: false,
            explanation: (*why).clone(),
        }),
    };
    let results: Vec<Result<Verdict, RunError>> = pages.iter().map(run).collect();
    let is_pass = |result: &&Result<Verdict, RunError>| result.as_ref().is_ok_and(|verdict| verdict.passed);
    let passed = results.iter().filter(is_pass).count();
    let not_run = results.iter().find_map(|result| result.as_ref().err());
    let reason_of = |is_passed: bool| {
        let verdicts = results.iter().flatten();
        let mut reasons = verdicts.filter(move |verdict| verdict.passed == is_passed);
        reasons.next().map(|verdict| verdict.explanation.clone())
    };
    let (fate, reason) = if passes(passed, results.len()) {
        (Fate::Passed, reason_of(true))
    } else if let Some(error) = not_run {
        (Fate::NotRun, Some(error.to_string()))
    } else {
        (Fate::Failed, reason_of(false))
    };
    UnitVerdict {
        file: file.clone(),
        id: test.id.clone(),
        kind: test.check.kind().to_owned(),
        fate,
        passes: passed,
        repeats: results.len(),
        reason: reason.unwrap_or_else(|| "the system has no prediction for the page".to_owned()),
    }
}
