//! Measures size, speed and memory, in comparison with common tools.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use clap::ValueEnum;

use crate::arguments::Engine;
use crate::command::{run, step};
use crate::module::Profile;
use crate::server::Running;
use crate::{debian, package, paths, pypi, server, site, wheel};

/// Measures recognition in comparison with Tesseract.
pub(crate) fn recognition() -> Result<()> {
    debian::ensure(&[debian::CHROMIUM, debian::TESSERACT])?;
    let (server, cli) = (serve_release()?, command()?);
    step("measuring");
    run(script("xtask/bench/recognition.mjs", &server).env("TEXLENS_CLI", cli))
}

/// Measures the metrics in comparison with the Python tools.
pub(crate) fn metrics() -> Result<()> {
    debian::ensure(&[debian::CHROMIUM])?;
    let (server, cli) = (serve_release()?, command()?);
    package::build()?;
    let throughput = example("throughput", &["--package", "texlens-metrics"])?;
    let python = pypi::ensure(pypi::BENCH)?.join("python");
    step("measuring");
    run(script("xtask/bench/metrics.mjs", &server)
        .env("TEXLENS_CLI", cli)
        .env("TEXLENS_THROUGHPUT", throughput)
        .env("TEXLENS_PYTHON", python))
}

/// Measures the TeX engine in comparison with Debian's.
pub(crate) fn tex() -> Result<()> {
    debian::ensure(&[debian::CHROMIUM, debian::PDFTEX])?;
    let server = serve_release()?;
    let timing = example("timing", &["--package", "texlens-tex", "--features", "native"])?;
    step("measuring");
    run(script("xtask/bench/tex.mjs", &server)
        .env("TEXLENS_TIMING", timing)
        .env("TEXLENS_FORMATS", paths::root().join("xtask/tex/formats")))
}

/// Measures CDM from LaTeX alone in comparison with the programs of the official tool.
pub(crate) fn cdm() -> Result<()> {
    debian::ensure(&[debian::CHROMIUM, debian::PDFTEX, debian::GHOSTSCRIPT])?;
    // The page loads the engine's files and the module of the npm package, and nothing of the app.
    let server = server::start(&paths::root().join("www"), 0, false)?;
    package::build()?;
    let speed = example(
        "cdm_speed",
        &["--package", "texlens-appearance", "--features", "native"],
    )?;
    let python = pypi::ensure(pypi::BENCH)?.join("python");
    step("measuring");
    run(script("xtask/bench/cdm.mjs", &server)
        .env("TEXLENS_SPEED", speed)
        .env("TEXLENS_PYTHON", python))
}

/// Measures the app with many samples in comparison with the command.
pub(crate) fn workspace() -> Result<()> {
    debian::ensure(&[debian::CHROMIUM])?;
    let (server, cli) = (serve_release()?, command()?);
    step("measuring");
    run(script("xtask/bench/workspace.mjs", &server).env("TEXLENS_CLI", cli))
}

/// Measures the wheel in comparison with the command and with Python's tools.
pub(crate) fn wheel() -> Result<()> {
    let cli = command()?;
    let python = wheel::installed_beside(pypi::BENCH)?;
    step("measuring");
    run(beside_engines(&python, "xtask/bench/wheel.py").env("TEXLENS_CLI", cli))
}

/// Measures many pages by the examples for engines, while workers are killed, and by the command. It installs more than a
/// gigabyte.
pub(crate) fn scale(engines: &[Engine], pages: u32) -> Result<()> {
    debian::ensure(&[debian::JAVA])?;
    let cli = command()?;
    let python = wheel::installed_beside(pypi::ENGINES)?;
    let engines = if engines.is_empty() {
        Engine::value_variants()
    } else {
        engines
    };
    let names = engines.iter().filter_map(ValueEnum::to_possible_value);
    step("measuring");
    run(beside_engines(&python, "xtask/bench/scale.py")
        .arg(pages.to_string())
        .args(names.map(|name| name.get_name().to_owned()))
        .env("TEXLENS_CLI", cli))
}

/// Returns the command of a script that uses modules of the tests of engines.
fn beside_engines(python: &Path, script: &str) -> Command {
    let mut command = Command::new(python);
    command.arg(script).env("PYTHONPATH", "crates/python/engines");
    command
}

/// Measures the matrix with many samples of many systems.
pub(crate) fn matrix() -> Result<()> {
    debian::ensure(&[debian::CHROMIUM])?;
    let server = serve_release()?;
    step("measuring");
    run(&mut script("xtask/bench/matrix.mjs", &server))
}

/// Measures rewards of completions in comparison with scores of the same pairs.
pub(crate) fn reward() -> Result<()> {
    let cli = command()?;
    step("measuring");
    run(Command::new("node")
        .arg("xtask/bench/reward.mjs")
        .env("TEXLENS_CLI", cli))
}

/// Measures reading by the built-in network and by a model of the user, by what runs them.
pub(crate) fn models(model: Option<&Path>, images: &[PathBuf]) -> Result<()> {
    debian::ensure(&[debian::CHROMIUM])?;
    let (server, cli) = (serve_release()?, command()?);
    // Threads need the headers that isolate the page.
    let isolated = server::start(&paths::dist(), 0, true)?;
    step("measuring");
    run(script("xtask/bench/models.mjs", &server)
        .args(model)
        .args(images)
        .env("TEXLENS_ISOLATED_URL", format!("{}/", isolated.address()))
        .env("TEXLENS_CLI", cli))
}

/// Measures the longest texts, natively and in the page.
pub(crate) fn long_texts() -> Result<()> {
    debian::ensure(&[debian::CHROMIUM])?;
    let server = serve_release()?;
    let example = example("long_texts", &["--package", "texlens-evaluate"])?;
    step("measuring");
    run(script("xtask/bench/long-texts.mjs", &server).env("TEXLENS_LONG_TEXTS", example))
}

/// Measures drawing and reading pages of PDFs in the browser and natively, in comparison with `pdftotext`.
pub(crate) fn pdf(files: &[String]) -> Result<()> {
    debian::ensure(&[debian::CHROMIUM, debian::PDFTEX, debian::PDFTOTEXT])?;
    let (server, cli) = (serve_release()?, command()?);
    let pages = example("pages", &["--package", "texlens-pdf"])?;
    step("measuring");
    run(script("xtask/bench/pdf.mjs", &server)
        .args(files)
        .env("TEXLENS_PAGES", pages)
        .env("TEXLENS_CLI", cli)
        .env("TEXLENS_FORMATS", paths::root().join("xtask/tex/formats")))
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
