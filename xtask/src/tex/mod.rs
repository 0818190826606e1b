//! Makes `www/tex/`: pdfTeX for WebAssembly from Debian's source packages, its formats, and the files it reads.
//!
//! The result is committed. Only a change of the engine, of a format or of the list of packages needs this task, and
//! with it the Debian packages named in [`debian::TEX`].

mod archive;
mod compile;
mod engine;
mod files;
mod folders;
mod formats;
mod generate;
mod licences;
mod manifest;
mod outlines;
mod source;

pub(crate) use manifest::hashes;

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::command::{run, step};
use crate::{debian, paths};
use folders::{empty, site};

/// Builds everything again.
pub(crate) fn build() -> Result<()> {
    build_into(&site())?;
    step("asking the engine for the tables of the instant check");
    let example = "run --release --package texlens-tex --features native --example symbols --";
    run(Command::new("cargo")
        .args(example.split(' '))
        .arg(site())
        .arg(paths::root().join("crates/latex/src/check")))
}

/// Builds everything in another folder, and fails if a file differs from the committed one.
pub(crate) fn check() -> Result<()> {
    let rebuilt = paths::target().join("tex/check");
    empty(&rebuilt)?;
    build_into(&rebuilt)?;
    let differing = manifest::differing(&site(), &rebuilt)?;
    if !differing.is_empty() {
        bail!(
            "these files of www/tex are not what the recipe makes: {}",
            differing.join(", ")
        );
    }
    step("www/tex is what the recipe makes, byte for byte");
    Ok(())
}

fn build_into(site: &Path) -> Result<()> {
    debian::ensure(&debian::TEX)?;
    debian::ensure(&debian::TEX_FILES)?;
    let work = paths::target().join("tex");
    fs::create_dir_all(site.join("source"))?;
    let source = source::ensure(&work)?;
    let generated = generate::run(&source, &work)?;
    let engine = compile::run(&source, &generated, &work)?;
    write(site, &engine, &work)
}

/// Dumps the formats and collects the files for the committed engine, which is not built again. Needs no compiler.
pub(crate) fn packs() -> Result<()> {
    debian::ensure(&debian::TEX_FILES)?;
    let work = paths::target().join("tex");
    fs::create_dir_all(&work)?;
    let engine = work.join("pdftex.wasm");
    fs::write(&engine, archive::decompress(&fs::read(site().join("pdftex.wasm.gz"))?)?)?;
    write(&site(), &engine, &work)
}

fn write(site: &Path, engine: &Path, work: &Path) -> Result<()> {
    let formats = formats::dump(engine, work)?;
    let mut packs = files::collect(engine, &formats)?;
    packs.outlines = outlines::collect(&packs.core, "outlines.txt", work)?;
    packs.faces = outlines::collect(&packs.packages, "faces.txt", work)?;
    let licences = licences::Licences::read()?;
    manifest::write(site, engine, &formats, &packs, &licences)
}
