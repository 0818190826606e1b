//! Measurements and fixtures of the typesetter, which is half of the OCR.

use std::process::Command;

use anyhow::Result;

use crate::command;

/// Typesets the sources of the typesetter's fixtures and writes their glyphs.
pub(crate) fn fixtures(files: &[String]) -> Result<()> {
    example("fixtures", "dev", files)
}

/// Typesets formulas, converts their glyphs back to LaTeX, typesets that, and compares.
pub(crate) fn round_trip(arguments: &[String]) -> Result<()> {
    example("round_trip", "release", arguments)
}

/// Runs an example of `texlens-dvi`. The tasks themselves are built without the engine's runtime.
fn example(name: &str, profile: &str, arguments: &[String]) -> Result<()> {
    let mut cargo = Command::new("cargo");
    cargo.args([
        "run",
        "--quiet",
        "--profile",
        profile,
        "--package",
        "texlens-dvi",
        "--features",
        "native",
        "--example",
        name,
        "--",
    ]);
    command::run(cargo.args(arguments))
}
