//! Makes the archive of the command: the program with all that it needs, for machines without Rust and Node.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::command::{output, run, step};
use crate::files::{copy, write};
use crate::{npm, paths};

/// Files of the project that the archive holds, with their places in it.
const BESIDE: [(&str, &str); 5] = [
    ("www/tex", "lib/texlens/tex"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("THIRD_PARTY.md", "THIRD_PARTY.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
];

/// Shells with completions, each with the place where systems look for them.
const SHELLS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/texlens"),
    ("zsh", "share/zsh/site-functions/_texlens"),
    ("fish", "share/fish/vendor_completions.d/texlens.fish"),
];

/// Builds the command and packs it; returns the archive.
pub(crate) fn build() -> Result<PathBuf> {
    npm::ensure()?;
    step("building the command");
    run(Command::new("cargo").args(["build", "--release", "--package", "texlens-cli"]))?;
    step("packing the command");
    let name = format!(
        "texlens-{}-{}-{}",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::ARCH,
        std::env::consts::OS
    );
    let folder = paths::target().join("archive");
    // Files of an earlier build do not belong to this one.
    let _ = fs::remove_dir_all(&folder);
    let staged = folder.join(&name);
    let program = staged.join("bin/texlens");
    copy(&paths::target().join("release/texlens"), &program)?;
    let library = paths::onnx_runtime();
    let file = library.file_name().context("the library has a name")?;
    copy(&library, &staged.join("lib/texlens").join(file))?;
    for (from, to) in BESIDE {
        copy(&paths::root().join(from), &staged.join(to))?;
    }
    for (shell, place) in SHELLS {
        let script = output(Command::new(&program).args(["completions", shell])).context("completions")?;
        write(&staged.join(place), script.as_bytes())?;
    }
    run(Command::new(&program).arg("man").arg(staged.join("share/man/man1")))?;
    let archive = folder.join(format!("{name}.tar.gz"));
    let file = fs::File::create(&archive).with_context(|| archive.display().to_string())?;
    let mut packed = tar::Builder::new(GzEncoder::new(file, Compression::best()));
    packed.append_dir_all(&name, &staged)?;
    packed.into_inner()?.finish()?;
    Ok(archive)
}
