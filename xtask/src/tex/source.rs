//! The source of the engine: Debian's packages, reduced to the files that the build needs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::folders::{empty, recipe};
use crate::command::{quietly, step};
use crate::hash::sha256;
use crate::paths;

/// A file of a Debian source package.
struct Download {
    package: &'static str,
    /// The version of the package.
    version: &'static str,
    file: &'static str,
    sha256: &'static str,
    /// The folder that the file unpacks to.
    folder: &'static str,
}

const TEX_LIVE: Download = Download {
    package: "texlive-bin",
    version: "2022.20220321.62855-5.1+deb12u2",
    file: "texlive-bin_2022.20220321.62855.orig.tar.xz",
    sha256: "045ffdf5f9016a080cf1a27edbcf0e1b2200a3b9b969dcf29a5e498d145b2170",
    folder: "texlive-bin-2022.20220321.62855",
};

const ZLIB: Download = Download {
    package: "zlib",
    version: "1:1.2.13.dfsg-1",
    file: "zlib_1.2.13.dfsg.orig.tar.bz2",
    sha256: "71feb7947e3c00ef125f83b79a4e529bde31171e5babe48b391f06758d1ab0a1",
    folder: "zlib-1.2.13.dfsg",
};

const SOURCES: &str = "deb-src http://deb.debian.org/debian bookworm main\n";

/// The folders of the unpacked source.
pub(super) struct Source {
    pub(super) tex_live: PathBuf,
    pub(super) zlib: PathBuf,
}

/// Returns the path of the reduced source, which is stored beside the files built from it.
pub(super) fn kept_archive() -> PathBuf {
    paths::root().join("www/tex/source/pdftex-source.tar.xz")
}

/// Unpacks the stored source and applies `source.patch`. Fetches the source from Debian if none is stored.
pub(super) fn ensure(work: &Path) -> Result<Source> {
    let archive = kept_archive();
    if !archive.exists() {
        fetch(&work.join("fetched"), &archive)?;
    }
    step("unpacking pdfTeX's source");
    let folder = work.join("source");
    empty(&folder)?;
    quietly(Command::new("tar").arg("-xf").arg(&archive).arg("-C").arg(&folder))?;
    let source = Source {
        tex_live: folder.join(TEX_LIVE.folder),
        zlib: folder.join(ZLIB.folder),
    };
    let patch = fs::File::open(recipe().join("engine/source.patch")).context("source.patch")?;
    quietly(
        Command::new("patch")
            .args(["-p1", "--quiet", "-d"])
            .arg(&source.tex_live)
            .stdin(patch),
    )?;
    Ok(source)
}

/// Fetches Debian's source packages and keeps the files that `engine/source-files.txt` names.
fn fetch(work: &Path, archive: &Path) -> Result<()> {
    step("fetching the source packages texlive-bin and zlib from Debian");
    empty(work)?;
    let packed = work.join("packed");
    let unpacked = work.join("unpacked");
    fs::create_dir_all(&packed)?;
    fs::create_dir_all(&unpacked)?;
    for download in [&TEX_LIVE, &ZLIB] {
        apt_get_source(work, &packed, download)?;
        let file = packed.join(download.file);
        let found = sha256(&fs::read(&file).with_context(|| file.display().to_string())?);
        if found != download.sha256 {
            bail!("{}: SHA-256 {found} instead of {}", download.file, download.sha256);
        }
        quietly(Command::new("tar").arg("-xf").arg(&file).arg("-C").arg(&unpacked))?;
    }
    step("keeping what the build needs of it");
    let mut tar = Command::new("tar");
    tar.arg("-C").arg(&unpacked);
    // These options give the same bytes on every machine.
    tar.args([
        "--format=ustar",
        "--sort=name",
        "--mtime=@0",
        "--owner=0",
        "--group=0",
        "--numeric-owner",
        "--mode=u=rwX,go=rX",
    ]);
    tar.arg("--files-from").arg(recipe().join("engine/source-files.txt"));
    quietly(
        tar.args(["--use-compress-program", "xz -9e --threads=1", "-cf"])
            .arg(archive),
    )
}

/// Fetches with a separate list of sources, so that the machine's configuration is unchanged.
fn apt_get_source(work: &Path, packed: &Path, download: &Download) -> Result<()> {
    let list = work.join("sources.list");
    fs::write(&list, SOURCES)?;
    fs::create_dir_all(work.join("lists/partial"))?;
    let apt_get = || {
        let mut command = Command::new("apt-get");
        command
            .current_dir(packed)
            .arg(format!("-oDir::Etc::SourceList={}", list.display()))
            .arg("-oDir::Etc::SourceParts=-")
            .arg(format!("-oDir::State::Lists={}", work.join("lists").display()))
            .arg(format!("-oDir::Cache={}", work.join("cache").display()))
            .arg("--quiet");
        command
    };
    quietly(apt_get().arg("update"))?;
    quietly(
        apt_get()
            .args(["source", "--download-only"])
            .arg(format!("{}={}", download.package, download.version)),
    )
}
