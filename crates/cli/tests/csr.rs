//! Tests of the commands with the TeX engine: compilation, places of errors, and metrics without an engine.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test may fail loudly, and says what it skips"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, iter};

use serde_json::{Value, json};
use texlens_report::from_html;

/// Returns the folder of the engine's files, if it exists.
fn engine() -> Option<PathBuf> {
    let folder = env::var_os("TEXLENS_TEX").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/tex"),
        PathBuf::from,
    );
    let is_there = folder.join("manifest.json").exists();
    if !is_there {
        eprintln!(
            "skipped: no TeX engine in {}; set TEXLENS_TEX to its folder",
            folder.display()
        );
    }
    is_there.then_some(folder)
}

fn texlens(tex: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_texlens"));
    command.env("TEXLENS_TEX", tex).args(arguments).output().unwrap()
}

/// Returns a folder for this test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("csr").join(name);
    // Removes the output of an earlier run.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn write(path: &Path, content: &str) -> String {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Returns the findings on predictions, each a page or the pages of a document.
fn judged(tex: &Path, name: &str, predictions: &[&[&str]]) -> Vec<Value> {
    let lines = predictions.iter().enumerate().map(|(id, pages)| {
        let line = match pages {
            [page] => json!({"id": id, "kind": "page", "reference": "", "prediction": page}),
            pages => {
                let pages: Vec<Value> = pages
                    .iter()
                    .map(|page| json!({"reference": "", "prediction": page}))
                    .collect();
                json!({"id": id, "kind": "document", "pages": pages})
            }
        };
        format!("{line}\n")
    });
    let pairs = write(&folder(name).join("pairs.jsonl"), &lines.collect::<String>());
    let output = texlens(tex, &["score", "--pairs", &pairs, "--spans"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let lines = std::str::from_utf8(&output.stdout).unwrap().lines();
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn predictions_compile_or_say_where_they_do_not() {
    let Some(tex) = engine() else { return };
    let own_preamble = "\\documentclass{amsart}\n\\begin{document}\nOwn.\n\\end{document}";
    let entry = "@article{k_1, author = {M{\\\"u}ller, A.}, title = {50\\% of it}, doi = {10.1/a_b%20}}";
    let judged = judged(
        &tex,
        "pairs",
        &[
            &["\\section{A} See \\cite{k} and Figure~\\ref{fig:1}. \\includegraphics{figure_1} $a_1$\n"],
            &["One line.\n\nä \\foo bar."],
            &["", " "],
            &["See \\cite{k_1}.\n\\section{References}", entry],
            &["Text.", "@misc{a,\n  title = {x_1 and}\n}\nAfter."],
            &["Text.", own_preamble],
            &["\\def\\x{\\x}\\x"],
        ],
    );
    let csr: Vec<_> = judged
        .iter()
        .map(|one| one["metrics"]["csr"]["value"].as_f64().unwrap())
        .collect();
    assert_eq!(csr, [1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
    let summary = |index: usize| judged[index]["metrics"]["csr"]["summary"].as_str().unwrap();
    assert_eq!(summary(0), "compiles to 1 page");
    assert!(summary(1).starts_with("does not compile: 1 error"), "{}", summary(1));
    assert_eq!(summary(2), "does not compile: no page comes out");
    assert_eq!(summary(5), "compiles to 2 pages");
    let error = |index: usize| &judged[index]["compilation"]["errors"][0];
    assert_eq!(
        (&error(1)["class"], &error(1)["line"]),
        (&json!("undefined_command"), &json!(3))
    );
    assert_eq!(error(1)["range"], json!({"start": 14, "end": 18}), "the bytes of \\foo");
    assert_eq!(judged[1]["metrics"]["csr"]["spans"][0]["range"], error(1)["range"]);
    assert_eq!(error(4)["line"], 3, "a line of the entry: {}", error(4));
    assert_eq!(judged[6]["compilation"]["limit"], "steps");
    assert_eq!(judged[1]["metrics"]["csr_lenient"]["value"], 1.0);
    assert_eq!(judged[6]["metrics"]["csr_lenient"]["value"], 0.0);
    assert!(judged[0]["metrics"]["usability"]["value"].is_number());
}

/// Makes a dataset of one document with two pages, and a system whose second page is damaged.
fn dataset(name: &str) -> PathBuf {
    let folder = folder(name);
    let pages = ["The first page.", "The second page with $a$."];
    let mut manifest = String::new();
    for (page, latex) in iter::zip(1.., pages) {
        let line =
            json!({"id": format!("d/{page}"), "document": "d", "page": page, "reference": format!("{page}.tex")});
        manifest += &format!("{line}\n");
        write(&folder.join(format!("data/{page}.tex")), latex);
        write(&folder.join(format!("copy/d/{page}.tex")), latex);
        write(&folder.join(format!("bad/d/{page}.tex")), &latex.replace("$.", "."));
    }
    write(&folder.join("data/manifest.jsonl"), &manifest);
    folder
}

fn evaluated(tex: &Path, folder: &Path, arguments: &[&str]) -> Value {
    let of = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (data, copy, bad) = (of("data"), of("copy"), of("bad"));
    let (copy, bad) = (format!("copy={copy}"), format!("bad={bad}"));
    let start = [
        "evaluate",
        &data,
        "--system",
        &copy,
        "--system",
        &bad,
        "--resamples",
        "200",
        "--format",
        "json",
    ];
    let output = texlens(tex, &[&start, arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn mean<'a>(json: &'a Value, system: usize, metric: &str) -> &'a Value {
    let metrics = json["levels"][0]["systems"][system]["metrics"].as_array().unwrap();
    &metrics.iter().find(|summary| summary["metric"] == metric).unwrap()["mean"]
}

fn is_engine(files: &Value) -> bool {
    files["what"].as_str().unwrap().starts_with("TeX engine")
}

#[test]
fn systems_are_compared_by_what_compiles() {
    let Some(tex) = engine() else { return };
    let folder = dataset("systems");
    let html = folder.join("report.html");
    let json = evaluated(&tex, &folder, &["--html", html.to_str().unwrap()]);
    assert_eq!(
        (mean(&json, 0, "csr"), mean(&json, 1, "csr")),
        (&json!(1.0), &json!(0.0))
    );
    assert!(mean(&json, 0, "usability").is_number());
    let compilation = &json["levels"][0]["scores"][1]["compilation"];
    assert_eq!(
        (&compilation["compiles"], &compilation["errors"][0]["line"]),
        (&json!(false), &json!(2))
    );
    let files = json["provenance"]["files"].as_array().unwrap();
    let engine = files.iter().find(|files| is_engine(files)).unwrap();
    assert_eq!(engine["sha256"].as_str().unwrap().len(), 64);

    let html = fs::read_to_string(html).unwrap();
    assert!(html.contains("Does not compile: "));
    let samples = from_html(&html).unwrap().samples;
    let compiles = samples
        .iter()
        .map(|sample| sample.compilation.as_ref().unwrap().compiles);
    assert_eq!(compiles.collect::<Vec<_>>(), [true, false]);
}

#[test]
fn the_engine_is_loaded_only_for_metrics_that_need_it() {
    let Some(tex) = engine() else { return };
    let json = evaluated(&tex, &dataset("needs"), &["--metrics", "ds,structural"]);
    assert!(!json["provenance"]["files"].as_array().unwrap().iter().any(is_engine));
}

#[test]
fn without_the_engine_all_else_is_as_ever() {
    let nowhere = folder("nowhere");
    let json = evaluated(&nowhere, &dataset("without"), &[]);
    assert_eq!(
        (mean(&json, 0, "csr"), mean(&json, 0, "overall_defined")),
        (&Value::Null, &json!(1.0))
    );
    let reason = &json["levels"][0]["scores"][0]["metrics"]["csr"]["reason"];
    assert!(reason.as_str().unwrap().contains("--tex"), "{reason}");
    assert!(!json["provenance"]["files"].as_array().unwrap().iter().any(is_engine));
}

#[test]
fn a_folder_that_is_asked_for_has_to_hold_the_engine() {
    let nowhere = folder("asked");
    let page = write(&nowhere.join("page.tex"), "a");
    let nowhere = nowhere.to_str().unwrap();
    let output = texlens(
        Path::new(""),
        &["score", "--reference", &page, "--prediction", &page, "--tex", nowhere],
    );
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("manifest.json"), "{message}");
}
