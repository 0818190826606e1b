//! Size, speed and memory, measured beside the tools that people use otherwise.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::command::{run, step};
use crate::module::Profile;
use crate::server::Running;
use crate::{debian, package, paths, server, site};

/// Recognition beside Tesseract.
pub(crate) fn recognition() -> Result<()> {
    debian::ensure(&[debian::CHROMIUM, debian::TESSERACT])?;
    let (server, cli) = (serve_release()?, command()?);
    step("measuring");
    run(script("xtask/bench/recognition.mjs", &server).env("TEXLENS_CLI", cli))
}

/// The metrics beside the Python tools.
pub(crate) fn metrics() -> Result<()> {
    debian::ensure(&[debian::CHROMIUM])?;
    let (server, cli) = (serve_release()?, command()?);
    package::build()?;
    let throughput = example("throughput", &["--package", "texlens-metrics"])?;
    let python = python()?;
    step("measuring");
    run(script("xtask/bench/metrics.mjs", &server)
        .env("TEXLENS_CLI", cli)
        .env("TEXLENS_THROUGHPUT", throughput)
        .env("TEXLENS_PYTHON", python))
}

/// The TeX engine beside Debian's.
pub(crate) fn tex() -> Result<()> {
    debian::ensure(&[debian::CHROMIUM, debian::PDFTEX])?;
    let server = serve_release()?;
    let timing = example("timing", &["--package", "texlens-tex", "--features", "native"])?;
    step("measuring");
    run(script("xtask/bench/tex.mjs", &server)
        .env("TEXLENS_TIMING", timing)
        .env("TEXLENS_FORMATS", paths::root().join("xtask/tex/formats")))
}

/// The app with many samples beside the command.
pub(crate) fn workspace() -> Result<()> {
    debian::ensure(&[debian::CHROMIUM])?;
    let (server, cli) = (serve_release()?, command()?);
    step("measuring");
    run(script("xtask/bench/workspace.mjs", &server).env("TEXLENS_CLI", cli))
}

/// The longest texts, natively and in the page.
pub(crate) fn long_texts() -> Result<()> {
    debian::ensure(&[debian::CHROMIUM])?;
    let server = serve_release()?;
    let example = example("long_texts", &["--package", "texlens-evaluate"])?;
    step("measuring");
    run(script("xtask/bench/long-texts.mjs", &server).env("TEXLENS_LONG_TEXTS", example))
}

/// Drawing pages of PDF files in the browser beside the same natively.
pub(crate) fn pdf(files: &[String]) -> Result<()> {
    debian::ensure(&[debian::CHROMIUM])?;
    let server = serve_release()?;
    let pages = example("pages", &["--package", "texlens-pdf"])?;
    let own = ["crates/pdf/tests/data/three-pages.pdf".to_owned()];
    step("measuring");
    run(script("xtask/bench/pdf.mjs", &server)
        .args(if files.is_empty() { &own } else { files })
        .env("TEXLENS_PAGES", pages))
}

fn serve_release() -> Result<Running> {
    site::build(Profile::Release)?;
    server::start(&paths::dist(), 0, false)
}

fn command() -> Result<PathBuf> {
    step("building the command line tool");
    run(Command::new("cargo").args(["build", "--release", "--package", "texlens-cli"]))?;
    Ok(paths::target().join("release/texlens"))
}

/// Builds an example that measures.
fn example(name: &str, package: &[&str]) -> Result<PathBuf> {
    step("building what is measured");
    run(Command::new("cargo")
        .args(["build", "--release", "--example", name])
        .args(package))?;
    Ok(paths::target().join("release/examples").join(name))
}

fn script(name: &str, server: &Running) -> Command {
    let mut command = Command::new("node");
    command
        .arg(name)
        .env("TEXLENS_URL", format!("{}/", server.address()))
        .env("ORT_DYLIB_PATH", paths::onnx_runtime())
        .env("CHROMIUM", debian::CHROMIUM.path().unwrap_or_default());
    command
}

/// A Python of the project's own with the tools that the metrics are compared with.
fn python() -> Result<PathBuf> {
    let folder = paths::root().join(".cache/bench-python");
    let python = folder.join("bin/python");
    if !python.is_file() {
        step("making a Python environment");
        run(Command::new("python3").args(["-m", "venv"]).arg(&folder)).context("Python 3 with venv is needed")?;
    }
    step("installing the Python tools");
    run(Command::new(&python)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
        .args(["--requirement", "xtask/bench/requirements.txt"]))?;
    Ok(python)
}
