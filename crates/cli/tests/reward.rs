//! Tests of `texlens reward` as training code uses it.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod piped;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use piped::{command, with_input};
use serde_json::{Value, json};

fn lines(output: &Output) -> Vec<Value> {
    let text = std::str::from_utf8(&output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn jsonl(values: &[Value]) -> Vec<u8> {
    let lines: String = values.iter().map(|value| format!("{value}\n")).collect();
    lines.into_bytes()
}

fn reward(arguments: &[&str], input: &[Value]) -> Vec<Value> {
    let output = with_input(&[&["reward"], arguments].concat(), &jsonl(input));
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    lines(&output)
}

/// Five unit tests: `sa`, `ds`, `baseline`, `ctp`, `fa`.
const PAGE: &str = "\\section{Aim}\nWe show that every small thing is made of even smaller parts.\n\\[ a + b = c \\]\n";

/// Completions that pass 5, 4, 4 and 0 of the tests.
fn completions() -> [String; 4] {
    [
        PAGE.to_owned(),
        PAGE.replace("= c", "= d"),
        PAGE.replace("Aim", "Goal"),
        String::new(),
    ]
}

fn page() -> Value {
    json!({"id": "p", "reference": PAGE, "completions": completions()})
}

/// The same page as lines with one completion each.
fn page_by_lines() -> Vec<Value> {
    let line = |(index, completion): (usize, String)| match index {
        0 => json!({"id": "p", "reference": PAGE, "prediction": completion}),
        _ => json!({"id": "p", "prediction": completion}),
    };
    completions().into_iter().enumerate().map(line).collect()
}

fn close(value: &Value, expected: f64) -> bool {
    value.as_f64().is_some_and(|value| (value - expected).abs() < 1e-12)
}

#[test]
fn a_page_gives_its_completions_and_then_itself() {
    let records = reward(&["--k", "1,2,5"], &[page()]);
    assert_eq!(records.len(), 5);
    let rewards: Vec<_> = records[..4]
        .iter()
        .map(|record| record["reward"].as_f64().unwrap())
        .collect();
    assert_eq!(rewards, [1.0, 0.8, 0.8, 0.0]);
    // Mean 0.65, squares 0.1225 + 0.0225 + 0.0225 + 0.4225 = 0.59, standard deviation sqrt(0.59 / 3).
    let deviation = (0.59_f64 / 3.0).sqrt();
    for (record, reward) in records.iter().zip(rewards) {
        assert!(close(&record["advantage"], (reward - 0.65) / deviation), "{record}");
    }
    let second = &records[1];
    assert_eq!((&second["record"], &second["id"]), (&json!("completion"), &json!("p")));
    assert_eq!(
        (&second["index"], &second["passed"], &second["total"]),
        (&json!(1), &json!(4), &json!(5))
    );
    assert_eq!(
        second["tests"]["fa"],
        json!({"value": 0.0, "threshold": 0.8, "weight": 1.0, "passed": false})
    );
    assert_eq!(second["groups"]["structural"], json!({"passed": 1, "total": 1}));
    assert_eq!(second["groups"]["fidelity"], json!({"passed": 1, "total": 2}));
    assert!(
        second["undefined"]["ta"].as_str().unwrap().contains("no table"),
        "{second}"
    );
    assert!(second["tests"].get("csr").is_none() && second["undefined"].get("csr").is_none());
    let page = &records[4];
    assert_eq!(
        (&page["record"], &page["completions"], &page["failed"]),
        (&json!("page"), &json!(4), &json!(0))
    );
    assert!(close(&page["spread"]["mean"], 0.65) && close(&page["spread"]["deviation"], deviation));
    assert_eq!(
        (&page["spread"]["min"], &page["spread"]["max"]),
        (&json!(0.0), &json!(1.0))
    );
    // One of four passes all tests: 1/4 alone, 3 of 6 pairs.
    assert_eq!(page["pass_at"], json!({"1": 0.25, "2": 0.5, "5": null}));
}

#[test]
fn both_forms_of_input_give_the_same() {
    let by_lines = page_by_lines();
    assert_eq!(reward(&[], &by_lines), reward(&[], &[page()]));
    // Another page, a blank line and the end of the input each end a page.
    let other = json!({"id": 7, "reference": "x", "prediction": "x"});
    let input = [&by_lines[..], &[other]].concat();
    let pages = reward(&[], &input);
    assert_eq!(pages.iter().filter(|record| record["record"] == "page").count(), 2);
    assert_eq!(pages.last().unwrap()["id"], 7);
}

#[test]
fn completions_can_be_numbered() {
    let line = |index: u64| json!({"id": "p", "reference": "x", "completion": index, "prediction": "x"});
    let records = reward(&[], &[line(5), line(2)]);
    assert_eq!((&records[0]["index"], &records[1]["index"]), (&json!(5), &json!(2)));
    let output = with_input(&["reward"], &jsonl(&[line(5), line(5)]));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(lines(&output)[0]["error"], "line 1 is already completion 5 of its page");
}

#[test]
fn a_line_that_cannot_be_read_shifts_no_other_completion() {
    let line = |text: &str| json!({"id": "p", "reference": PAGE, "prediction": text}).to_string();
    let broken = line("x").replace("\"x\"", "\"\\ud800\"");
    let input = [line(PAGE), broken, line("")].join("\n");
    let output = with_input(&["reward"], input.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let completions: Vec<Value> = lines(&output)
        .into_iter()
        .filter(|record| record["record"] == "completion")
        .collect();
    let places: Vec<(&Value, &Value)> = completions.iter().map(|one| (&one["index"], &one["reward"])).collect();
    assert_eq!(places, [(&json!(0), &json!(1.0)), (&json!(2), &json!(0.0))]);
}

#[test]
fn an_id_that_a_number_cannot_hold_is_refused_and_a_single_completion_has_no_deviation() {
    let page = |id: &str| format!("{{\"id\": {id}, \"reference\": \"x\", \"prediction\": \"x\"}}");
    let input = [page("340282366920938463463374607431768211455"), page("-7"), page("0.5")].join("\n");
    let records = lines(&with_input(&["reward"], input.as_bytes()));
    assert_eq!(records[0]["error"], "\"id\" is too large a number; write it as text");
    let pages: Vec<&Value> = records.iter().filter(|record| record["record"] == "page").collect();
    assert_eq!((&pages[0]["id"], &pages[1]["id"]), (&json!(-7), &json!(0.5)));
    assert_eq!(pages[0]["spread"]["deviation"], Value::Null);
}

#[test]
fn rewards_and_values_are_those_of_score() {
    let records = reward(&[], &[page()]);
    for (record, completion) in records.iter().zip(completions()) {
        let pair = json!({"id": "p", "reference": PAGE, "prediction": completion});
        let output = with_input(&["score", "--pairs", "-"], &jsonl(&[pair]));
        let scored = &lines(&output)[0]["metrics"];
        assert_eq!(record["reward"].to_string(), scored["reward"]["value"].to_string());
        let tests = record["tests"].as_object().unwrap();
        assert_eq!(tests.len(), 5);
        for (metric, test) in tests {
            assert_eq!(
                test["value"].to_string(),
                scored[metric]["value"].to_string(),
                "{metric}"
            );
        }
        for (metric, reason) in record["undefined"].as_object().unwrap() {
            assert_eq!(reason, &scored[metric]["reason"], "{metric}");
        }
    }
}

#[test]
fn tests_can_be_left_out_and_weighted_and_thresholds_set() {
    let rewards = |arguments: &[&str]| -> Vec<f64> {
        let records = reward(arguments, &[page()]);
        records[..4]
            .iter()
            .map(|record| record["reward"].as_f64().unwrap())
            .collect()
    };
    assert_eq!(rewards(&["--without", "fidelity"]), [1.0, 1.0, 2.0 / 3.0, 0.0]);
    assert_eq!(rewards(&["--without", "structural,usability"]), [1.0, 0.5, 1.0, 0.0]);
    assert_eq!(rewards(&["--without", "fa", "--without", "sa"]), [1.0, 1.0, 1.0, 0.0]);
    assert_eq!(rewards(&["--set", "reward.fa=0"]), [1.0, 1.0, 0.8, 0.2]);
    assert_eq!(
        rewards(&["--weight", "fidelity=2, fa=4"]),
        [1.0, 5.0 / 9.0, 8.0 / 9.0, 0.0]
    );
    let records = reward(&["--pass", "0.8", "--k", "1"], &[page()]);
    assert_eq!(records[4]["pass_at"], json!({"1": 0.75}));
}

#[test]
fn wrong_options_are_refused_with_advice() {
    for (arguments, advice) in [
        (&["--without", "bleu"][..], "structural (sa, cc, rv)"),
        (&["--without", "structural,usability,fidelity"], "no unit test remains"),
        (&["--weight", "bleu=2"], "structural (sa, cc, rv)"),
        (&["--weight", "fa=0"], "from 0.000001 to 1000000"),
        (&["--weight", "csr=2"], "csr is left out"),
        (&["--weight", "fa"], "such as fa=2"),
        (&["--pass", "2"], "from 0 to 1"),
        (&["--k", "0"], "--k"),
        (&["--csr"], "TEXLENS_TEX"),
        (&["--set", "reward.bleu=1"], "reward.fa"),
        (&["nowhere.jsonl"], "nowhere.jsonl cannot be read"),
    ] {
        let output = with_input(&[&["reward"], arguments].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.contains(advice), "{arguments:?}: {message}");
    }
}

#[test]
fn equal_rewards_have_no_advantage_and_pages_without_tests_no_reward() {
    let page = json!({"id": "p", "reference": PAGE, "completions": ["", "", ""]});
    let records = reward(&[], &[page]);
    assert_eq!(
        (&records[0]["reward"], &records[0]["advantage"]),
        (&json!(0.0), &json!(0.0))
    );
    let page = json!({"id": "p", "reference": "words", "completions": ["words"]});
    let records = reward(&["--without", "usability"], &[page]);
    assert_eq!(
        (&records[0]["reward"], &records[0]["advantage"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!((&records[0]["total"], &records[1]["spread"]), (&json!(0), &Value::Null));
    assert_eq!(records[1]["pass_at"]["1"], Value::Null);
}

#[test]
fn a_page_is_answered_before_the_input_ends() {
    let mut child = command()
        .args(["reward", "--jobs", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut answered = |count: usize| -> Vec<Value> {
        let lines = output.by_ref().take(count);
        lines
            .map(|line| serde_json::from_str(&line.unwrap()).unwrap())
            .collect()
    };
    // Each answer is read before the next page is written.
    for _ in 0..5 {
        input.write_all(&jsonl(&[page()])).unwrap();
        input.flush().unwrap();
        assert_eq!(answered(5)[4]["record"], "page");
        input.write_all(&jsonl(&page_by_lines())).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
        assert_eq!(answered(5)[4]["record"], "page");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn bad_lines_and_completions_lose_nothing_else() {
    let long = "x".repeat((1 << 19) + 1);
    let mut input = Vec::new();
    for line in [
        "{\"id\": \"cut\", ".to_owned(),
        "[1]".to_owned(),
        json!({"reference": "x", "completions": ["x"]}).to_string(),
        json!({"id": "a", "reference": null, "completions": ["x"]}).to_string(),
        json!({"id": "b", "reference": "x", "completions": "x"}).to_string(),
        json!({"id": "c", "reference": "x"}).to_string(),
        json!({"id": "d", "prediction": "x"}).to_string(),
        json!({"id": "e", "reference": "x", "completions": []}).to_string(),
        json!({"id": "f", "reference": long, "completions": ["x"]}).to_string(),
        json!({"id": "g", "reference": PAGE, "completions": [PAGE, null, long, 3, ""]}).to_string(),
        json!({"id": "h", "reference": PAGE, "prediction": PAGE}).to_string(),
        "not JSON".to_owned(),
        json!({"id": "h", "reference": "another", "prediction": PAGE}).to_string(),
        json!({"id": "h", "completion": -1, "prediction": PAGE}).to_string(),
        json!({"id": "h", "prediction": null}).to_string(),
        json!({"id": "h", "prediction": ""}).to_string(),
    ] {
        input.extend_from_slice(line.as_bytes());
        input.push(b'\n');
    }
    input.extend_from_slice(b"{\"id\": \"caf\xe9\"}\n");
    input.resize(input.len() + (7 << 20), b' ');
    input.extend_from_slice(b"\n");
    input.extend(jsonl(&[
        json!({"id": "last", "reference": PAGE, "completions": [PAGE]}),
    ]));
    let output = with_input(&["reward", "--jobs", "3"], &input);
    assert_eq!(output.status.code(), Some(1));
    let records = lines(&output);
    let errors: Vec<(u64, &str)> = (records.iter())
        .filter(|record| record["record"] == "error")
        .map(|record| (record["line"].as_u64().unwrap(), record["error"].as_str().unwrap()))
        .collect();
    let expected = [
        (1, "at column 14"),
        (2, "a JSON object"),
        (3, "\"id\" is missing"),
        (4, "\"reference\" is null and must be text"),
        (5, "\"completions\" is text and must be a list"),
        (6, "either \"completions\" or \"prediction\""),
        (7, "\"reference\" is missing in the first line of the page"),
        (8, "\"completions\" is empty"),
        (9, "the reference has 524289 bytes"),
        (10, "the completion is null and must be text"),
        (10, "the prediction has 524289 bytes"),
        (10, "the completion is a number and must be text"),
        (12, "not JSON"),
        (13, "differs from that in line 11"),
        (14, "a whole number"),
        (17, "byte 0xE9"),
        (18, "longer than 6295552 bytes"),
        (15, "the completion is null and must be text"),
    ];
    assert_eq!(errors.len(), expected.len(), "{errors:#?}");
    for ((line, error), (expected_line, part)) in errors.iter().zip(expected) {
        assert!(
            *line == expected_line && error.contains(part),
            "{line}: {error}; {part}"
        );
    }
    let of = |id: &str| -> Vec<&Value> { records.iter().filter(|record| record["id"] == id).collect() };
    // The other completions of a page keep their places, and are compared with each other.
    let page = of("g");
    assert_eq!((&page[0]["index"], &page[4]["index"]), (&json!(0), &json!(4)));
    assert_eq!((&page[1]["index"], &page[1]["record"]), (&json!(1), &json!("error")));
    assert!(close(&page[0]["advantage"], 0.5_f64.sqrt()), "{}", page[0]);
    assert_eq!((&page[5]["completions"], &page[5]["failed"]), (&json!(5), &json!(3)));
    let page = of("h");
    assert_eq!(page.last().unwrap()["completions"], 3);
    assert_eq!(of("last")[0]["reward"], 1.0);
}

#[test]
fn threads_do_not_change_the_output() {
    let pages: Vec<Value> = (0..40)
        .map(|id| json!({"id": id, "reference": PAGE, "completions": completions()[..1 + id % 4]}))
        .collect();
    let input = jsonl(&pages);
    let output = |jobs: &str| with_input(&["reward", "--jobs", jobs], &input).stdout;
    assert_eq!(output("1"), output("7"));
}

#[test]
fn a_file_gives_a_summary_and_a_plot() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let (file, plot) = (folder.join("reward.jsonl"), folder.join("reward.svg"));
    fs::write(&file, jsonl(&[page(), page()])).unwrap();
    let [file, plot] = [&file, &plot].map(|path: &PathBuf| path.to_str().unwrap());
    let output = command()
        .args(["reward", file, "--summary", "--plot", plot])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let summary = String::from_utf8(output.stderr).unwrap();
    let has = |words: &[&str]| {
        summary
            .lines()
            .any(|line| line.split_whitespace().eq(words.iter().copied()))
    };
    assert!(
        has(&["mean", "reward", "0.6500", "2"]) && has(&["pass@1", "0.2500", "2"]),
        "{summary}"
    );
    assert!(
        has(&["sa", "4", "8", "0.5000"]) && has(&["ta", "0", "0", "–"]),
        "{summary}"
    );
    let svg = fs::read_to_string(plot).unwrap();
    // The best of four completions passes everything; of two, in three of six pairs, otherwise 0.8.
    assert!(svg.contains("k = 4: 1.000, standard deviation 0.000, 2 pages"), "{svg}");
    assert!(svg.contains("k = 2: 0.900"), "{svg}");
}

#[test]
fn completions_are_compiled_on_request() {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/tex");
    let tex = engine.to_str().unwrap();
    let page = json!({"id": "p", "reference": PAGE, "completions": [PAGE, PAGE.replace("\\]", "")]});
    let records = reward(&["--csr", "--tex", tex], &[page]);
    let csr = |index: usize| &records[index]["tests"]["csr"];
    assert_eq!(
        csr(0),
        &json!({"value": 1.0, "threshold": 1.0, "weight": 1.0, "passed": true})
    );
    assert_eq!(
        csr(1),
        &json!({"value": 0.0, "threshold": 1.0, "weight": 1.0, "passed": false})
    );
    assert_eq!(records[0]["groups"]["usability"], json!({"passed": 3, "total": 3}));
}
