//! Runs the fuzz targets of all crates: a fixed number of inputs as a test, or a search of any length.
//!
//! This does the work of cargo-fuzz with the stable toolchain that builds everything else. No sanitizer is used, since
//! there is no unsafe code. The coverage of LLVM guides libFuzzer.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result, bail, ensure};

use crate::command::{output, quietly, run, step};
use crate::{debian, paths};

/// Coverage for libFuzzer.
const COVERAGE: &str = "--cfg fuzzing -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares";

/// Maximum length of an input in bytes. Longer inputs slow the search down, and short ones find the same failures.
const MAX_BYTES: usize = 4000;

/// Time limit for an input in seconds: time is linear in the length.
const MAX_SECONDS: usize = 10;

/// Time limit for an input of a test, in seconds. It only catches endless loops, so that a busy machine causes no
/// failure.
const MAX_SECONDS_IN_TEST: usize = 300;

/// Number of inputs that a test tries, including those of the corpus.
const RUNS: u32 = 2_000;

/// The seed of the inputs of a test.
const SEED: u32 = 1;

/// A program that tests one property.
struct Target {
    /// The name of the target in Cargo.
    name: String,
    /// The fuzz folder of the crate.
    folder: PathBuf,
}

impl Target {
    /// Returns the folder of inputs that reach interesting code, if there is one.
    fn corpus(&self) -> Option<PathBuf> {
        let path = self.folder.join("corpus").join(&self.name);
        path.is_dir().then_some(path)
    }

    fn dictionary(&self) -> Option<PathBuf> {
        let path = self.folder.join("words.dict");
        path.is_file().then_some(path)
    }
}

/// The number of inputs or the time of a search.
#[derive(Clone, Copy)]
enum Extent {
    /// The stored corpus and [`RUNS`] inputs from a fixed seed, the same in every run of the same program.
    Fixed,
    /// A search of this many seconds, which starts with the inputs that earlier searches found.
    Seconds(u32),
}

/// Tries a fixed number of inputs from a fixed seed on every target, independently of the machine and the time.
pub(crate) fn run_fixed() -> Result<()> {
    run_all(Extent::Fixed, &[])
}

/// Searches with every target whose name contains one of these names, or with all targets.
pub(crate) fn run_for(seconds: u32, names: &[String]) -> Result<()> {
    run_all(Extent::Seconds(seconds), names)
}

fn run_all(extent: Extent, names: &[String]) -> Result<()> {
    debian::ensure(&[debian::CXX])?;
    let mut targets = targets()?;
    targets.retain(|target| names.is_empty() || names.iter().any(|name| target.name.contains(name)));
    ensure!(
        !targets.is_empty(),
        "no fuzz target is named like {}",
        names.join(" or ")
    );
    let programs = build(&targets, extent)?;
    match extent {
        Extent::Fixed => try_all(&targets, &programs),
        Extent::Seconds(seconds) => {
            for (target, program) in targets.iter().zip(&programs) {
                step(&format!("fuzzing {} for {seconds} seconds", target.name));
                run(&mut fuzz(target, program, extent)?).with_context(|| failure(target))?;
            }
            Ok(())
        }
    }
}

/// Tries the inputs of a test on all targets. Each target uses one processor, so several run at the same time.
fn try_all(targets: &[Target], programs: &[PathBuf]) -> Result<()> {
    build_seeds()?;
    let next = AtomicUsize::new(0);
    let work = || -> Result<()> {
        while let Some((target, program)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            targets.get(index).zip(programs.get(index))
        } {
            step(&format!("trying {RUNS} inputs on {}", target.name));
            quietly(&mut fuzz(target, program, Extent::Fixed)?).with_context(|| failure(target))?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..thread::available_parallelism().map_or(1, NonZeroUsize::get))
            .map(|_| scope.spawn(work))
            .collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().unwrap_or_else(|_| bail!("a thread has panicked")))
    })
}

/// Says what to do with an input on which a target failed.
fn failure(target: &Target) -> String {
    format!(
        "{} failed; the input is in {}: put it into the corpus, then fix the code",
        target.name,
        paths::target().join("fuzz").display()
    )
}

