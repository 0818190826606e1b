//! Builds the npm package: the module with its types, in the form that users install.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::command::{run, step};
use crate::files::copy;
use crate::{module, npm, paths};

/// Files that `pkg/` lacks, with their paths in the project and in the package.
const BESIDE: [(&str, &str); 4] = [
    ("models/texbleu.bin", "texbleu.bin"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("THIRD_PARTY.md", "THIRD_PARTY.md"),
];

/// Builds and packs the module; returns the archive.
pub(crate) fn build() -> Result<PathBuf> {
    npm::ensure()?;
    module::javascript()?;
    step("packing the module for npm");
    let folder = paths::target().join("npm");
    // Files of an earlier build do not belong to this one.
    let _ = fs::remove_dir_all(&folder);
    let staged = folder.join("texlens");
    copy(&paths::package(), &staged)?;
    for (from, to) in BESIDE {
        copy(&paths::root().join(from), &staged.join(to))?;
    }
    copy(&paths::root().join("examples"), &staged.join("examples"))?;
    let manifest: Value =
        serde_json::from_slice(&fs::read(staged.join("package.json"))?).context("pkg/package.json")?;
    ensure!(
        manifest["version"] == env!("CARGO_PKG_VERSION"),
        "pkg/package.json has version {}, the project {}: make them equal",
        manifest["version"],
        env!("CARGO_PKG_VERSION")
    );
    run(Command::new("npm")
        .args(["pack", "--silent", "--pack-destination"])
        .arg(&folder)
        .current_dir(&staged))?;
    Ok(folder.join(concat!("texlens-", env!("CARGO_PKG_VERSION"), ".tgz")))
}
