//! The command without the TeX engine, which has tests of its own, and with input from a pipe.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Returns the command without the TeX engine.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_texlens"));
    command.env("TEXLENS_TEX", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// Runs the command with this input.
pub(crate) fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = command()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}
