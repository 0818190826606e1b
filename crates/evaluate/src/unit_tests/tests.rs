//! Tests of verdicts over repeats, and of pass rates.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use texlens_stats::{Bootstrap, Confidence};

use super::{Fate, FileTest, PageVerdicts, UnitTests, page_verdicts};

fn test(file: &str, fields: &str) -> FileTest {
    let line = format!(r#"{{"pdf": "a.pdf", "page": 1, "id": "t", {fields}}}"#);
    FileTest::read(&format!("bench/{file}"), &line).unwrap()
}

fn run(tests: &[FileTest], repeats: &[&str]) -> PageVerdicts {
    let repeats: Vec<Result<String, String>> = repeats.iter().map(|text| Ok((*text).to_owned())).collect();
    page_verdicts("a_pg1", tests, &repeats)
}

#[test]
fn more_than_half_of_the_repeats_decide() {
    let tests = [
        test("math.jsonl", r#""type": "math", "math": "x^2""#),
        test("text.jsonl", r#""type": "present", "text": "square""#),
        FileTest::added_baseline("a.pdf"),
    ];
    let fates = |repeats: &[&str]| {
        let verdicts = run(&tests, repeats).verdicts;
        verdicts
            .iter()
            .map(|verdict| (verdict.fate, verdict.passes))
            .collect::<Vec<_>>()
    };
    use Fate::{Failed, Passed};
    assert_eq!(fates(&["a square $x^{2}$"]), [(Passed, 1), (Passed, 1), (Passed, 1)]);
    assert_eq!(
        fates(&["square $x^2$", "$y^2$\r\n"]),
        [(Failed, 1), (Failed, 1), (Passed, 2)]
    );
    assert_eq!(fates(&[]), [(Failed, 0), (Failed, 0), (Failed, 0)]);
    let missing = run(&tests, &[]);
    assert!(missing.is_missing);
    assert_eq!(missing.verdicts[0].reason, "the system has no prediction for the page");
    let unreadable = page_verdicts("a_pg1", &tests, &[Err("a.md is not text".to_owned())]);
    assert_eq!(unreadable.verdicts[1].reason, "a.md is not text");
}

#[test]
fn a_test_beyond_the_limits_fails_alone() {
    let tests = [
        test("math.jsonl", r#""type": "math", "math": "x""#),
        test("text.jsonl", r#""type": "present", "text": "end""#),
    ];
    let formulas: String = (0..6000).map(|number| format!("${number}$ ")).collect();
    let verdicts = run(&tests, &[&(formulas + "end")]).verdicts;
    assert_eq!((verdicts[0].fate, verdicts[1].fate), (Fate::NotRun, Fate::Passed));
    assert!(verdicts[0].reason.contains("5000"), "{}", verdicts[0].reason);
}

/// The official script gives 0.9430 for these files and 95 % intervals from 0.90 to 0.98, with other draws.
#[test]
fn rates_are_those_of_the_official_script() {
    let pass = [test("f", r#""type": "present", "text": "a""#)];
    let page = |file: &str, passes: bool| {
        let mut page = run(&pass, &[if passes { "a" } else { "b" }]);
        file.clone_into(&mut page.verdicts[0].file);
        page
    };
    let of_file = |file: &'static str, passed: usize, tests: usize| (0..tests).map(move |at| page(file, at < passed));
    let pages = of_file("baseline", 19, 20).chain(of_file("blanks.jsonl", 1, 1));
    let pages = pages.chain(of_file("dataset.jsonl", 87, 99)).collect();
    let bootstrap = Bootstrap::new(1000, 1, Confidence::default()).unwrap();
    let tests = UnitTests::of(vec![("A".to_owned(), pages)], &bootstrap).unwrap();
    let score = &tests.systems[0].score;
    assert!((score.value - (0.95 + 1.0 + 87.0 / 99.0) / 3.0).abs() < 1e-12);
    assert_eq!((score.passed, score.tests), (107, 120));
    let interval = score.interval.unwrap();
    assert!(
        (interval.low - 0.903).abs() < 0.01 && (interval.high - 0.976).abs() < 0.01,
        "{interval:?}"
    );
    assert!(UnitTests::of(vec![("A".to_owned(), Vec::new())], &bootstrap).is_none());
}
