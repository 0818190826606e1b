//! Runs everything that CI runs.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use anyhow::{Result, bail, ensure};

use crate::browsers::Browser;
use crate::command::{run, step};
use crate::module::{self, Profile};
use crate::{
    circles, debian, deny, docs, fuzz, javascript, npm, package, paths, prose, python, server, site, styles, toolchain,
    unit, wheel, words,
};

/// The module that tests of screens import.
const SCREENS: &str = "./accessibility.mjs";

/// Runs all parts, the quick ones first.
pub(crate) fn all() -> Result<()> {
    lint()?;
    // Each module is linked on one core for minutes, and some tests wait or use one core.
    thread::scope(|scope| {
        let modules = scope.spawn(|| module::all().and_then(|()| fuzz()));
        let tested = unit::test().and_then(|()| wheel());
        let built = modules.join().unwrap_or_else(|_| bail!("a thread has panicked"));
        tested.and(built)
    })?;
    let site = TestedSite::build()?;
    in_chromium(&site, &[], None)?;
    in_others(&site, &[], true)
}

/// Tests the wheel for Python, whose numbers are those of the command.
pub(crate) fn wheel() -> Result<()> {
    wheel::test(&command()?)
}

/// Builds the command.
fn command() -> Result<PathBuf> {
    step("building the command, whose numbers browser and wheel must give too");
    // The same packages and environment as for the unit tests, so that nothing is built twice. With a test among the
    // targets, dependencies have the same features, too.
    run(Command::new("cargo")
        .args(["build", "--workspace", "--bin", "texlens", "--test", "install"])
        .env("ORT_DYLIB_PATH", paths::onnx_runtime()))?;
    Ok(paths::target().join("debug/texlens"))
}

/// Runs the fuzz targets on their corpus, and on a fixed number of inputs from a fixed seed.
pub(crate) fn fuzz() -> Result<()> {
    fuzz::run_fixed()
}

/// Checks the format, lints and documentation, for this machine's target and for the browser's.
pub(crate) fn lint() -> Result<()> {
    // Clippy also builds the fuzz targets.
    debian::ensure(&[debian::CXX])?;
    step("checking the format");
    run(Command::new("cargo").args(["fmt", "--all", "--check"]))?;
    // A build script makes the metrics modules, so that cargo does not find their files.
    run(Command::new("rustfmt")
        .args(["--edition", "2024", "--check"])
        .args(metrics()?))?;
    circles::check()?;
    deny::check()?;
    javascript::check()?;
    python::check()?;
    step("checking with clippy");
    run(cargo_clippy(Command::new("cargo").args([
        "clippy",
        "--workspace",
        "--all-targets",
    ])))?;
    step("checking the browser's part with clippy");
    let toolchain = toolchain::ensure()?;
    let mut clippy = toolchain.cargo("clippy");
    // These have code that exists only there. One run checks what they share once.
    for package in module::packages().chain(["texlens-worker-base", "texlens-browser", "texlens-blob"]) {
        clippy.args(["--package", package]);
    }
    run(cargo_clippy(clippy.arg("--lib")))?;
    docs::check()?;
    prose::check()?;
    styles::check()?;
    words::check()?;
    step("building the documentation");
    run(Command::new("cargo")
        .args(["doc", "--workspace", "--no-deps"])
        .env("RUSTDOCFLAGS", "-D warnings"))
}

/// Returns the files of the metrics, one for each metric.
fn metrics() -> Result<Vec<PathBuf>> {
    let folder = paths::root().join("crates/metrics/src/suite");
    let entries =
        |folder: &Path| -> Result<Vec<PathBuf>> { std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect() };
    let mut files = Vec::new();
    for folder in entries(&folder)? {
        files.extend(entries(&folder)?);
    }
    files.retain(|path| path.extension().is_some_and(|ending| ending == "rs"));
    ensure!(!files.is_empty(), "the folder of the metrics is empty");
    Ok(files)
}

fn cargo_clippy(command: &mut Command) -> &mut Command {
    command.args(["--", "-D", "warnings"])
}

