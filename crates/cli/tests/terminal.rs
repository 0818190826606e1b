//! Tests that no control character of a name, an id or a message reaches a terminal.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Clears the screen, starts an escape in its C1 form, returns the carriage, and changes the direction of writing.
const EVIL: &str = "x\u{1b}[2J\u{9b}31m\r\u{202e}\u{2066}\u{7f}";

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("terminal").join(name);
    // Removes the output of an earlier run.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_texlens"))
        .args(arguments)
        .current_dir(folder)
        .env("TEXLENS_TEX", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap()
}

/// Fails if a terminal would obey a character of the output.
fn check(arguments: &[&str], output: &Output) {
    for text in [&output.stdout, &output.stderr] {
        let text = String::from_utf8(text.clone()).unwrap();
        let turns = |c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        let found = text.chars().find(|&c| (c.is_control() && c != '\n') || turns(c));
        assert_eq!(found, None, "{arguments:?}: {text}");
    }
}

#[test]
fn control_characters_are_shown_and_not_obeyed() {
    let folder = folder("all");
    let record = |id: &str| serde_json::json!({"id": id, "system": EVIL, "reference": "$x$", "prediction": "$y$", "document": EVIL, "page": 1});
    let list = format!("{}\n{}\n{}\n", record("a"), record("b"), record(EVIL));
    fs::write(folder.join("list.jsonl"), list).unwrap();
    fs::write(
        folder.join("pairs.jsonl"),
        format!("{}\n{}\n", record(EVIL), serde_json::json!({"id": EVIL, "kind": EVIL})),
    )
    .unwrap();
    fs::write(
        folder.join("ratings.jsonl"),
        format!("{}\n", serde_json::json!({"id": EVIL, "rater": EVIL, "rating": 1})),
    )
    .unwrap();
    let made = run(
        &folder,
        &["evaluate", "list.jsonl", "--level", "page,formula", "--json", "r.json"],
    );
    assert!(folder.join("r.json").exists(), "{made:?}");
    let missing = format!("{EVIL}.tex");
    let system = format!("{EVIL}=nowhere");
    let commands: [&[&str]; 14] = [
        &["evaluate", "list.jsonl"],
        &["evaluate", "list.jsonl", "--format", "json"],
        &["evaluate", "list.jsonl", "--plan"],
        &["evaluate", "list.jsonl", "--plan", "--format", "json"],
        &["evaluate", "list.jsonl", "--fail-under", "exact=2"],
        &["evaluate", "list.jsonl", "--system", &system],
        &["evaluate", "list.jsonl", EVIL],
        &["evaluate", "list.jsonl", "--by", EVIL],
        &["score", "--pairs", "pairs.jsonl", "--format", "table"],
        &["score", "--pairs", "pairs.jsonl", "--format", "json"],
        &["score", "--reference", &missing, "--prediction", "a"],
        &["correlate", "r.json", "--ratings", "ratings.jsonl"],
        &["ocr", &missing, "--out", EVIL],
        &["judge", &missing, "--model", EVIL],
    ];
    for arguments in commands {
        let output = run(&folder, arguments);
        check(arguments, &output);
        assert!(!output.stdout.is_empty() || !output.stderr.is_empty(), "{arguments:?}");
    }
    // The name is shown to people and to programs.
    let table = String::from_utf8(run(&folder, commands[0]).stdout).unwrap();
    assert!(table.contains("x\\u{1b}[2J"), "{table}");
    let json: serde_json::Value = serde_json::from_slice(&run(&folder, commands[1]).stdout).unwrap();
    assert_eq!(json["levels"][0]["systems"][0]["system"], EVIL);
}

#[cfg(unix)]
#[test]
fn names_of_files_are_shown() {
    let folder = folder("files");
    for path in ["truth/p1.tex", "a/p1.tex"] {
        let path = folder.join("data").join(path.replace("p1", &format!("p1{EVIL}")));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, b"caf\xe9").unwrap();
    }
    for arguments in [["evaluate", "data"].as_slice(), &["evaluate", "data", "--plan"]] {
        check(arguments, &run(&folder, arguments));
    }
}

/// Code that bypasses the module would let control characters through.
#[test]
fn everything_goes_through_one_module() {
    fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, found);
            } else {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    // The process that draws PDFs writes only to its parent process.
    let may = |path: &PathBuf| path.ends_with("terminal.rs") || path.ends_with("pdf/serve.rs");
    for path in found.iter().filter(|path| !may(path)) {
        let source = fs::read_to_string(path).unwrap();
        for way in ["io::stdout", "io::stderr", "println!", "eprint"] {
            assert!(!source.contains(way), "{} uses {way}", path.display());
        }
    }
}
