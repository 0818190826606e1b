//! The fuzz targets of all crates: a fixed number of inputs as a test, or a search for as long as one likes.
//!
//! What cargo-fuzz does, with the stable toolchain that everything else is built with: no sanitizer, since there is no unsafe
//! code to watch, and the coverage of LLVM that leads libFuzzer on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::command::{output, run, step};
use crate::{debian, paths};

/// Coverage for libFuzzer, and the checks that a debug build has.
const FLAGS: &str = "--cfg fuzzing -Cdebug-assertions -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares";

/// Longer inputs make the search slow, and what they would find is found with short ones.
const MAX_BYTES: usize = 4000;

/// One input may take no longer: time is linear in its length.
const MAX_SECONDS: usize = 10;

/// The same in a test, where a busy machine must not decide: what takes longer does not end.
const MAX_SECONDS_IN_TEST: usize = 300;

/// Inputs that a test tries, those of the corpus among them.
const RUNS: u32 = 10_000;

/// What the inputs of a test are made from.
const SEED: u32 = 1;

/// A program that tries one property.
struct Target {
    /// As cargo names it.
    name: String,
    /// The fuzz folder of its crate.
    folder: PathBuf,
}

impl Target {
    /// Inputs that lead somewhere.
    fn corpus(&self) -> Option<PathBuf> {
        let path = self.folder.join("corpus").join(&self.name);
        path.is_dir().then_some(path)
    }

    fn dictionary(&self) -> Option<PathBuf> {
        let path = self.folder.join("words.dict");
        path.is_file().then_some(path)
    }
}

/// How long inputs are made up.
#[derive(Clone, Copy)]
enum Extent {
    /// The kept corpus, and so many inputs made from a fixed seed: the same ones in every run of the same program.
    Fixed,
    /// For so many seconds, beginning with what earlier searches have found.
    Seconds(u32),
}

/// Tries a fixed number of inputs from a fixed seed on every target, whatever the machine and the hour.
pub(crate) fn run_fixed() -> Result<()> {
    run_all(Extent::Fixed, &[])
}

/// Searches with every target whose name contains one of these, or with all.
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
    for target in targets {
        let program = build(&target)?;
        step(&match extent {
            Extent::Fixed => format!("trying {RUNS} inputs on {}", target.name),
            Extent::Seconds(seconds) => format!("fuzzing {} for {seconds} seconds", target.name),
        });
        fuzz(&target, &program, extent)?;
    }
    Ok(())
}

fn targets() -> Result<Vec<Target>> {
    let mut targets = Vec::new();
    for entry in fs::read_dir(paths::root().join("crates"))? {
        let folder = entry?.path().join("fuzz");
        let Ok(programs) = fs::read_dir(folder.join("fuzz_targets")) else {
            continue;
        };
        for program in programs {
            let path = program?.path();
            let name = path.file_stem().context("a fuzz target without a name")?;
            targets.push(Target {
                name: name.to_string_lossy().into_owned(),
                folder: folder.clone(),
            });
        }
    }
    targets.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(targets)
}

fn build(target: &Target) -> Result<PathBuf> {
    step(&format!("building the fuzz target {}", target.name));
    let host = host()?;
    let folder = paths::target().join("fuzz");
    // With a target named, build scripts and macros are built without the coverage.
    run(Command::new("cargo")
        .args([
            "build",
            "--profile",
            "fuzz",
            "--locked",
            "--target",
            &host,
            "--bin",
            &target.name,
        ])
        .current_dir(&target.folder)
        .env("CARGO_TARGET_DIR", &folder)
        .env("RUSTFLAGS", FLAGS))?;
    Ok(folder.join(host).join("fuzz").join(&target.name))
}

fn fuzz(target: &Target, program: &Path, extent: Extent) -> Result<()> {
    let mut command = Command::new(program);
    let found = match extent {
        Extent::Fixed => {
            let found = paths::target().join("fuzz/tried").join(&target.name);
            // What another run has found must not lead this one elsewhere.
            if found.exists() {
                fs::remove_dir_all(&found)?;
            }
            // Nor may the hash maps' seeds, the addresses of compared values, or the moment at which found inputs are read again.
            command.env("LD_PRELOAD", fixed_seeds()?);
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
    // New inputs go into the first folder; the kept ones are only read.
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
    run(&mut command).with_context(|| {
        format!(
            "{} failed; the input is in {}: put it into the corpus, then mend the code",
            target.name,
            found.display()
        )
    })
}

/// A library that, loaded before the C library, gives the same random numbers to every run.
fn fixed_seeds() -> Result<PathBuf> {
    let library = paths::target().join("fuzz/seeds.so");
    run(Command::new("c++")
        .args(["-x", "c", "-O1", "-shared", "-fPIC", "-o"])
        .arg(&library)
        .arg(paths::root().join("xtask/src/fuzz/seeds.c")))?;
    Ok(library)
}

/// This machine, as the compiler names it.
fn host() -> Result<String> {
    let about = output(Command::new("rustc").arg("-vV")).context("rustc was not found")?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not say what machine this is")?.to_owned())
}
