//! Builds the wheel for Python, and tests it as it is installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::command::{run, step};
use crate::files::copy;
use crate::{debian, npm, paths, pypi};

/// The folder of the package. Git ignores the files that are put into it.
const PACKAGE: &str = "crates/python/python/texlens";

/// Builds the wheel for this machine; returns its path.
pub(crate) fn build() -> Result<PathBuf> {
    make("wheels", &["--release"])
}

/// Builds the wheel without optimisation, and tests it: alone in a new environment, then with the libraries that it works
/// with. `cli` is the command whose numbers it must give.
pub(crate) fn test(cli: &Path) -> Result<()> {
    let wheel = make("wheels-dev", &[])?;
    step("testing the wheel");
    let clean = paths::target().join("wheel-environment");
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&clean))?;
    let clean = clean.join("bin/python");
    install(&clean, &wheel)?;
    run(tests(&clean, cli).args(["crates/python/tests/test_examples.py"]))?;
    let full = pypi::ensure(pypi::WHEEL)?.join("python");
    install(&full, &wheel)?;
    run(tests(&full, cli).args(["-m", "unittest", "discover", "--start-directory", "crates/python/tests"]))
}

/// Tests the examples for Ray and Spark, with workers that are killed. These install more than a gigabyte and run for
/// minutes, so they are not among the tests that CI runs.
pub(crate) fn test_engines() -> Result<()> {
    debian::ensure(&[debian::JAVA])?;
    test_beside(pypi::ENGINES, "engines")
}

/// Tests scorer and examples for Inspect and lm-evaluation-harness. CI does not: these install 120 packages.
pub(crate) fn test_harnesses() -> Result<()> {
    test_beside(pypi::HARNESSES, "harnesses")
}

/// Runs the tests of a folder with the packages of a list.
fn test_beside(list: pypi::List, folder: &str) -> Result<()> {
    let python = installed_beside(list)?;
    step(&format!("testing the examples for {folder}"));
    run(Command::new(python)
        .args(["-m", "unittest", "discover", "--start-directory"])
        .arg(format!("crates/python/{folder}")))
}

/// Builds the wheel and installs it beside the packages of a list; returns their Python.
pub(crate) fn installed_beside(list: pypi::List) -> Result<PathBuf> {
    let wheel = build()?;
    let python = pypi::ensure(list)?.join("python");
    install(&python, &wheel)?;
    Ok(python)
}

/// Puts into the package what it lacks: the TeX engine, and the library of ONNX Runtime for this machine.
fn stage() -> Result<()> {
    npm::ensure()?;
    let package = paths::root().join(PACKAGE);
    let library = paths::onnx_runtime();
    let parts = [
        (paths::root().join("www/tex"), package.join("tex")),
        (
            library.clone(),
            package.join(library.file_name().context("the library has a name")?),
        ),
    ];
    for (from, to) in parts {
        // Files of an earlier engine do not belong to this one.
        let _ = fs::remove_dir_all(&to);
        copy(&from, &to)?;
    }
    Ok(())
}

fn make(folder: &str, options: &[&str]) -> Result<PathBuf> {
    let maturin = pypi::ensure(pypi::WHEEL)?.join("maturin");
    stage()?;
    step("building the wheel");
    let folder = paths::target().join(folder);
    // A wheel of an earlier version does not belong there.
    let _ = fs::remove_dir_all(&folder);
    run(Command::new(maturin)
        .args(["build", "--quiet", "--interpreter", "python3"])
        .args(["--manifest-path", "crates/python/Cargo.toml", "--out"])
        .arg(&folder)
        .args(options))?;
    let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let wheels: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    let [wheel] = wheels.as_slice() else {
        anyhow::bail!("{} holds {} files and not one wheel", folder.display(), wheels.len());
    };
    ensure!(wheel.is_file(), "{} is no file", wheel.display());
    Ok(wheel.clone())
}

fn install(python: &Path, wheel: &Path) -> Result<()> {
    run(Command::new(python)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
        .args(["--force-reinstall", "--no-deps", "--no-index"])
        .arg(wheel))
}

fn tests(python: &Path, cli: &Path) -> Command {
    let mut command = Command::new(python);
    command.env("TEXLENS_CLI", cli);
    command
}
