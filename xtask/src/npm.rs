//! Installs the npm packages of the lock file.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::command::{run, step};
use crate::paths;

/// Installs the packages of `package-lock.json`, unless these are installed already.
pub(crate) fn ensure() -> Result<()> {
    let wanted = fs::read(paths::root().join("package-lock.json")).context("package-lock.json")?;
    let installed = paths::npm(".texlens-package-lock.json");
    if fs::read(&installed).is_ok_and(|installed| installed == wanted) {
        return install_runtime();
    }
    step("installing npm packages");
    // The packages' install scripts would download binaries from elsewhere.
    run(Command::new("npm").args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]))
        .context("Node.js 20 or later with npm is needed")?;
    fs::write(&installed, wanted).with_context(|| installed.display().to_string())?;
    install_runtime()
}

/// Puts the library of ONNX Runtime where the command looks for what is installed with it.
fn install_runtime() -> Result<()> {
    let library = paths::onnx_runtime();
    let folder = paths::target().join("lib/texlens");
    let installed = folder.join(library.file_name().context("the library has a name")?);
    let size = |path: &Path| fs::metadata(path).map(|file| file.len()).ok();
    if size(&installed).is_none() || size(&installed) != size(&library) {
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        fs::copy(&library, &installed).with_context(|| library.display().to_string())?;
    }
    Ok(())
}
