//! Result files of pdf-parse-bench: means as the benchmark's code calculates them, and any input.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use serde_json::Value;
use texlens_evaluate::Bootstrap;
use texlens_leaderboard::{
    Fingerprint, Leaderboard, LeaderboardError, Origin, ResultFiles, Standing, is_result_file, printed, reasons,
};

/// Adds all files of a folder.
fn add(files: &mut ResultFiles, folder: &Path, name: &str) {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        let inner = format!("{name}/{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            add(files, &path, &inner);
        } else {
            assert!(is_result_file(&inner));
            files.add(&inner, &fs::read_to_string(&path).unwrap()).unwrap();
        }
    }
}

fn data() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

fn files(dataset: &str) -> ResultFiles {
    let mut files = ResultFiles::default();
    add(&mut files, &data().join(dataset), dataset);
    files
}

/// The means that the benchmark's code has written.
fn summary(path: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(data().join(path).join("benchmark_results.json")).unwrap()).unwrap()
}

fn number(board: &Leaderboard, system: &str, column: &str) -> f64 {
    let row = board.rows.iter().find(|row| row.system == system).unwrap();
    row.values[board.column(column).unwrap()].as_ref().unwrap().number
}

fn near(a: f64, b: &Value) {
    let b = b.as_f64().unwrap();
    assert!((a - b).abs() < 1e-12, "{a} is not {b}");
}

#[test]
fn means_of_pages_are_those_of_the_code_of_2025() {
    let boards = files("2025-q4").boards("2025-q4").unwrap();
    assert_eq!(boards.len(), 2, "one for each judge");
    for board in &boards {
        let judge = board.protocol.judge.as_ref().unwrap();
        assert_eq!(judge.protocol.as_deref(), Some("pdf_parse_bench_2025_formula"));
        let model = judge.model.as_deref().unwrap();
        for (folder, system) in [("alpha", "Alpha OCR"), ("beta", "Beta OCR")] {
            let summary = summary(&format!("2025-q4/{folder}"));
            for (column, field) in [
                ("judge_by_page", "average_scores"),
                ("judge_inline_by_page", "average_inline_scores"),
                ("judge_display_by_page", "average_display_scores"),
            ] {
                near(number(board, system, column), &summary[field][model]);
            }
            near(number(board, system, "cdm_by_page"), &summary["average_cdm_score"]);
        }
        assert!(matches!(&board.origin, Origin::Calculated(origin) if origin.created == "2025-12-02"));
        assert_eq!(board.protocol.pages.size, "5 inline and 3 display formulas");
    }
}

#[test]
fn means_of_formulas_are_those_of_the_present_code() {
    let boards = files("2026-q1").boards("2026-q1").unwrap();
    let [formulas, tables] = &boards[..] else { panic!() };
    let summary = summary("2026-q1/gamma");
    let model = "google/gemma-4-31b-it";
    for (board, column, field) in [
        (formulas, "judge", "average_formula_scores"),
        (formulas, "judge_inline", "average_inline_formula_scores"),
        (formulas, "judge_display", "average_display_formula_scores"),
        (tables, "judge_tables", "average_table_scores"),
    ] {
        near(number(board, "Gamma", column), &summary[field][model]);
    }
    let formula = formulas.protocol.judge.as_ref().unwrap();
    assert_eq!(formula.protocol.as_deref(), Some("pdf_parse_bench_2026_formula"));
    assert_eq!(
        tables.protocol.judge.as_ref().unwrap().protocol,
        None,
        "the files do not say it"
    );
    assert!(formulas.column("judge_by_page").is_none());
}

#[test]
fn verdicts_become_samples_and_runs_that_are_saved_and_read_again() {
    let files = files("2025-q4");
    let evaluations = files.evaluations(&Bootstrap::default());
    let [evaluation] = &evaluations[..] else { panic!() };
    assert_eq!(evaluation.title, "pdf-parse-bench made-2025");
    assert_eq!((evaluation.samples.len(), evaluation.judge.len()), (16, 2));
    let sample = &evaluation.samples[0];
    assert_eq!(
        (sample.case(), sample.reference.as_deref(), sample.system()),
        ("000#1", Some("a+b"), Some("Alpha OCR"))
    );
    for metric in [
        "cdm_unimernet",
        "pdf_parse_bench_bleu",
        "pdf_parse_bench_levenshtein",
        "judge",
    ] {
        assert!(
            sample
                .scores
                .iter()
                .any(|score| score.metric == metric && score.value().is_some()),
            "{metric}"
        );
    }
    let html = texlens_report::to_html(evaluation, &texlens_report::Assets::default()).unwrap();
    let again = texlens_leaderboard::read("a", &html).unwrap();
    assert_eq!(again, files.boards("a").unwrap());
}

