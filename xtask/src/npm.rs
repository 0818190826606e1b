//! What comes from npm, by lockfile.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};

use crate::command::{run, step};
use crate::paths;

/// Installs the packages of `package-lock.json` unless those are the ones that are there.
pub(crate) fn ensure() -> Result<()> {
    let wanted = fs::read(paths::root().join("package-lock.json")).context("package-lock.json")?;
    let installed = paths::npm(".texlens-package-lock.json");
    if fs::read(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    step("installing npm packages");
    // Their install scripts would fetch binaries from elsewhere.
    run(Command::new("npm").args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]))
        .context("Node.js 20 or later with npm is needed")?;
    fs::write(&installed, wanted).with_context(|| installed.display().to_string())
}
