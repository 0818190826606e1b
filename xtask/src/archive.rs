//! Makes the archive of the command: the program with all that it needs, for machines without Rust and Node.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::command::{run, step};
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
        let script = Command::new(&program).args(["completions", shell]).output()?;
        write(&staged.join(place), &script.stdout)?;
    }
    run(Command::new(&program).arg("man").arg(staged.join("share/man/man1")))?;
    let archive = folder.join(format!("{name}.tar.gz"));
    let file = fs::File::create(&archive).with_context(|| archive.display().to_string())?;
    let mut packed = tar::Builder::new(GzEncoder::new(file, Compression::best()));
    packed.append_dir_all(&name, &staged)?;
    packed.into_inner()?.finish()?;
    Ok(archive)
}

/// Copies a file or a folder.
fn copy(from: &Path, to: &Path) -> Result<()> {
    if from.is_file() {
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::copy(from, to).with_context(|| format!("{} to {}", from.display(), to.display()))?;
        return Ok(());
    }
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let name = entry?.file_name();
        copy(&from.join(&name), &to.join(&name))?;
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes).with_context(|| path.display().to_string())
}
