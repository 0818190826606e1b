//! Runs the engine under Node.js: to dump its formats, and to see which files a text reads.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use super::folders::recipe;

/// One run.
#[derive(Debug, Default, Serialize)]
pub(super) struct Job {
    pub(super) arguments: Vec<String>,
    /// Files it has beside TeX Live's, and where they are.
    pub(super) files: BTreeMap<String, PathBuf>,
    /// Files it has beside those, with what is in them.
    pub(super) texts: BTreeMap<String, String>,
    /// Files it writes, and where they go.
    pub(super) keep: BTreeMap<String, PathBuf>,
}

/// What came of it.
#[derive(Debug, Deserialize)]
pub(super) struct Outcome {
    pub(super) status: i32,
    /// What it wrote to its terminal.
    pub(super) log: String,
    /// The files of TeX Live that it read, and where they are.
    pub(super) read: BTreeMap<String, PathBuf>,
}

/// Each run takes a memory of its own, and Node.js gives them back late: so many runs are made by one process.
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
