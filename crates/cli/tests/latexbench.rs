//! Tests of `texlens latexbench`: items as files, and answers with and without flaws.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]
#![allow(clippy::print_stderr, reason = "what is skipped is said")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};
use texlens_latexbench::{Item, items, read_items};

struct Place(PathBuf);

impl Place {
    /// Returns an empty folder for a test.
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("latexbench").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }

    /// Writes items of the paper's seed and answers to them, and returns the items.
    fn answered(&self, answer: impl Fn(&Item) -> Option<String>) -> Vec<Item> {
        let items = items(1234);
        self.write("items.jsonl", &texlens_latexbench::to_jsonl(&items));
        let line = |item: &Item| Some(json!({"id": item.id, "answer": answer(item)?}).to_string() + "\n");
        self.write("answers.jsonl", &items.iter().filter_map(line).collect::<String>());
        items
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_texlens"))
            .arg("latexbench")
            .args(arguments)
            .current_dir(&self.0)
            .output()
            .unwrap()
    }
}

fn text(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// Reports whether the engine's files exist. They come with the repository.
fn engine() -> bool {
    let given = std::env::var_os("TEXLENS_TEX").map(PathBuf::from);
    let folder = given.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/tex"));
    let there = folder.join("manifest.json").exists();
    if !there {
        eprintln!("skipped: no TeX engine in {}", folder.display());
    }
    there
}

#[test]
fn the_items_of_a_seed_are_files() {
    let place = Place::new("make");
    let output = place.run(&["make", "--seed", "7", "--out", "new/seven"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(
        text(&output).contains("150 items written to new/seven"),
        "{}",
        text(&output)
    );
    assert_eq!(read_items(&place.read("new/seven/items.jsonl")).unwrap(), items(7));
    assert!(place.read("new/seven/index.html").contains("150 items of seed 7"));
    assert!(
        fs::read(place.0.join("new/seven/workbook.xlsx"))
            .unwrap()
            .starts_with(b"PK")
    );

    // A folder with files is left alone, unless this is forced.
    let before = place.read("new/seven/items.jsonl");
    let output = place.run(&["make", "--seed", "8", "--out", "new/seven"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output).contains("not empty") && text(&output).contains("--force"),
        "{}",
        text(&output)
    );
    assert_eq!(place.read("new/seven/items.jsonl"), before);
    let output = place.run(&["make", "--seed", "8", "--out", "new/seven", "--force"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert_ne!(place.read("new/seven/items.jsonl"), before);
}

#[test]
fn one_family_has_the_same_items() {
    let place = Place::new("family");
    let output = place.run(&["make", "--family", "edit", "--out", "edits"]);
    assert!(text(&output).contains("50 items written"), "{}", text(&output));
    let edits = read_items(&place.read("edits/items.jsonl")).unwrap();
    assert!(edits.iter().all(|item| items(1234).contains(item)));
}

#[test]
fn references_pass_with_and_without_the_engine() {
    let place = Place::new("references");
    place.answered(|item| Some(item.reference_answer()));
    for more in [&[][..], &["--compile"]] {
        if !more.is_empty() && !engine() {
            continue;
        }
        let output = place.run(&[&["check", "items.jsonl", "answers.jsonl"], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        let shown = text(&output);
        for told in [
            "50 of 50",
            "30 of 30",
            "20 of 20",
            "92.9 % to 100.0 %",
            "specificity): 100.0 %",
        ] {
            assert!(shown.contains(told), "{told}: {shown}");
        }
    }
}

#[test]
fn the_engine_decides_about_commands_that_rules_do_not_know() {
    if !engine() {
        return;
    }
    let place = Place::new("engine");
    // In a document with its own preamble, the quick check accepts unknown commands.
    place.answered(|item| {
        Some(
            item.reference_answer()
                .replace("\\end{document}", "\\nosuchcommand\n\\end{document}"),
        )
    });
    let rate = |more: &[&str]| {
        let output = place.run(&[&["check", "items.jsonl", "answers.jsonl", "--json", "out.json"], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        let written: Value = serde_json::from_str(&place.read("out.json")).unwrap();
        written["rates"][0]["passed"].as_u64().unwrap()
    };
    assert_eq!(rate(&[]), 50);
    assert_eq!(rate(&["--compile"]), 17, "snippets alone have no such command");
}

#[test]
fn missing_and_wrong_answers_lower_the_rates() {
    let place = Place::new("wrong");
    let items = place.answered(|item| match item.id.as_str() {
        "generation-01-simple" | "contrast-50" => None,
        "edit-01" => Some("I cannot edit this.".to_owned()),
        "contrast-01" => Some("There is a bug.".to_owned()),
        _ => Some(item.reference_answer()),
    });
    let more = place.read("answers.jsonl") + "\n{\"id\": \"edit-51\", \"answer\": \"x\"}\n";
    place.write("answers.jsonl", &more);
    let output = place.run(&["check", "items.jsonl", "answers.jsonl", "--json", "findings.json"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let shown = text(&output);
    for told in [
        "49 of 50",
        "edit-01:",
        "contrast-01:1:1: The answer is not a JSON object",
        "Items without an answer, which count as not passed: 2",
        "Answers that belong to no item: 1, for example edit-51",
    ] {
        assert!(shown.contains(told), "{told}: {shown}");
    }
    let written: Value = serde_json::from_str(&place.read("findings.json")).unwrap();
    let passed = |name: &str| {
        let rates = written["rates"].as_array().unwrap();
        let rate = rates.iter().find(|rate| rate["name"] == name).unwrap();
        (rate["passed"].as_u64().unwrap(), rate["items"].as_u64().unwrap())
    };
    assert_eq!((passed("generation"), passed("edit")), ((49, 50), (49, 50)));
    let [detection, clean] = ["contrast_detection", "contrast_specificity"].map(passed);
    assert_eq!((detection.1, clean.1), (30, 20));
    assert_eq!(detection.0 + clean.0, 48, "one has no answer and one no valid answer");
    assert_eq!(written["without_answer"], 2);
    let edit = items.iter().position(|item| item.id == "edit-01").unwrap();
    let finding = &written["items"][edit]["verdict"]["findings"][0];
    for field in ["error_type", "range", "line", "column", "message", "advice"] {
        assert!(!finding[field].is_null(), "{field}: {finding}");
    }

    // Without any answer, nothing was checked.
    place.write("answers.jsonl", "");
    let output = place.run(&["check", "items.jsonl", "answers.jsonl"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(text(&output).contains("0 of 50"), "{}", text(&output));
}

#[test]
fn a_workbook_takes_the_place_of_the_items() {
    let place = Place::new("workbook");
    place.answered(|item| Some(item.reference_answer()));
    let made = place.run(&["make", "--seed", "1234", "--out", "made"]);
    assert_eq!(made.status.code(), Some(0), "{}", text(&made));
    let [by_lines, by_workbook] =
        ["items.jsonl", "made/workbook.xlsx"].map(|items| place.run(&["check", items, "answers.jsonl"]));
    assert_eq!(by_workbook.status.code(), Some(0), "{}", text(&by_workbook));
    assert_eq!(by_workbook.stdout, by_lines.stdout);
    place.write("broken.xlsx", "no archive");
    let output = place.run(&["check", "broken.xlsx", "answers.jsonl"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output).contains("broken.xlsx: it is not an Excel workbook"),
        "{}",
        text(&output)
    );
}

#[test]
fn files_in_another_form_end_with_a_place_and_advice() {
    let place = Place::new("hostile");
    place.answered(|_| None);
    for (name, content, told) in [
        (
            "answers.jsonl",
            "{\"id\": \"a\"}".to_owned(),
            "answers.jsonl: line 1 is not an answer: missing field `answer`",
        ),
        ("answers.jsonl", "[".repeat(100_000), "line 1 is not an answer"),
        (
            "answers.jsonl",
            "{\"id\":\"a\",\"answer\":1}\n{\"id\":\"a\",\"answer\":2}".to_owned(),
            "line 2 has the id a a second time",
        ),
        (
            "items.jsonl",
            "{\"id\": \"x\"}".to_owned(),
            "items.jsonl: line 1 is not an item",
        ),
        ("items.jsonl", "\n".to_owned(), "items.jsonl has no items; make some"),
    ] {
        place.write(name, &content);
        let output = place.run(&["check", "items.jsonl", "answers.jsonl"]);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains(told), "{told}: {}", text(&output));
        if name == "answers.jsonl" {
            place.write(name, "");
        }
    }
    let output = place.run(&["check", "items.jsonl", "none.jsonl"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    // An item whose ranges do not fit its base is checked without a panic.
    let item = json!({"id": "e", "family": "edit", "instruction": "", "base": "é", "adds_package": null,
        "changes": [{"range": {"start": 1, "end": 99}, "expect": {"kind": "text"}, "text": "x"}],
        "source": {"title": "", "licence": ""}});
    place.write("items.jsonl", &item.to_string());
    place.write("answers.jsonl", "{\"id\": \"e\", \"answer\": \"é\"}");
    let output = place.run(&["check", "items.jsonl", "answers.jsonl"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
}
