//! Finds or installs a Rust toolchain that builds for wasm32-unknown-unknown.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};

use crate::command::{find, output, step, succeeds_within};
use crate::debian;

const TARGET: &str = "wasm32-unknown-unknown";
/// Time limit for `rustup target add`, which does not end without a network.
const RUSTUP_LIMIT: Duration = Duration::from_secs(60);

/// A toolchain that builds for wasm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Toolchain {
    /// The default toolchain has the target.
    Default,
    /// Debian's compiler, which builds the standard library from its source.
    Debian,
}

impl Toolchain {
    /// Returns a cargo command for the wasm target.
    pub(crate) fn cargo(self, subcommand: &str) -> Command {
        match self {
            Self::Default => {
                let mut cargo = Command::new("cargo");
                cargo.args([subcommand, "--target", TARGET]);
                cargo
            }
            Self::Debian => {
                // Without the full path, Cargo would look for clippy beside rustup's tools first.
                let program = if subcommand == "clippy" {
                    "/usr/bin/cargo-clippy"
                } else {
                    "/usr/bin/cargo"
                };
                let mut cargo = Command::new(program);
                cargo.env("CARGO", "/usr/bin/cargo");
                cargo.args([subcommand, "--target", TARGET, "-Z", "build-std=std,panic_abort"]);
                // A release compiler accepts `-Z` only with this variable. The name of Debian's linker contains its
                // version.
                cargo.env("RUSTC_BOOTSTRAP", "1");
                cargo.env("RUSTC", "/usr/bin/rustc");
                cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "/usr/bin/wasm-ld-22");
                cargo
            }
        }
    }
}

/// Finds a toolchain. If there is none, tries rustup first, then Debian's packages.
pub(crate) fn ensure() -> Result<Toolchain> {
    if default_has_target() {
        return Ok(Toolchain::Default);
    }
    if debian::RUST_FOR_WASM.iter().all(|program| program.path().is_some()) {
        return Ok(Toolchain::Debian);
    }
    if find("rustup").is_some() {
        step(&format!(
            "adding the target {TARGET} with rustup (at most {} s)",
            RUSTUP_LIMIT.as_secs()
        ));
        let mut add = Command::new("rustup");
        add.args(["target", "add", TARGET]);
        if succeeds_within(&mut add, RUSTUP_LIMIT) && default_has_target() {
            return Ok(Toolchain::Default);
        }
        step("rustup could not add it");
    }
    step("using Debian's Rust, which builds the standard library from source");
    debian::ensure(&debian::RUST_FOR_WASM)
        .with_context(|| format!("no Rust toolchain builds for {TARGET} (or: rustup target add {TARGET})"))?;
    Ok(Toolchain::Debian)
}

fn default_has_target() -> bool {
    let mut rustc = Command::new("rustc");
    rustc
        .args(["--print", "target-libdir", "--target", TARGET])
        .stdin(Stdio::null());
    output(&mut rustc).is_some_and(|folder| Path::new(&folder).is_dir())
}
