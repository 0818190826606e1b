//! Builds and runs `xtask/ocr-eval`, which measures the OCR.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use crate::command::{run, step};
use crate::{debian, paths};

/// Measures the OCR on a dataset, by default on the development data, or on crops of single formulas.
pub(crate) fn measure(options: &[String]) -> Result<()> {
    let has = |name: &str| {
        let is_it = |option: &String| option.split('=').next() == Some(name);
        options.iter().any(is_it)
    };
    let (dataset, options) = match options {
        [folder, rest @ ..] if !folder.starts_with('-') => (Some(PathBuf::from(folder)), rest),
        options if has("--crops") => (None, options),
        options => (Some(development_data()?), options),
    };
    if has("--crops") {
        debian::ensure(&[debian::PDFTEX, debian::PDFTOTEXT])?;
    } else if !has("--only") && !has("--help") {
        debian::ensure(&[debian::PDFTEX, debian::TESSERACT])?;
    }
    step("building");
    let named = env::var_os("TEXLENS_CLI").map(PathBuf::from);
    let mut build = Command::new("cargo");
    build.args(["build", "--quiet", "--release", "--package", "ocr-eval"]);
    if named.is_none() {
        build.args(["--package", "texlens-cli"]);
    }
    run(&mut build)?;
    let built = paths::target().join("release");
    let mut command = Command::new(built.join("ocr-eval"));
    command
        .args(dataset)
        .args(options)
        .arg("--texlens")
        .arg(named.unwrap_or_else(|| built.join("texlens")));
    for (variable, path) in [
        ("ORT_DYLIB_PATH", paths::onnx_runtime()),
        ("TEXLENS_TEX", paths::root().join("www/tex")),
    ] {
        if env::var_os(variable).is_none() {
            command.env(variable, path);
        }
    }
    run(&mut command)
}

/// Returns `$TEXLENS_DATA/documents/dev`, or the same folder beside the project.
fn development_data() -> Result<PathBuf> {
    let data = env::var_os("TEXLENS_DATA").map_or_else(|| paths::root().join("../shared/data"), PathBuf::from);
    let folder = data.join("documents/dev");
    if !folder.is_dir() {
        bail!(
            "there is no development data at {}. Name the folder of a dataset (docs/ocr-eval.md), or that of the data in TEXLENS_DATA",
            folder.display()
        );
    }
    Ok(folder)
}
