//! Installs the npm packages of the lock file.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};

use crate::command::{run, step};
use crate::paths;

/// Installs the packages of `package-lock.json`, unless these are installed already.
pub(crate) fn ensure() -> Result<()> {
    let wanted = fs::read(paths::root().join("package-lock.json")).context("package-lock.json")?;
    let installed = paths::npm(".texlens-package-lock.json");
    if fs::read(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    step("installing npm packages");
    // The packages' install scripts would download binaries from elsewhere.
    run(Command::new("npm").args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]))
        .context("Node.js 20 or later with npm is needed")?;
    fs::write(&installed, wanted).with_context(|| installed.display().to_string())
}
