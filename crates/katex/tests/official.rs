//! Tests of the type `math`, compared with the verdicts of olmOCR-bench's official code in Chromium.
//!
//! `crates/metrics/tests/oracle/olmocr_math.py` makes the cases. `TEXLENS_ORACLE` names a file with others.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use texlens_katex::Boxes;
use texlens_metrics::olmocr::{Page, Test};

/// The minimum share of equal verdicts on cases of a machine whose fonts are unknown.
const LEAST_EQUAL: f64 = 0.98;

#[expect(clippy::print_stderr, reason = "the cases that differ are the result")]
fn compare(file: &Path, least_equal: f64) {
    let boxes = Boxes::default();
    let text = fs::read_to_string(file).unwrap();
    let (mut cases, mut equal) = (0, 0);
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let Some(expected) = case["passed"].as_bool() else {
            continue;
        };
        let markdown = case["markdown"].as_str().unwrap();
        let test = Test::from_json(&case["test"].to_string()).unwrap();
        let verdict = test.run(&Page::from(markdown).with_renderer(&boxes));
        cases += 1;
        match verdict {
            Ok(verdict) if verdict.passed == expected => equal += 1,
            other => eprintln!(
                "{} {}: officially {expected}, here {other:?}\n  {}\n  {markdown:?}",
                case["test"]["id"], case["kind"], case["test"]["math"]
            ),
        }
    }
    let share = f64::from(equal) / f64::from(cases);
    eprintln!("{}: {equal} of {cases} verdicts are equal", file.display());
    assert!(share >= least_equal, "only {equal} of {cases} verdicts are equal");
}

#[test]
fn verdicts_equal_the_official_ones() {
    compare(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../metrics/tests/oracle/olmocr_math.jsonl"),
        1.0,
    );
}

/// Runs the tests of the development data, all types of them. `TEXLENS_DATA` names its folder; the default is
/// `../shared/data` beside the repository.
#[test]
#[expect(clippy::print_stderr, reason = "a skipped check must be seen")]
fn verdicts_equal_those_of_the_development_data() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("TEXLENS_DATA").map_or(beside, PathBuf::from);
    let file = folder.join("gold/dev-olmocr-tests.jsonl");
    let Ok(text) = fs::read_to_string(&file) else {
        eprintln!(
            "skipped: {} is not there; set TEXLENS_DATA to the folder that holds gold/",
            file.display()
        );
        return;
    };
    let boxes = Boxes::default();
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let Ok(test) = Test::from_json(&case["test"].to_string()) else {
            assert!(case["result"].get("load_error").is_some(), "{case}");
            continue;
        };
        let markdown = case["markdown"].as_str().unwrap();
        let verdict = test.run(&Page::from(markdown).with_renderer(&boxes)).unwrap();
        assert_eq!(
            Value::from(verdict.passed),
            case["result"]["passed"],
            "{case}: {verdict:?}"
        );
    }
}

#[test]
fn verdicts_on_other_cases() {
    if let Some(file) = std::env::var_os("TEXLENS_ORACLE") {
        compare(&PathBuf::from(file), LEAST_EQUAL);
    }
}
