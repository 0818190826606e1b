//! The fuzz targets of all crates, each over its kept corpus and for a while beyond it.
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

/// Runs every target whose name contains one of these, or all.
pub(crate) fn run_for(seconds: u32, names: &[&str]) -> Result<()> {
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
        step(&format!("fuzzing {} for {seconds} seconds", target.name));
        fuzz(&target, &program, seconds)?;
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

fn fuzz(target: &Target, program: &Path, seconds: u32) -> Result<()> {
    let found = paths::target().join("fuzz/found").join(&target.name);
    fs::create_dir_all(&found)?;
    let mut command = Command::new(program);
    // New inputs go into the first folder; the kept ones are only read.
    command.arg(&found).args(target.corpus()).args([
        format!("-max_total_time={seconds}"),
        format!("-max_len={MAX_BYTES}"),
        format!("-timeout={MAX_SECONDS}"),
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
            "{} failed; the input is in {}: make it a test, then mend the code",
            target.name,
            found.display()
        )
    })
}

/// This machine, as the compiler names it.
fn host() -> Result<String> {
    let about = output(Command::new("rustc").arg("-vV")).context("rustc was not found")?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not say what machine this is")?.to_owned())
}
