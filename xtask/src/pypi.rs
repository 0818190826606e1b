//! What comes from PyPI: each list of packages in a virtual environment.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::command::{output, run, step};
use crate::{debian, paths};

/// The linters, by hash.
pub(crate) const LINT: List = List {
    environment: "lint-python",
    file: "xtask/lint/requirements.txt",
};

/// The tools that the metrics are compared with.
pub(crate) const BENCH: List = List {
    environment: "bench-python",
    file: "xtask/bench/requirements.txt",
};

/// What builds the wheel, and the libraries that it is tested with.
pub(crate) const WHEEL: List = List {
    environment: "wheel-python",
    file: "xtask/wheel/requirements.txt",
};

/// The engines on which the wheel is tested.
pub(crate) const ENGINES: List = List {
    environment: "engines-python",
    file: "xtask/wheel/engines.txt",
};

/// The harnesses in which the wheel is tested.
pub(crate) const HARNESSES: List = List {
    environment: "harnesses-python",
    file: "xtask/wheel/harnesses.txt",
};

/// Packages with their versions, and the environment that holds them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct List {
    /// Its folder in `.cache`.
    environment: &'static str,
    file: &'static str,
}

/// Installs the packages of a list unless those are the ones that are there; returns the folder of their programs.
pub(crate) fn ensure(list: List) -> Result<PathBuf> {
    let folder = paths::root().join(".cache").join(list.environment);
    let programs = folder.join("bin");
    let python = programs.join("python");
    let wanted = fs::read(paths::root().join(list.file)).context(list.file)?;
    let installed = folder.join(".texlens-requirements.txt");
    if python.is_file() && fs::read(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(programs);
    }
    step(&format!("installing Python packages: {}", list.file));
    if !python.is_file() {
        // Debian has the module that puts pip into an environment in another package than Python.
        if output(Command::new("python3").args(["-c", "import ensurepip, venv; print('ok')"])).is_none() {
            debian::install(&["python3-venv"])?;
        }
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))
            .context("Python 3 with venv is needed")?;
    }
    run(Command::new(&python)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
        .args(["--requirement", list.file]))?;
    fs::write(&installed, wanted).with_context(|| installed.display().to_string())?;
    Ok(programs)
}
