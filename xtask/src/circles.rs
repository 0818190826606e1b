//! Checks that no two modules of a crate import each other. Code that both need belongs in a separate module. A parent
//! re-exports items of its children, which do not import the parent.

mod graph;
mod imports;

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::command::{output, step};
use crate::paths;
use graph::Modules;

/// The output of `cargo metadata`, with only the needed fields.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
    src_path: PathBuf,
}

/// Fails with the pairs of modules that import each other, and the lines with the imports.
pub(crate) fn check() -> Result<()> {
    step("looking for modules that import each other");
    let metadata = output(Command::new("cargo").args(["metadata", "--no-deps", "--format-version", "1"]));
    let metadata = metadata.context("cargo metadata")?;
    let metadata: Metadata = serde_json::from_str(&metadata).context("cargo metadata")?;
    let mut found = Vec::new();
    for package in &metadata.packages {
        for target in package.targets.iter().filter(|target| target.is_checked()) {
            let modules = Modules::read(&target.src_path)?;
            let pairs = modules.circles();
            found.extend(pairs.into_iter().map(|pair| format!("{}: {pair}", package.name)));
        }
    }
    ensure!(
        found.is_empty(),
        "these modules import each other; move what both need into a separate module:\n{}",
        found.join("\n")
    );
    Ok(())
}

impl Target {
    fn is_checked(&self) -> bool {
        let is_code = self
            .kind
            .iter()
            .any(|kind| matches!(&**kind, "lib" | "rlib" | "cdylib" | "bin"));
        is_code && self.src_path.starts_with(paths::root())
    }
}