#[test]
fn released_results_join_the_printed_table_if_their_formulas_are_the_same() {
    let mut boards = files("2025-q4").boards("2025-q4").unwrap();
    let paper = printed("pdf-parse-bench-2025-q4").next().unwrap();
    let mini = |board: &&mut Leaderboard| {
        board.protocol.judge.as_ref().unwrap().canonical_model().as_deref() == Some("gpt-5-mini")
    };
    let board = boards.iter_mut().find(mini).unwrap();
    let apart: Vec<String> = reasons(&board.protocol, &paper.protocol)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        apart,
        ["The references differ: pdf-parse-bench made-2025 and pdf-parse-bench 2025-q4."]
    );
    // The same formulas: the rows are one set, and the columns of the paper are filled.
    let print = paper.protocol.pages.fingerprints[&Fingerprint::Formulas].clone();
    board.protocol.pages.fingerprints.insert(Fingerprint::Formulas, print);
    let standing = Standing::of(vec![paper, board.clone()]);
    let [set] = &standing.sets[..] else {
        panic!("{:?}", standing.apart)
    };
    assert_eq!(set.rows.len(), 23);
    let at = |id: &str| set.columns.iter().position(|column| column.id == id).unwrap();
    for id in ["judge_by_page", "judge_display_by_page", "cdm_by_page"] {
        assert!(set.rows.iter().all(|row| row.values[at(id)].is_some()), "{id}");
    }
    let names: std::collections::BTreeSet<&str> = set.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names.len(), set.columns.len(), "no two columns have one name");
    let shown = standing.shown().sets.remove(0).table;
    let origins: Vec<&str> = shown.rows.iter().map(|row| row[1].as_str()).collect();
    assert!(origins.contains(&"printed, not measured") && origins.contains(&"calculated from result files"));
}

#[test]
fn a_damaged_file_names_its_place() {
    let mut files = ResultFiles::default();
    let error = files
        .add("x/000/formulas.json", "[\n {\"gt_formula\": 1}]")
        .unwrap_err();
    assert!(
        matches!(&error, LeaderboardError::ResultFile { line: 2, .. }),
        "{error}"
    );
    assert!(matches!(
        files.add("formulas.json", "[]").unwrap_err(),
        LeaderboardError::NoPage(_)
    ));
    // Pairs without scores, as extraction writes them, and unknown names are passed over.
    files
        .add("x/000/formulas.json", r#"[{"gt_formula": "a", "parsed_formula": "a"}]"#)
        .unwrap();
    files.add("x/000/cdm.png", "?").unwrap();
    assert!(files.is_empty());
    assert_eq!(files.boards("x"), Err(LeaderboardError::NoScores));
}

#[test]
fn scores_outside_the_scale_are_brought_into_it() {
    let mut files = ResultFiles::default();
    let text = r#"[{"gt_formula": "a", "extracted_formula": "", "llm_scores": [{"judge_model": "m", "score": 12}]},
                   {"gt_formula": "b", "extracted_formula": "b", "llm_scores": [{"judge_model": "m", "score": -1}]}]"#;
    files.add("p/0/formulas.json", text).unwrap();
    let boards = files.boards("p").unwrap();
    assert_eq!(number(&boards[0], "p", "judge"), 5.0);
    assert_eq!(boards[0].rows[0].remark, "1 missing");
}

proptest! {
    #[test]
    fn any_bytes_are_an_error_or_leaderboards(path in "[a-z0-9/.]{0,20}", name in 0..6_usize, text in ".{0,200}") {
        let names = ["eval_formula_results.json", "formula_results.json", "formulas.json", "tables.json",
                     "benchmark_results.json", "other"];
        let mut files = ResultFiles::default();
        let _ = files.add(&format!("{path}/{}", names[name]), &text);
        let _ = files.boards("any");
        let _ = texlens_leaderboard::read("any", &text);
    }

    #[test]
    fn any_scores_have_means_on_the_scale(
        scores in prop::collection::vec((any::<bool>(), prop::num::f64::ANY, 0..3_usize), 1..20)
    ) {
        let mut files = ResultFiles::default();
        for page in 0..3 {
            let items: Vec<Value> = scores.iter().filter(|(.., of)| *of == page).map(|(is_display, score, _)| {
                let formula = if *is_display { "$$a$$" } else { "$a$" };
                serde_json::json!({"gt_formula": formula, "extracted_formula": formula,
                    "llm_evals": [{"judge_model": "m", "score": score.clamp(-1e9, 1e9), "is_correct": true}]})
            }).collect();
            let text = serde_json::to_string(&items).unwrap();
            let _ = files.add(&format!("p/{page}/eval_formula_results.json"), &text);
        }
        if let Ok(boards) = files.boards("p") {
            for value in boards.iter().flat_map(|board| &board.rows).flat_map(|row| &row.values).flatten() {
                prop_assert!((0.0..=10.0).contains(&value.number));
            }
        }
    }
}