/// Takes the pictures of the documentation anew, and one of every screen at several sizes, in light and dark, into a
/// folder. They are taken by the tests that check accessibility, which together visit every screen.
pub(crate) fn pictures(folder: &Path) -> Result<()> {
    let folder = std::path::absolute(folder)?;
    in_chromium(&TestedSite::build()?, &[], Some(&folder))?;
    step("taking the pictures of the documentation");
    let server = server::start(&paths::dist(), 0, false)?;
    run(Command::new("node")
        .args(["xtask/pictures.mjs", server.address()])
        .env("CHROMIUM", debian::CHROMIUM.path().unwrap_or_default()))?;
    step(&format!("look at the pictures in docs/ and {}", folder.display()));
    Ok(())
}

/// Runs the tests in Chromium, on the released form of the site. Names select test files.
pub(crate) fn e2e(names: &[String]) -> Result<()> {
    in_chromium(&TestedSite::build()?, names, None)
}

fn in_chromium(site: &TestedSite, names: &[String], shots: Option<&Path>) -> Result<()> {
    debian::ensure(&[debian::CHROMIUM])?;
    let mut files = Vec::new();
    for path in test_files(names)? {
        if shots.is_none() || std::fs::read_to_string(&path)?.contains(SCREENS) {
            files.push(path);
        }
    }
    step(&format!("testing {} in Chromium", site.server.address()));
    let mut node = site.node();
    if let Some(folder) = shots {
        node.env("TEXLENS_SHOTS", folder);
    }
    // Tests often wait: for a frame, a debounce, a limit. With four files at a time on two cores, some look too late.
    run(node.arg("--test-concurrency=2").args(files))
}

/// Runs the same tests in Firefox and WebKit, except those that a browser cannot run. Names select browsers and test files.
pub(crate) fn browsers(names: &[String], is_short: bool) -> Result<()> {
    in_others(&TestedSite::build()?, names, is_short)
}

fn in_others(site: &TestedSite, names: &[String], is_short: bool) -> Result<()> {
    let (chosen, names): (Vec<String>, Vec<String>) = names
        .iter()
        .cloned()
        .partition(|name| Browser::ALL.iter().any(|browser| browser.name() == name));
    let files = test_files(&names)?;
    let mut failed = Vec::new();
    for browser in Browser::ALL {
        let is_chosen = chosen.is_empty() || chosen.iter().any(|name| name == browser.name());
        if is_chosen && let Err(error) = browser.test(site.node(), &files, is_short) {
            failed.push(format!("{}: {error:#}", browser.name()));
        }
    }
    ensure!(failed.is_empty(), "{}", failed.join("\n"));
    Ok(())
}

/// The files of the tests, all or those whose names contain one of these.
fn test_files(names: &[String]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(paths::root().join("tests/e2e"))? {
        let path = entry?.path();
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        let is_named = names.is_empty() || names.iter().any(|part| name.contains(part));
        if is_named && name.ends_with(".test.mjs") {
            files.push(path);
        }
    }
    files.sort();
    ensure!(!files.is_empty(), "no test file is named like {}", names.join(" or "));
    Ok(files)
}

/// The built site and what its tests compare it with.
struct TestedSite {
    cli: PathBuf,
    package: PathBuf,
    server: server::Running,
}

impl TestedSite {
    fn build() -> Result<Self> {
        npm::ensure()?;
        let cli = command()?;
        module::all()?;
        site::build(Profile::Release)?;
        let package = package::build()?;
        let server = server::start(&paths::dist(), 0, false)?;
        Ok(Self { cli, package, server })
    }

    /// Returns the command that runs tests, without the files.
    fn node(&self) -> Command {
        let mut node = Command::new("node");
        node.args(["--test", "--test-reporter=./tests/e2e/reporter.mjs"])
            .env("TEXLENS_URL", format!("{}/", self.server.address()))
            .env("TEXLENS_CLI", &self.cli)
            .env("TEXLENS_PACKAGE", &self.package)
            .env("ORT_DYLIB_PATH", paths::onnx_runtime())
            .env("CHROMIUM", debian::CHROMIUM.path().unwrap_or_default());
        node
    }
}
