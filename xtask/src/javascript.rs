//! The project's JavaScript: TypeScript checks its types, which stand in comments, and Biome its habits.

use std::process::Command;

use anyhow::Result;

use crate::command::{run, step};
use crate::{npm, paths};

/// Code that runs in different places has different globals, so each kind is a project of TypeScript.
const PROJECTS: [&str; 3] = [
    "tsconfig.json",
    "xtask/lint/tsconfig.page.json",
    "xtask/lint/tsconfig.workers.json",
];

/// Fails with every error of types, and with everything that `biome.jsonc` refuses.
pub(crate) fn check() -> Result<()> {
    npm::ensure()?;
    step("checking the types of the JavaScript");
    for project in PROJECTS {
        run(Command::new("node")
            .arg(paths::npm("typescript/lib/tsc.js"))
            .args(["--project", project]))?;
    }
    step("checking the JavaScript with Biome");
    run(Command::new("node")
        .arg(paths::npm("@biomejs/biome/bin/biome"))
        .args(["lint", "--error-on-warnings"]))
}
