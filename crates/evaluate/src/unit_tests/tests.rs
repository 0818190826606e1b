//! Tests of verdicts over repeats, and of pass rates.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::num::NonZeroUsize;

use texlens_stats::{Bootstrap, Confidence};

use crate::model::{Evaluation, Prediction, SampleResult};

use super::{Fate, FileTest, PageTests, PageVerdicts, SystemVerdicts, TestLine, UnitTests, page_verdicts};

fn test(file: &str, fields: &str) -> FileTest {
    let line = format!(r#"{{"pdf": "a.pdf", "page": 1, "id": "t", {fields}}}"#);
    FileTest::read(&format!("bench/{file}"), &line).unwrap()
}

fn run(tests: &[FileTest], repeats: &[&str]) -> PageVerdicts {
    let repeats: Vec<Result<String, String>> = repeats.iter().map(|text| Ok((*text).to_owned())).collect();
    page_verdicts("a_pg1", tests, &repeats)
}

fn of_system(system: &str, page: PageVerdicts) -> SystemVerdicts {
    let system = system.to_owned();
    SystemVerdicts { system, page }
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
    let pages: Vec<SystemVerdicts> = pages
        .chain(of_file("dataset.jsonl", 87, 99))
        .map(|page| of_system("A", page))
        .collect();
    let bootstrap = Bootstrap::new(1000, 1, Confidence::default()).unwrap();
    let tests = UnitTests::of(&pages, &bootstrap, NonZeroUsize::MIN).unwrap();
    let score = &tests.systems[0].score;
    assert!((score.value - (0.95 + 1.0 + 87.0 / 99.0) / 3.0).abs() < 1e-12);
    assert_eq!((score.passed, score.tests), (107, 120));
    let interval = score.interval.unwrap();
    assert!(
        (interval.low - 0.903).abs() < 0.01 && (interval.high - 0.976).abs() < 0.01,
        "{interval:?}"
    );
    assert_eq!(tests.systems[0].rate("unit_tests"), Some(score));
    assert_eq!(
        tests.systems[0].rate("unit_tests.present").map(|rate| rate.tests),
        Some(120)
    );
    assert_eq!(tests.systems[0].rate("unit_tests.dataset.jsonl"), None);
    assert!(tests.differences.is_empty());
    let none = of_system("A", run(&[], &["a"]));
    assert!(UnitTests::of([&none], &bootstrap, NonZeroUsize::MIN).is_none());
}

/// A is better on one test of four in one file, and on the only test of another: by 0.25 and 1.
#[test]
fn differences_are_paired_and_weigh_files_equally() {
    let present = r#""type": "present", "text": "a""#;
    let absent = r#""type": "absent", "text": "z""#;
    let mut verdicts = Vec::new();
    for (number, (file, fields, first, second)) in [
        ("one.jsonl", present, "a", "a"),
        ("one.jsonl", present, "a", "b"),
        ("one.jsonl", absent, "z", "z"),
        ("one.jsonl", absent, "a", "a"),
        ("two.jsonl", present, "a", "b"),
    ]
    .into_iter()
    .enumerate()
    {
        for (system, text) in [("A", first), ("B", second)] {
            let page = run(&[test(file, fields)], &[text]);
            let sample = format!("p{number}");
            verdicts.push(of_system(system, PageVerdicts { sample, ..page }));
        }
    }
    // A test that only one system has does not count.
    let alone = run(&[test("two.jsonl", present)], &["b"]);
    verdicts.push(of_system(
        "A",
        PageVerdicts {
            sample: "alone".to_owned(),
            ..alone
        },
    ));
    let bootstrap = Bootstrap::default();
    let tests = UnitTests::of(&verdicts, &bootstrap, NonZeroUsize::MIN).unwrap();
    let ids: Vec<&str> = tests.differences.iter().map(|one| one.metric.as_str()).collect();
    assert_eq!(ids, ["unit_tests", "unit_tests.absent", "unit_tests.present"]);
    let [score, absent, present] = &tests.differences[..] else {
        panic!("{ids:?}")
    };
    assert!((score.mean - 0.625).abs() < 1e-12);
    assert_eq!((score.samples, score.first_better, score.equal), (5, 2, 3));
    // The mean of the file with four tests is drawn from 0 to 1; the other adds 0.5.
    let interval = score.interval.unwrap();
    assert!(
        interval.low == 0.5 && interval.high <= 1.0 && score.is_clear,
        "{interval:?}"
    );
    assert!(
        score
            .summary
            .starts_with("A is better than B by 62.5 points in the score of the unit tests; the 95 % interval")
            && score
                .summary
                .ends_with("better on 2, equal on 3, worse on 0 of 5 tests."),
        "{}",
        score.summary
    );
    assert_eq!((absent.mean, absent.samples, absent.is_clear), (0.0, 2, false));
    assert!((present.mean - 2.0 / 3.0).abs() < 1e-12);
    let other_way: Vec<SystemVerdicts> = verdicts.into_iter().rev().collect();
    let tests = UnitTests::of(&other_way, &bootstrap, NonZeroUsize::MIN).unwrap();
    let of_score = tests.differences.iter().find(|one| one.metric == "unit_tests").unwrap();
    assert_eq!((of_score.first.as_str(), of_score.second_better), ("A", 0));
}

#[test]
fn a_line_that_is_no_test_is_returned_with_its_number_and_the_others_run() {
    let line = |line: usize, text: Result<String, String>| TestLine {
        path: "bench/tests.jsonl",
        line,
        text,
    };
    let present = r#"{"pdf": "a.pdf", "page": 1, "id": "t", "type": "present", "text": "square"}"#;
    let lines = [
        line(1, Ok("{}".to_owned())),
        line(2, Ok(present.to_owned())),
        line(3, Err("is not UTF-8".to_owned())),
    ];
    let (mut page, wrong) = PageTests::read("a_pg1", lines, Some("a.pdf"));
    let places: Vec<usize> = wrong.iter().map(|one| one.line).collect();
    assert_eq!((places, wrong[1].why.as_str()), (vec![1, 3], "is not UTF-8"));
    page.add("A", [Ok("a square".to_owned())]);
    page.add("B", []);
    let verdicts = page.verdicts();
    let passed = |system: usize| {
        verdicts[system]
            .page
            .verdicts
            .iter()
            .filter(|one| one.is_passed())
            .count()
    };
    assert_eq!((verdicts[0].system.as_str(), passed(0), passed(1)), ("A", 2, 0));
    assert!(verdicts[1].page.is_missing);
}

/// A report has samples of one page, and the verdicts of three.
#[test]
fn verdicts_go_to_the_samples_that_they_are_about() {
    let present = r#""type": "present", "text": "a""#;
    let page = |name: &str, repeats: &[&str]| PageVerdicts {
        sample: name.to_owned(),
        ..run(&[test("one.jsonl", present)], repeats)
    };
    let verdicts = [
        of_system("A", page("p1", &["a"])),
        of_system("B", page("p1", &[])),
        of_system("A", page("p2", &["b"])),
        of_system("B", page("p2", &["a"])),
        of_system("A", page("p3", &[])),
        of_system("B", page("p3", &[])),
    ];
    let unit_tests = UnitTests::of(&verdicts, &Bootstrap::default(), NonZeroUsize::MIN);
    let mut evaluation = Evaluation {
        samples: vec![SampleResult {
            id: "p1".to_owned(),
            prediction: Some(Prediction::given("A".to_owned(), "a".to_owned())),
            ..SampleResult::default()
        }],
        unit_tests: unit_tests.clone(),
        ..Evaluation::default()
    };
    evaluation.hand_out_verdicts();
    let found: Vec<(&str, Option<&str>, Vec<&str>, bool)> = (evaluation.samples.iter())
        .map(|sample| {
            let systems = sample.unit_tests.iter().map(|tests| tests.system.as_str());
            (
                sample.id.as_str(),
                sample.system(),
                systems.collect(),
                sample.texts_left_out,
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("p1", Some("A"), vec!["A", "B"], false),
            ("p2", Some("A"), vec!["A"], true),
            ("p2", Some("B"), vec!["B"], true),
            ("p3", None, vec!["A", "B"], true),
        ]
    );
    let again = UnitTests::of(
        evaluation.samples.iter().flat_map(|sample| &sample.unit_tests),
        &Bootstrap::default(),
        NonZeroUsize::MIN,
    );
    let scores = |tests: Option<UnitTests>| {
        tests
            .unwrap()
            .systems
            .into_iter()
            .map(|one| one.score)
            .collect::<Vec<_>>()
    };
    assert_eq!(scores(again), scores(unit_tests.clone()));
    // A report of the app has the verdicts in both places.
    evaluation.unit_tests = unit_tests;
    let before = evaluation.samples.clone();
    evaluation.hand_out_verdicts();
    assert_eq!(evaluation.samples, before);
}
