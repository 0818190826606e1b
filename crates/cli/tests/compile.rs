//! Tests of `texlens compile` on typical files.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]
#![allow(clippy::print_stderr, reason = "what is skipped is said")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// Returns an empty folder for this test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
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

fn compile(files: &[&Path], more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_texlens"));
    command.arg("compile").args(files).args(more).output().unwrap()
}

fn said(run: &Output) -> String {
    String::from_utf8(run.stdout.clone()).unwrap()
}

#[test]
fn the_form_is_found_and_the_first_error_has_its_place() {
    if !engine() {
        return;
    }
    let folder = folder("compile");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let page = file("page.tex", "\\section{One}\nLet $x \\le 1$.\n");
    let whole = file(
        "whole.tex",
        "\\documentclass{article}\n\\begin{document}\nOne\\newpage Two\n\\end{document}\n",
    );
    let wrong = file("wrong.tex", "fine\n\né \\undefinedcommand{x} and $x^2^3$\n");

    let run = compile(&[&page, &whole], &[]);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(said(&run).contains("page.tex: compiles, 1 page\n"));
    assert!(said(&run).contains("whole.tex: compiles, 2 pages\n"));

    let run = compile(&[&page, &wrong], &[]);
    assert_eq!(run.status.code(), Some(1));
    assert!(
        said(&run).contains("wrong.tex:3:20: Undefined control sequence."),
        "{}",
        said(&run)
    );
    assert!(said(&run).contains("and 1 more error\n"));

    let run = compile(&[&wrong], &["--format", "json"]);
    let result: Value = serde_json::from_str(&said(&run)).unwrap();
    assert_eq!(
        (&result["compiles"], &result["error_count"]),
        (&false.into(), &2.into())
    );
    assert_eq!(result["errors"][0]["class"], "undefined_command");
    assert_eq!(result["errors"][0]["range"]["start"], 9);

    // A whole document does not compile as a fragment.
    assert_eq!(compile(&[&whole], &["--fragment"]).status.code(), Some(1));
}

#[test]
fn a_missing_engine_is_said() {
    let file = folder("compile-none").join("a.tex");
    fs::write(&file, "a").unwrap();
    let run = compile(&[&file], &["--tex", "no-such-folder"]);
    assert_eq!(run.status.code(), Some(2));
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(said.contains("no-such-folder/manifest.json cannot be read"), "{said}");
    assert!(said.contains("--tex"), "{said}");
}
