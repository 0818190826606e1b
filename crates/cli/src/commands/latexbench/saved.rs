//! Runs that were saved.

use std::path::Path;

use texlens_latexbench::BenchRun;

use super::LatexBenchError;
use crate::failure::Failure;
use crate::input::{MAX_TEXT, read_text};

/// The file of a run in its folder.
pub(super) const RUN: &str = "run.json";

/// Reads the run in a folder.
pub(super) fn read(folder: &Path) -> Result<BenchRun, Failure> {
    let path = folder.join(RUN);
    let text = read_text(&path, MAX_TEXT)?;
    let no_run = |what: String| LatexBenchError::NoRun {
        path: path.clone(),
        what,
    };
    Ok(BenchRun::read(&text).map_err(|error| no_run(error.to_string()))?)
}
