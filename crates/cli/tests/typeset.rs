//! Tests of what the command does with typeset formulas: the metrics that compare how formulas look, and
//! `texlens render`.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

/// Returns an empty folder for this test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn texlens(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_texlens"))
        .args(arguments)
        .output()
        .unwrap()
}

fn json(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

/// Scores a formula with `texlens score --typeset`.
fn score(name: &str, reference: &str, prediction: &str) -> Value {
    let folder = folder(name);
    let (r, p) = (folder.join("r.tex"), folder.join("p.tex"));
    fs::write(&r, reference).unwrap();
    fs::write(&p, prediction).unwrap();
    let paths = [r.to_str().unwrap(), p.to_str().unwrap()];
    let output = texlens(&[
        "score",
        "--kind",
        "formula",
        "--typeset",
        "--reference",
        paths[0],
        "--prediction",
        paths[1],
    ]);
    json(&output)["metrics"].clone()
}

#[test]
fn formulas_are_compared_as_they_look() {
    let rewritten = score("typeset-rewritten", "x^2_{i}", "$x_i^{2}$");
    for metric in [
        "visual_exact",
        "cdm_structural",
        "cdm_unimernet",
        "cdm_omnidocbench",
        "exprate_cdm",
    ] {
        assert_eq!(rewritten[metric]["value"], 1.0, "{metric}: {rewritten}");
    }
    // CDM is blind to scripts that change sides.
    let damaged = score("typeset-damaged", "x^2", "x_2");
    assert_eq!(damaged["cdm_omnidocbench"]["value"], 1.0, "{damaged}");
    assert_eq!(damaged["visual_exact"]["value"], 0.0);
    assert_eq!(damaged["cdm_structural"]["value"], 0.5);
}

#[test]
fn a_formula_that_does_not_compile_has_no_look() {
    let broken = score("typeset-broken", "x^2", "x^{2");
    for metric in ["visual_exact", "cdm_structural"] {
        assert_eq!(broken[metric]["value"], Value::Null, "{broken}");
        let why = broken[metric].to_string();
        assert!(why.contains("the prediction does not compile"), "{why}");
    }
}

#[test]
fn an_evaluation_typesets_on_request() {
    let folder = folder("typeset-evaluation");
    let list: String = ["a+b", "x^2", "\\frac{1}{2}"]
        .iter()
        .zip(["a + b", "x_2", "\\frac12"])
        .enumerate()
        .map(|(id, (r, p))| {
            serde_json::json!({"id": id.to_string(), "reference": r, "prediction": p}).to_string() + "\n"
        })
        .collect();
    let list_file = folder.join("formulas.jsonl");
    fs::write(&list_file, list).unwrap();
    let out = folder.join("out.json");
    let (list, out) = (list_file.to_str().unwrap(), out.to_str().unwrap());
    let run = texlens(&[
        "evaluate",
        list,
        "--level",
        "formula",
        "--metrics",
        "visual_exact,cdm_unimernet,exact",
        "--json",
        out,
    ]);
    assert!(run.status.success(), "{run:?}");
    let text = fs::read_to_string(out).unwrap();
    let result: Value = serde_json::from_str(&text).unwrap();
    let scores = result["levels"][0]["scores"].as_array().unwrap();
    let values = |metric: &str| -> Vec<f64> {
        scores
            .iter()
            .map(|score| score["metrics"][metric]["value"].as_f64().unwrap())
            .collect()
    };
    assert_eq!(values("visual_exact"), [1.0, 0.0, 1.0], "{text}");
    assert_eq!(values("cdm_unimernet").len(), 3);
}

#[test]
fn latex_becomes_pictures() {
    let folder = folder("typeset-render");
    let formula = folder.join("f.tex");
    fs::write(&formula, "\\[ \\frac{a}{b} \\]").unwrap();
    let path = formula.to_str().unwrap();
    assert!(texlens(&["render", "--formula", path]).status.success());
    let svg = fs::read_to_string(folder.join("f.svg")).unwrap();
    assert!(
        svg.matches("<use ").count() == 2 && svg.matches("<rect ").count() == 1,
        "{svg}"
    );
    assert!(
        texlens(&["render", path, "--format", "png", "--dpi", "72"])
            .status
            .success()
    );
    assert!(fs::read(folder.join("f.png")).unwrap().starts_with(b"\x89PNG"));

    // Without a page number, a fragment is as large as its ink.
    fs::write(&formula, "\\noindent\\rule{72bp}{36bp}").unwrap();
    assert!(texlens(&["render", "--fragment", path]).status.success());
    let svg = fs::read_to_string(folder.join("f.svg")).unwrap();
    assert!(svg.contains("viewBox=\"0 0 72 36\"") && !svg.contains("<use "), "{svg}");

    fs::write(&formula, "One.\\newpage Two.\\undefined").unwrap();
    let run = texlens(&["render", path]);
    assert_eq!(run.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&run.stderr).contains("Undefined control sequence"),
        "{run:?}"
    );
    assert!(folder.join("f-1.svg").exists() && folder.join("f-2.svg").exists());
}

#[test]
fn what_cannot_be_drawn_says_what_to_do() {
    let folder = folder("typeset-refused");
    let document = folder.join("document.tex");
    fs::write(&document, "\\documentclass{article}\\begin{document}x\\end{document}").unwrap();
    let (one, other) = (folder.join("one"), folder.join("other"));
    for part in [&one, &other] {
        fs::create_dir(part).unwrap();
        fs::write(part.join("f.tex"), "$x$").unwrap();
    }
    let (one, other) = (one.join("f.tex"), other.join("f.tex"));
    let (one, other) = (one.to_str().unwrap(), other.to_str().unwrap());
    let out = folder.join("new/out");
    let out = out.to_str().unwrap();
    for (arguments, message) in [
        (vec!["render", document.to_str().unwrap()], "documentclass"),
        (vec!["render", one, other, "--out", out], "would both be written"),
        (vec!["render", one, "--dpi", "0"], "10..=2400"),
        (vec!["render", one, "--fragment", "--formula"], "cannot be used with"),
    ] {
        let run = texlens(&arguments);
        assert_eq!(run.status.code(), Some(2), "{run:?}");
        assert!(String::from_utf8_lossy(&run.stderr).contains(message), "{run:?}");
    }
    assert!(texlens(&["render", one, "--out", out]).status.success());
    assert!(folder.join("new/out/f.svg").exists());

    // Lines and columns are those of the file, whatever the command puts around its text.
    for (mode, text) in [
        ("--formula", "\\[\na &= b \\\\\n\\nosuch &= c\n\\]"),
        ("--fragment", "One.\n\nTwo\n\\nosuch."),
        ("--format=svg", "One.\n\\nosuch."),
    ] {
        let line = 1 + text.lines().position(|line| line.contains("nosuch")).unwrap();
        fs::write(one, text).unwrap();
        let run = texlens(&["render", mode, one]);
        let expected = format!("f.tex:{line}:8:");
        assert!(
            String::from_utf8_lossy(&run.stderr).contains(&expected),
            "{mode}: {run:?}"
        );
    }

    // The font has metrics but no outlines.
    fs::write(one, "\\font\\other=wncyr10 \\other abc").unwrap();
    let run = texlens(&["render", one]);
    assert!(
        String::from_utf8_lossy(&run.stderr).contains("wncyr10 has no outlines: 3"),
        "{run:?}"
    );

    fs::write(one, "").unwrap();
    let run = texlens(&["render", "--formula", one]);
    assert_eq!(run.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&run.stderr).contains("no page comes out"),
        "{run:?}"
    );
}
