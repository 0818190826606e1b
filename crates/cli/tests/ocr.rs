//! `texlens ocr` on the bundled sample pages, from image file to LaTeX.
//!
//! Needs ONNX Runtime's library (`ORT_DYLIB_PATH`, or `node_modules`, where `cargo xtask setup` puts it).

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use texlens_latex::Outline;

/// Largest character error rate of the running text of a sample page.
const MOST_ERRORS: f64 = 0.05;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn ocr(inputs: &[&Path], out: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_texlens"));
    command
        .arg("ocr")
        .args(inputs)
        .arg("--out")
        .arg(out)
        .args(more)
        .current_dir(root())
        .output()
        .unwrap()
}

fn characters(text: &str) -> Vec<char> {
    text.chars().collect()
}

#[test]
fn running_text_of_the_sample_pages() {
    let samples: Vec<Value> =
        serde_json::from_str(&fs::read_to_string(root().join("www/samples/samples.json")).unwrap()).unwrap();
    assert_eq!(samples.len(), 5);
    let out = folder("samples");
    let images: Vec<PathBuf> = samples
        .iter()
        .map(|s| root().join("www/samples").join(s["image"].as_str().unwrap()))
        .collect();
    let run = ocr(
        &images.iter().map(PathBuf::as_path).collect::<Vec<_>>(),
        &out,
        &["--glyphs"],
    );
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let mut table = String::new();
    let mut worst: f64 = 0.0;
    for sample in &samples {
        let read = |path: PathBuf| Outline::of(&fs::read_to_string(path).unwrap()).running_text();
        let id = sample["id"].as_str().unwrap();
        let reference = characters(&read(
            root().join("www/samples").join(sample["reference"].as_str().unwrap()),
        ));
        let stem = Path::new(sample["image"].as_str().unwrap())
            .file_stem()
            .unwrap()
            .to_str()
            .unwrap();
        let prediction = characters(&read(out.join(format!("{stem}.tex"))));
        let errors = rapidfuzz::distance::levenshtein::distance(reference.iter().copied(), prediction.iter().copied());
        let rate = errors as f64 / reference.len() as f64;
        table.push_str(&format!(
            "{id}: {errors} errors in {} characters, {rate:.4}\n",
            reference.len()
        ));
        worst = worst.max(rate);
        let glyphs: Value = serde_json::from_slice(&fs::read(out.join(format!("{stem}.json"))).unwrap()).unwrap();
        assert!(glyphs["glyphs"].as_array().unwrap().len() > 1000);
    }
    assert!(worst <= MOST_ERRORS, "{table}");
}

#[test]
fn pages_that_are_there_are_skipped() {
    let out = folder("resumed");
    fs::write(out.join("subaddresses.tex"), "kept").unwrap();
    let image = root().join("www/samples/subaddresses.png");
    assert!(ocr(&[&image], &out, &[]).status.success());
    assert_eq!(fs::read_to_string(out.join("subaddresses.tex")).unwrap(), "kept");
    assert!(ocr(&[&image], &out, &["--force"]).status.success());
    assert!(fs::read_to_string(out.join("subaddresses.tex")).unwrap().len() > 1000);
}

#[test]
fn a_page_that_is_no_image_does_not_stop_the_others() {
    let out = folder("mixed");
    let wrong = out.join("wrong.png");
    fs::write(&wrong, "\\section{Not a picture}").unwrap();
    let run = ocr(&[&wrong, &root().join("www/samples/subaddresses.png")], &out, &[]);
    assert_eq!(run.status.code(), Some(1));
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(said.contains("not a PNG or JPEG image, it looks like text"), "{said}");
    assert!(out.join("subaddresses.tex").exists());
}

#[test]
fn a_dataset_keeps_its_layout() {
    let dataset = folder("dataset");
    fs::copy(root().join("www/samples/subaddresses.png"), dataset.join("page.png")).unwrap();
    let line = |id: &str| {
        format!("{{\"id\":\"{id}\",\"document\":\"a\",\"page\":1,\"image\":\"page.png\",\"reference\":\"x.tex\"}}\n")
    };
    fs::write(dataset.join("manifest.jsonl"), line("a/001")).unwrap();
    let out = folder("dataset-out");
    let run = ocr(&[&dataset], &out, &[]);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(out.join("a/001.tex").exists());

    fs::write(dataset.join("manifest.jsonl"), line("../outside")).unwrap();
    let run = ocr(&[&dataset], &out, &[]);
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&run.stderr).contains("would leave the folder"));
}

#[test]
fn a_document_is_read_together_and_pages_that_are_there_stay() {
    let dataset = folder("document");
    fs::copy(root().join("www/samples/subaddresses.png"), dataset.join("page.png")).unwrap();
    fs::write(dataset.join("broken.png"), "nothing").unwrap();
    let line = |page: u32, image: &str| {
        format!("{{\"id\":\"a/{page}\",\"document\":\"a\",\"page\":{page},\"image\":\"{image}\"}}\n")
    };
    let manifest = [line(3, "broken.png"), line(2, "page.png"), line(1, "page.png")].concat();
    fs::write(dataset.join("manifest.jsonl"), manifest).unwrap();
    let out = folder("document-out");
    fs::create_dir_all(out.join("a")).unwrap();
    fs::write(out.join("a/1.tex"), "kept").unwrap();
    let timings = out.join("timings.jsonl");
    let run = ocr(&[&dataset], &out, &["--timings", timings.to_str().unwrap()]);
    assert_eq!(run.status.code(), Some(1));
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    let pages: Vec<&str> = said.lines().filter_map(|line| line.split(' ').nth(1)).collect();
    assert_eq!(pages.len(), 3, "{said}");
    assert!(pages[0] == "a/1" && pages[1] == "a/2", "in order: {said}");
    assert_eq!(fs::read_to_string(out.join("a/1.tex")).unwrap(), "kept");
    assert!(fs::read_to_string(out.join("a/2.tex")).unwrap().len() > 1000);
    assert!(!out.join("a/3.tex").exists());

    let timing: Value = serde_json::from_str(&fs::read_to_string(timings).unwrap()).unwrap();
    assert_eq!((&timing["document"], &timing["pages"]), (&"a/1".into(), &2.into()));
    for stage in ["image", "preparation", "network", "tiles", "glyphs", "typesetting"] {
        assert!(timing["milliseconds"][stage].as_f64().unwrap() > 0.0, "{timing}");
    }
}
