//! Runs the engine under Node.js: to dump its formats, and to find the files that a text reads.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use super::folders::recipe;

/// A run of the engine.
#[derive(Debug, Default, Serialize)]
pub(super) struct Job {
    pub(super) arguments: Vec<String>,
    /// Additional files of the run, with their paths.
    pub(super) files: BTreeMap<String, PathBuf>,
    /// Additional files of the run, with their content.
    pub(super) texts: BTreeMap<String, String>,
    /// Files to keep of those that the run writes, with their target paths.
    pub(super) keep: BTreeMap<String, PathBuf>,
}

/// The outcome of a run.
#[derive(Debug, Deserialize)]
pub(super) struct Outcome {
    pub(super) status: i32,
    /// The text that the run wrote to its terminal.
    pub(super) log: String,
    /// The files of TeX Live that the run read, with their paths.
    pub(super) read: BTreeMap<String, PathBuf>,
}

/// Number of runs in one process. Each run takes a separate memory, and Node.js frees memory late.
const RUNS_AT_ONCE: usize = 8;

/// Runs the jobs one after the other.
pub(super) fn run(module: &Path, jobs: &[Job]) -> Result<Vec<Outcome>> {
    let mut outcomes = Vec::new();
    for jobs in jobs.chunks(RUNS_AT_ONCE) {
        outcomes.extend(run_in_one_process(module, jobs)?);
    }
    Ok(outcomes)
}

fn run_in_one_process(module: &Path, jobs: &[Job]) -> Result<Vec<Outcome>> {
    let mut node = Command::new("node")
        .arg(recipe().join("run.mjs"))
        .arg(module)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("Node.js 20 or later is needed")?;
    let mut input = node.stdin.take().context("no input to write to")?;
    input.write_all(&serde_json::to_vec(jobs)?)?;
    drop(input);
    let output = node.wait_with_output()?;
    if !output.status.success() {
        bail!("xtask/tex/run.mjs: {}", output.status);
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}
