//! Size, speed and memory, measured beside Tesseract.

use std::process::Command;

use anyhow::Result;

use crate::command::{run, step};
use crate::site::{self, Profile};
use crate::{debian, paths, server};

/// Builds what is measured and measures it.
pub(crate) fn run_all() -> Result<()> {
    site::build(Profile::Release)?;
    debian::ensure(&[debian::CHROMIUM, debian::TESSERACT])?;
    step("building the command line tool");
    run(Command::new("cargo").args(["build", "--release", "--package", "texlens-cli"]))?;
    let server = server::start(&paths::dist(), 0, false)?;
    step("measuring");
    run(Command::new("node")
        .arg("xtask/bench.mjs")
        .env("TEXLENS_URL", format!("{}/", server.address()))
        .env("TEXLENS_CLI", paths::target().join("release/texlens"))
        .env("ORT_DYLIB_PATH", paths::onnx_runtime())
        .env("CHROMIUM", debian::CHROMIUM.path().unwrap_or_default()))
}
