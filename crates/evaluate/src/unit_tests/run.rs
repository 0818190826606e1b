//! Runs the tests of a page.

use texlens_katex::Boxes;
use texlens_metrics::olmocr::{Page, RunError, Test, Verdict, passes};

use super::model::{Fate, PageVerdicts, UnitVerdict};

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
