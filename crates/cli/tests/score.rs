//! Tests of `texlens score` as scripts use it.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod piped;

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use piped::{command, with_input};
use serde_json::{Value, json};

fn texlens(arguments: &[&str]) -> Output {
    command().args(arguments).output().unwrap()
}

/// Writes a file for this test. It is removed with the build folder.
fn file(name: &str, bytes: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

const PAGE: &str = "\\section{Aim}\nWe show that every small thing is made of parts.\n";

#[test]
fn two_files_give_one_object_with_the_settings() {
    let reference = file("two-r.tex", PAGE.as_bytes());
    let prediction = file("two-p.tex", PAGE.replace("small", "smal").as_bytes());
    let output = texlens(&["score", "--reference", &reference, "--prediction", &prediction]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let scored = &lines(&output)[0];
    assert_eq!(scored["id"], "two-r");
    assert_eq!(
        scored["metrics"]["sa"],
        json!({"value": 1.0, "numerator": 1.0, "denominator": 1.0, "summary": "1 of 1 predicted titles are right"})
    );
    let ctp = &scored["metrics"]["ctp"];
    assert_eq!((&ctp["value"], &ctp["denominator"]), (&json!(0.0), &json!(1.0)));
    let summary = ctp["summary"].as_str().unwrap();
    assert!(
        summary.starts_with("0 of 1 ") && summary.contains("We show that"),
        "{summary}"
    );
    assert_eq!(scored["metrics"]["ds"]["denominator"], PAGE.len() as f64);
    assert_eq!(scored["metrics"]["ds"]["numerator"], PAGE.len() as f64 - 1.0);
    assert_eq!(scored["settings"]["ctp.min_words"], "8");
}

#[test]
fn an_undefined_metric_is_null_with_a_reason() {
    let empty = file("empty.tex", b"");
    let output = texlens(&["score", "--reference", &empty, "--prediction", &empty]);
    let sa = &lines(&output)[0]["metrics"]["sa"];
    assert_eq!(sa["value"], Value::Null);
    assert_eq!(sa["reason"], "neither side has a section heading");
    assert!(sa.get("numerator").is_none());
}

#[test]
fn spans_are_byte_ranges_of_the_files() {
    let page = file("spans.tex", format!("é {PAGE}").as_bytes());
    let output = texlens(&["score", "--spans", "--reference", &page, "--prediction", &page]);
    let span = &lines(&output)[0]["metrics"]["sa"]["spans"][0];
    assert_eq!(span["range"], json!({"start": 3, "end": 16}));
    assert_eq!(span["kind"], "match");
}

#[test]
fn settings_change_scores_and_wrong_ones_are_refused() {
    let page = file("set.tex", b"Only five words are here.");
    let arguments = ["score", "--reference", &page, "--prediction", &page, "--set"];
    let with = |setting| texlens(&[&arguments[..], &[setting]].concat());
    let output = with("ctp.min_words=5");
    assert_eq!(lines(&output)[0]["metrics"]["ctp"]["value"], 1.0);
    assert_eq!(lines(&output)[0]["settings"]["ctp.min_words"], "5");
    let output = with("ctp.min_word=5");
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(
        error.contains("no setting \"ctp.min_word\"; there are ") && error.contains("ctp.min_words"),
        "{output:?}"
    );
}

#[test]
fn a_profile_sets_all_readings_at_once() {
    let page = file("profile.tex", b"As \\cite{a} has shown.");
    let arguments = ["score", "--reference", &page, "--prediction", &page];
    let by_default = &lines(&texlens(&arguments))[0];
    assert_eq!(by_default["metrics"]["cc"]["value"], json!(null));
    assert_eq!(by_default["settings"]["profile"], "texlens");
    let letter = texlens(&[&arguments[..], &["--profile", "texocr-letter"]].concat());
    let letter = &lines(&letter)[0];
    assert_eq!(letter["metrics"]["cc"]["value"], 0.0);
    assert_eq!(letter["settings"]["profile"], "texocr-letter");
    assert_eq!(letter["settings"]["cc.undefined_without_bibliography"], "false");
    let wrong = texlens(&[&arguments[..], &["--profile", "texocr"]].concat());
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("texocr-letter"), "{wrong:?}");
}

#[test]
fn a_table_is_for_people() {
    let page = file("table.tex", PAGE.as_bytes());
    let output = texlens(&[
        "score",
        "--format",
        "table",
        "--reference",
        &page,
        "--prediction",
        &page,
    ]);
    let lines: Vec<_> = text(&output.stdout)
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .collect();
    assert_eq!(lines[0], ["table"]);
    assert!(
        lines.contains(&vec![
            "sa",
            "1.0000",
            "1",
            "of",
            "1",
            "predicted",
            "titles",
            "are",
            "right"
        ]),
        "{lines:?}"
    );
}

#[test]
fn pairs_give_one_line_each() {
    let input = [
        json!({"id": "a", "reference": PAGE, "prediction": PAGE}),
        json!({"id": "b", "kind": "formula", "reference": "x^2", "prediction": "x^{2}"}),
        json!({"id": 3, "kind": "document", "pages": [
            {"reference": "one", "prediction": "one"}, {"reference": "two", "prediction": ""}]}),
    ];
    let input: String = input.iter().map(|line| format!("{line}\n\n")).collect();
    let output = texlens(&["score", "--pairs", &file("pairs.jsonl", input.as_bytes())]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let scored = lines(&output);
    assert_eq!(scored.len(), 3);
    assert_eq!(scored[0]["metrics"]["ds"]["value"], 1.0);
    assert!(scored[0].get("settings").is_none());
    assert_eq!(scored[1]["metrics"]["exact"]["value"], 1.0);
    assert_eq!(scored[2]["id"], 3);
    assert_eq!(
        scored[2]["metrics"]["baseline"],
        json!({
            "value": 0.5, "numerator": 1.0, "denominator": 2.0,
            "summary": "1 of 2 pages are usable; for example, the page is empty"
        })
    );
}

#[test]
fn a_bad_line_is_reported_in_its_place_and_the_others_are_scored() {
    let mut input = Vec::new();
    for line in [
        &b"{\"id\": \"cut\", "[..],
        b"{\"id\": \"latin\", \"reference\": \"caf\xe9\", \"prediction\": \"\"}",
        b"{\"id\": \"half\", \"reference\": \"x\"}",
        b"{\"id\": \"kind\", \"kind\": \"book\", \"reference\": \"x\", \"prediction\": \"x\"}",
        b"{\"id\": \"both\", \"kind\": \"page\", \"pages\": []}",
        b"{\"reference\": \"x\", \"prediction\": \"x\"}",
        b"[1]",
        b"\xef\xbb\xbf{\"id\": \"good\", \"reference\": \"x\", \"prediction\": \"x\"}",
    ] {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    let output = with_input(&["score", "--pairs", "-"], &input);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let lines = lines(&output);
    let errors: Vec<_> = lines[..7]
        .iter()
        .map(|line| (line["line"].as_u64(), line["error"].as_str().unwrap()))
        .collect();
    assert_eq!(
        errors.iter().map(|error| error.0).collect::<Vec<_>>(),
        (1..=7).map(Some).collect::<Vec<_>>()
    );
    assert!(errors[0].1.contains("at column 14"), "{}", errors[0].1);
    assert!(
        errors[1].1.contains("byte 0xE9 at offset 33") && errors[1].1.contains("iconv"),
        "{}",
        errors[1].1
    );
    assert!(
        errors[2].1.contains("\"reference\" and \"prediction\""),
        "{}",
        errors[2].1
    );
    assert!(errors[3].1.contains("unknown variant `book`"), "{}", errors[3].1);
    assert!(errors[4].1.contains("\"document\""), "{}", errors[4].1);
    assert!(errors[5].1.contains("\"id\""), "{}", errors[5].1);
    assert!(errors[6].1.contains("a JSON object"), "{}", errors[6].1);
    assert_eq!(lines[2]["id"], "half");
    assert_eq!(lines[7]["metrics"]["ds"]["value"], 1.0);
}

#[test]
fn files_that_cannot_be_read_say_why() {
    let latin = file("latin.tex", b"caf\xe9");
    let output = texlens(&["score", "--reference", &latin, "--prediction", &latin]);
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    assert!(
        message.contains("latin.tex is not UTF-8: byte 0xE9 at offset 3") && message.contains("--encoding latin1"),
        "{message}"
    );

    let output = texlens(&["score", "--reference", "nowhere.tex", "--prediction", &latin]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("nowhere.tex cannot be read"),
        "{output:?}"
    );
}

#[test]
fn a_text_that_is_too_long_is_refused() {
    let long = file("long.tex", &vec![b'x'; 2 << 20]);
    let output = texlens(&["score", "--reference", &long, "--prediction", &long]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("2097152 bytes"), "{output:?}");
}

#[test]
fn incomplete_arguments_are_refused() {
    assert_eq!(texlens(&["score"]).status.code(), Some(2));
    assert_eq!(texlens(&["score", "--reference", "a"]).status.code(), Some(2));
    assert_eq!(
        texlens(&["score", "--pairs", "a", "--reference", "b"]).status.code(),
        Some(2)
    );
}

#[test]
fn formulas_are_scored_with_the_bundled_model() {
    let input = json!({"id": "a", "kind": "formula", "reference": "\\frac{a+b}{c}=1", "prediction": "(a+b)/c=1"});
    let output = with_input(&["score", "--pairs", "-"], input.to_string().as_bytes());
    let metrics = &lines(&output)[0]["metrics"];
    assert_eq!(metrics["texbleu_aligned"]["value"], 1.0, "{metrics}");
    let texbleu = metrics["texbleu"]["value"].as_f64().unwrap();
    assert!((0.0..1.0).contains(&texbleu), "{texbleu}");
    assert_eq!(metrics["texbleu_released"]["value"], Value::Null);
}

#[test]
fn a_formula_typeset_elsewhere_brings_its_boxes() {
    let rendered = |tokens: &[&str]| {
        let boxes = tokens.iter().enumerate();
        let boxes = boxes.map(|(at, token)| json!({"token": token, "bbox": [20 * at, 8, 20 * at + 12, 30]}));
        json!({"boxes": boxes.collect::<Vec<_>>(), "size": [200, 40]})
    };
    let line = json!({
        "id": "f",
        "kind": "formula",
        "reference": "a+b=c",
        "prediction": "a+b=d",
        "glyph_boxes": {"unimernet": {
            "reference": rendered(&["a", "+", "b", "=", "c"]),
            "prediction": rendered(&["a", "+", "b", "=", "d"]),
        }},
    });
    let output = with_input(&["score", "--pairs", "-"], line.to_string().as_bytes());
    let metrics = &lines(&output)[0]["metrics"];
    assert_eq!(metrics["cdm_unimernet"]["value"], 0.8, "{metrics}");
    assert_eq!(metrics["cdm_omnidocbench"]["value"], Value::Null);
}

/// The small tokeniser of the tests of the metrics.
const TOKENISER: &str = include_str!("../../metrics/tests/oracle/tokenizer.json");

#[test]
fn a_tokeniser_of_texbleu_is_used_and_named() {
    let tokeniser = file("tokenizer.json", TOKENISER.as_bytes());
    let reference = file("tokeniser-r.tex", b"a+b+c=d");
    let prediction = file("tokeniser-p.tex", b"a+b+c=e");
    let arguments = [
        "score",
        "--kind",
        "formula",
        "--reference",
        &reference,
        "--prediction",
        &prediction,
        "--texbleu-tokenizer",
        &tokeniser,
    ];
    let output = texlens(&arguments);
    let scored = &lines(&output)[0];
    let old = scored["metrics"]["texbleu_old"]["value"].as_f64().unwrap();
    assert!((old - (3.0_f64 / 7.0).powf(0.25)).abs() < 1e-12, "{old}");
    let setting = scored["settings"]["texbleu.tokenizer"].as_str().unwrap();
    assert!(setting.starts_with("sha256:") && setting.len() == 71, "{setting}");
    let summary = scored["metrics"]["texbleu"]["summary"].as_str().unwrap();
    assert!(
        summary.contains(&format!("variant texbleu[tokenizer={setting}]")),
        "{summary}"
    );
    // What the user has set stays, and `texbleu_old` needs the file alone.
    for chosen in ["texlens", "characters"] {
        let set = format!("texbleu.tokenizer={chosen}");
        let output = texlens(&[&arguments[..], &["--set", &set]].concat());
        let scored = &lines(&output)[0];
        assert_eq!(scored["metrics"]["texbleu_old"]["value"].as_f64(), Some(old));
        assert_eq!(scored["settings"]["texbleu.tokenizer"], chosen);
    }

    let without = texlens(&arguments[..7]);
    let reason = lines(&without)[0]["metrics"]["texbleu_old"]["reason"].clone();
    assert!(reason.as_str().unwrap().contains("--texbleu-tokenizer"), "{reason}");
}

#[test]
fn a_file_that_is_no_tokeniser_ends_with_advice() {
    let huge = file("huge.json", b"");
    // The file is sparse and takes no space on disk.
    fs::File::options()
        .write(true)
        .open(&huge)
        .unwrap()
        .set_len(100 << 20)
        .unwrap();
    let other = TOKENISER.replace("\"Whitespace\"", "\"ByteLevel\"");
    for (path, told) in [
        (huge, "has more than 16777216 bytes"),
        (
            file("bytes.json", b"\xff\xfe{}"),
            "it is not UTF-8; is it the right file, and complete?",
        ),
        (
            file("half.json", &TOKENISER.as_bytes()[..500]),
            "is it the right file, and complete?",
        ),
        (
            file("other.json", other.as_bytes()),
            "the tokeniser has pre_tokenizer.type = \"ByteLevel\"",
        ),
        ("no-such.json".to_owned(), "no-such.json cannot be read"),
    ] {
        let output = texlens(&["score", "--pairs", "-", "--texbleu-tokenizer", &path]);
        assert_eq!(output.status.code(), Some(2));
        let error = text(&output.stderr);
        assert!(error.contains(told) && error.contains(path.as_str()), "{told}: {error}");
    }
}

#[test]
fn text_around_the_latex_of_an_answer_is_removed_unless_it_is_to_stay() {
    let reference = file("answer-r.tex", PAGE.as_bytes());
    let answer = format!("Sure! Here is the LaTeX:\n```latex\n{PAGE}```\nLet me know if you need more.\n");
    let prediction = file("answer-p.tex", answer.as_bytes());
    let arguments = ["score", "--reference", &reference, "--prediction", &prediction];
    let output = texlens(&arguments);
    assert_eq!(lines(&output)[0]["metrics"]["ds"]["value"], 1.0);
    assert_eq!(lines(&output)[0]["settings"].get("whole_answers"), None);
    let said = text(&output.stderr);
    assert!(
        said.contains("removed text around the LaTeX of 1 text: ") && said.contains("answer-p.tex; --whole-answers"),
        "{said}"
    );
    let output = texlens(&[&arguments[..], &["--whole-answers"]].concat());
    assert!(lines(&output)[0]["metrics"]["ds"]["value"].as_f64().unwrap() < 1.0);
    assert_eq!(lines(&output)[0]["settings"]["whole_answers"], "true");
    assert_eq!(text(&output.stderr), "");

    // Columns of lists follow the same rule.
    let pair = json!({"id": "a", "reference": PAGE, "prediction": answer});
    let pages = json!({"id": "b", "kind": "document", "pages": [{"reference": PAGE, "prediction": answer}]});
    let pairs = file("answer.jsonl", format!("{pair}\n{pages}\n").as_bytes());
    let output = texlens(&["score", "--pairs", &pairs]);
    for line in lines(&output) {
        assert_eq!(line["metrics"]["ds"]["value"], 1.0, "{line}");
    }
    let said = text(&output.stderr);
    assert!(said.contains("of 2 texts: \"a\", \"b\";"), "{said}");
}

#[test]
fn latin1_is_read_if_it_is_named() {
    let utf8 = file("latin1-r.tex", "Un caf\u{e9} \u{201c}noir\u{201d}.".as_bytes());
    let latin1 = file("latin1-p.tex", b"Un caf\xe9 \x93noir\x94.");
    let arguments = ["score", "--reference", &utf8, "--prediction", &latin1];
    let refused = texlens(&arguments);
    assert_eq!(refused.status.code(), Some(2));
    let said = text(&refused.stderr);
    assert!(
        said.contains("byte 0xE9 at offset 6") && said.contains("--encoding latin1"),
        "{said}"
    );
    let read = texlens(&[&arguments[..], &["--encoding", "latin1"]].concat());
    // The reference is UTF-8 and stays so.
    assert_eq!(lines(&read)[0]["metrics"]["ds"]["value"], 1.0, "{read:?}");
    let utf16: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain(
            "Un caf\u{e9} \u{201c}noir\u{201d}."
                .encode_utf16()
                .flat_map(u16::to_le_bytes),
        )
        .collect();
    let utf16 = file("utf16-p.tex", &utf16);
    let read = texlens(&["score", "--reference", &utf8, "--prediction", &utf16]);
    assert_eq!(lines(&read)[0]["metrics"]["ds"]["value"], 1.0, "{read:?}");
    let pairs = file(
        "latin1.jsonl",
        b"{\"id\": 1, \"reference\": \"caf\xe9\", \"prediction\": \"caf\xe9\"}\n",
    );
    assert_eq!(texlens(&["score", "--pairs", &pairs]).status.code(), Some(1));
    let read = texlens(&["score", "--pairs", &pairs, "--encoding", "latin1"]);
    assert_eq!(lines(&read)[0]["metrics"]["ds"]["value"], 1.0, "{read:?}");
}
