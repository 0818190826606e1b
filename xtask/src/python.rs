//! The project's Python: the recipes of the models, of the values that tests compare with, and of the bench.

use std::process::Command;

use anyhow::Result;

use crate::command::{run, step};
use crate::pypi;

/// Fails with everything that `ruff.toml` refuses, and if a file is not formatted.
pub(crate) fn check() -> Result<()> {
    let ruff = pypi::ensure(pypi::LINT)?.join("ruff");
    step("checking the Python with Ruff");
    run(Command::new(&ruff).args(["check", "--quiet"]))?;
    run(Command::new(&ruff).args(["format", "--check", "--quiet"]))
}
