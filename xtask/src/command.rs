//! Functions that run other programs.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// Prints the next step, with the minutes and seconds since the first one.
pub(crate) fn step(what: &str) {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let seconds = START.elapsed().as_secs();
    println!("==> {}:{:02} {what}", seconds / 60, seconds % 60);
}

/// Runs a command to its end and shows its output.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = show(command);
    let status = command
        .status()
        .with_context(|| format!("{shown}: could not be started"))?;
    if !status.success() {
        bail!("{shown}: {status}");
    }
    Ok(())
}

/// Runs a command to its end, and shows its output only if it fails.
pub(crate) fn quietly(command: &mut Command) -> Result<()> {
    let shown = show(command);
    let output = command
        .output()
        .with_context(|| format!("{shown}: could not be started"))?;
    if !output.status.success() {
        let printed = [output.stdout, output.stderr].concat();
        bail!("{shown}: {}\n{}", output.status, String::from_utf8_lossy(&printed));
    }
    Ok(())
}

/// Runs a command and returns its output; `None` if the program is missing or fails.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Returns the files of the project that git tracks and that match a pattern, relative to the project's folder.
pub(crate) fn tracked(pattern: &str) -> Result<Vec<PathBuf>> {
    let files = output(Command::new("git").args(["ls-files", pattern])).context("git ls-files")?;
    Ok(files.lines().map(PathBuf::from).collect())
}

/// Reports whether a command succeeds within a time limit, after which it is killed.
pub(crate) fn succeeds_within(command: &mut Command, limit: Duration) -> bool {
    let Ok(mut child) = command.spawn() else {
        return false;
    };
    let end = Instant::now() + limit;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_millis(100)),
            Ok(None) | Err(_) => {
                // The process may have ended in between, so that there is nothing to kill.
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    }
}

/// Finds a program on the search path.
pub(crate) fn find(name: impl AsRef<OsStr>) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(Path::new(name.as_ref())))
        .find(|file| file.is_file())
}

/// Returns a command as a person would type it.
pub(crate) fn show(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words
        .map(|word| word.to_string_lossy().into_owned())
        .collect::<Vec<_>>()
        .join(" ")
}
