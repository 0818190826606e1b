//! Tests that limits hold while files are read: with little memory, the command states the limit.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// Returns the folder of one test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("limits").join(name);
    // Removes the output of an earlier run.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the command with this limit on its address space, in KiB. Unoptimised, the program itself takes 140 MB of it.
fn run(folder: &PathBuf, most: u32, arguments: &[&str]) -> Output {
    Command::new("sh")
        .args([
            "-c",
            &format!("ulimit -v {most}; exec \"$0\" \"$@\""),
            env!("CARGO_BIN_EXE_texlens"),
        ])
        .args(arguments)
        .current_dir(folder)
        .env("TEXLENS_TEX", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn columns_without_end_take_no_memory() {
    let folder = folder("columns");
    let commas = ",".repeat(20 << 20);
    fs::write(folder.join("names.csv"), format!("id,gt,pred{commas}\na,x,y\n")).unwrap();
    fs::write(folder.join("cells.csv"), format!("id,gt,pred\na,x,y{commas}\nb,x,y\n")).unwrap();
    for (file, told) in [
        ("names.csv", "names.csv: the record has"),
        ("cells.csv", "cells.csv line 2: the record has"),
    ] {
        let output = run(&folder, 240_000, &["evaluate", file, "--plan"]);
        let plan = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{file}: {plan}{}", text(&output.stderr));
        assert!(plan.contains(told), "{file}: {plan}");
    }
}

#[test]
fn more_predictions_than_are_scored_are_refused_before_any_is_read() {
    let folder = folder("rows");
    let rows: String = (0..150_001).map(|index| format!("{index},x,y,z\n")).collect();
    fs::write(folder.join("rows.csv"), format!("id,gt,pred_a,pred_b\n{rows}")).unwrap();
    let output = run(&folder, 800_000, &["evaluate", "rows.csv", "--metrics", "exact"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("150001 samples of 2 systems are more than the 300000 predictions"),
        "{said}"
    );
}

#[test]
fn a_named_file_without_end_is_not_read_to_its_end() {
    let folder = folder("named");
    let file = fs::File::create(folder.join("p.tex")).unwrap();
    file.set_len(4 << 30).unwrap();
    for arguments in [
        ["score", "--reference", "p.tex", "--prediction", "p.tex"].as_slice(),
        &["correlate", "p.tex"],
        &["judge", "p.tex", "--model", "m"],
    ] {
        let output = run(&folder, 400_000, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            text(&output.stderr).contains("p.tex has more than"),
            "{}",
            text(&output.stderr)
        );
    }
}