fn targets() -> Result<Vec<Target>> {
    let mut targets = Vec::new();
    for entry in fs::read_dir(paths::root().join("crates"))? {
        let entry = entry?;
        let folder = entry.path().join("fuzz");
        let Ok(programs) = fs::read_dir(folder.join("fuzz_targets")) else {
            continue;
        };
        for program in programs {
            let path = program?.path();
            if path.extension().is_none_or(|ending| ending != "rs") {
                continue;
            }
            let name = path.file_stem().context("a fuzz target without a name")?;
            targets.push(Target {
                name: name.to_string_lossy().into_owned(),
                folder: folder.clone(),
            });
        }
    }
    targets.sort_by(|a, b| a.name.cmp(&b.name));
    // All programs are built into one folder.
    for pair in targets.windows(2) {
        ensure!(
            pair[0].name != pair[1].name,
            "two fuzz targets are called {}; rename one",
            pair[0].name
        );
    }
    Ok(targets)
}

/// Builds targets and returns their programs. One command builds all of them, so that what they share is built once.
fn build(targets: &[Target], extent: Extent) -> Result<Vec<PathBuf>> {
    step("building the fuzz targets");
    let mut command = Command::new("cargo");
    // Of the whole workspace: with some of its packages, their dependencies would have other features, and be built again.
    command.args(["build", "--locked", "--workspace"]);
    for target in targets {
        command.args(["--bin", &target.name]);
    }
    let programs = match extent {
        // A few inputs need no more than the tests have: dependencies are those of the tests, without coverage.
        Extent::Fixed => {
            let wrapper = paths::root().join("xtask/src/fuzz/instrumented.sh");
            command
                .env("RUSTC_WORKSPACE_WRAPPER", wrapper)
                .env("TEXLENS_COVERAGE", COVERAGE);
            paths::target().join("debug")
        }
        Extent::Seconds(_) => {
            let (host, folder) = (host()?, paths::target().join("fuzz"));
            // If `--target` is given, build scripts and macros are built without coverage.
            command.args(["--profile", "fuzz", "--target", &host]);
            command.env("CARGO_TARGET_DIR", &folder);
            command.env("RUSTFLAGS", format!("-Cdebug-assertions {COVERAGE}"));
            folder.join(host).join("fuzz")
        }
    };
    run(&mut command)?;
    Ok(targets.iter().map(|target| programs.join(&target.name)).collect())
}

/// Returns the command that runs a target.
fn fuzz(target: &Target, program: &Path, extent: Extent) -> Result<Command> {
    let mut command = Command::new(program);
    let found = match extent {
        Extent::Fixed => {
            let found = paths::target().join("fuzz/tried").join(&target.name);
            // Inputs from an earlier run must not change this one.
            if found.exists() {
                fs::remove_dir_all(&found)?;
            }
            // The seeds of hash maps, addresses of compared values, and the time at which found inputs are read again
            // must not change it either.
            command.env("LD_PRELOAD", seeds());
            command.args([
                format!("-seed={SEED}"),
                format!("-runs={RUNS}"),
                format!("-timeout={MAX_SECONDS_IN_TEST}"),
                "-use_cmp=0".to_owned(),
                "-reload=0".to_owned(),
            ]);
            found
        }
        Extent::Seconds(seconds) => {
            command.args([format!("-max_total_time={seconds}"), format!("-timeout={MAX_SECONDS}")]);
            paths::target().join("fuzz/found").join(&target.name)
        }
    };
    fs::create_dir_all(&found)?;
    // New inputs are written to the first folder; those of the corpus are only read.
    command.arg(&found).args(target.corpus()).args([
        format!("-max_len={MAX_BYTES}"),
        format!("-artifact_prefix={}/failed-", found.display()),
        "-print_final_stats=1".to_owned(),
        "-print_funcs=0".to_owned(),
        "-verbosity=0".to_owned(),
    ]);
    if let Some(dictionary) = target.dictionary() {
        command.arg(format!("-dict={}", dictionary.display()));
    }
    Ok(command)
}

/// Builds a library that is loaded before the C library and gives the same random numbers to every run.
fn build_seeds() -> Result<()> {
    if let Some(folder) = seeds().parent() {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    run(Command::new("c++")
        .args(["-x", "c", "-O1", "-shared", "-fPIC", "-o"])
        .arg(seeds())
        .arg(paths::root().join("xtask/src/fuzz/seeds.c")))
}

/// Returns the path of that library.
fn seeds() -> PathBuf {
    paths::target().join("fuzz/seeds.so")
}

/// Returns the compiler's name for this machine.
fn host() -> Result<String> {
    let about = output(Command::new("rustc").arg("-vV")).context("rustc was not found")?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not say what machine this is")?.to_owned())
}
