//! Runs the tests that need no browser. `cargo test` runs the program of one crate after the other; many tests wait, or
//! use one core, so that here as many programs run at a time as there are cores.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::command::{run, show, step};
use crate::{npm, paths};

/// A test program.
#[derive(Debug)]
struct Program {
    path: PathBuf,
    /// The folder of its package, in which it runs.
    folder: PathBuf,
    /// The package and the target, such as `texlens-cli/score`.
    name: String,
}

/// A message of cargo, with the fields of a compiled target.
#[derive(Debug, Deserialize)]
struct Message {
    manifest_path: Option<PathBuf>,
    target: Option<Target>,
    profile: Option<Profile>,
    executable: Option<PathBuf>,
}

#[derive(Debug, Deserialize)]
struct Target {
    name: String,
}

#[derive(Debug, Deserialize)]
struct Profile {
    test: bool,
}

/// Builds and runs all tests, also those of the documentation.
pub(crate) fn test() -> Result<()> {
    npm::ensure()?;
    step("building the unit tests");
    let programs = build()?;
    step(&format!("running the unit tests, {} programs", programs.len()));
    let failed = run_all(programs);
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    step("running the examples of the documentation");
    run(Command::new("cargo")
        .args(["test", "--workspace", "--doc", "--quiet"])
        .env("ORT_DYLIB_PATH", paths::onnx_runtime()))
}

fn build() -> Result<Vec<Program>> {
    let mut command = Command::new("cargo");
    command
        .args([
            "test",
            "--workspace",
            "--no-run",
            "--message-format=json-render-diagnostics",
        ])
        .env("ORT_DYLIB_PATH", paths::onnx_runtime())
        .stderr(Stdio::inherit());
    let shown = show(&command);
    let output = command.output().with_context(|| shown.clone())?;
    ensure!(output.status.success(), "{shown}: {}", output.status);
    let messages = String::from_utf8(output.stdout).context("cargo writes UTF-8")?;
    let mut programs = Vec::new();
    for line in messages.lines() {
        let message: Message = serde_json::from_str(line).with_context(|| line.to_owned())?;
        if let Message {
            manifest_path: Some(manifest),
            target: Some(target),
            profile: Some(Profile { test: true }),
            executable: Some(path),
        } = message
        {
            let folder = manifest.parent().unwrap_or(Path::new(".")).to_owned();
            let package = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let name = format!("{package}/{}", target.name);
            programs.push(Program { path, folder, name });
        }
    }
    ensure!(!programs.is_empty(), "cargo has built no tests");
    Ok(programs)
}

/// Runs all programs; returns the names of those that fail.
fn run_all(programs: Vec<Program>) -> Vec<String> {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let waiting = Mutex::new(VecDeque::from(programs));
    let failed = Mutex::new(Vec::new());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(program) = next() {
                    if !program.passes() {
                        failed.lock().unwrap_or_else(PoisonError::into_inner).push(program.name);
                    }
                }
            });
        }
    });
    failed.into_inner().unwrap_or_else(PoisonError::into_inner)
}

impl Program {
    /// Runs the program; prints its result, and its whole output if it fails.
    fn passes(&self) -> bool {
        let began = Instant::now();
        let output = Command::new(&self.path)
            .current_dir(&self.folder)
            .env("CARGO_MANIFEST_DIR", &self.folder)
            .env("ORT_DYLIB_PATH", paths::onnx_runtime())
            .output();
        let seconds = began.elapsed().as_secs_f64();
        let (passes, printed) = match &output {
            Ok(output) => {
                let printed = [&*output.stdout, &output.stderr].concat();
                (output.status.success(), String::from_utf8_lossy(&printed).into_owned())
            }
            Err(error) => (false, error.to_string()),
        };
        let result = printed
            .lines()
            .rev()
            .find_map(|line| line.strip_prefix("test result: ok. "));
        let counts = result
            .and_then(|result| result.split(" passed").next())
            .unwrap_or("no result");
        let name = &self.name;
        match passes {
            true => println!("{name}: {counts} passed ({seconds:.1} s)"),
            // One call, so that the output of another program does not come between.
            false => println!("{name}: FAILED ({seconds:.1} s)\n{printed}"),
        }
        passes
    }
}
