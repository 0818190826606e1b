//! Converts WEB to C with pdfTeX's native build, which is stopped once the C source exists.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::folders::{empty, recipe};
use super::source::Source;
use crate::command::{quietly, step};

/// Options that disable all programs of web2c; the rules for pdfTeX's C source remain.
pub(super) const WITHOUT_PROGRAMS: [&str; 29] = [
    "--disable-tex",
    "--disable-etex",
    "--disable-mf",
    "--disable-mf-nowin",
    "--disable-mp",
    "--disable-pmp",
    "--disable-upmp",
    "--disable-pdftex",
    "--disable-luatex",
    "--disable-luatex53",
    "--disable-luajittex",
    "--disable-luahbtex",
    "--disable-luajithbtex",
    "--disable-mflua",
    "--disable-mfluajit",
    "--disable-mflua-nowin",
    "--disable-mfluajit-nowin",
    "--disable-xetex",
    "--disable-ptex",
    "--disable-eptex",
    "--disable-uptex",
    "--disable-euptex",
    "--disable-aleph",
    "--disable-hitex",
    "--disable-web-progs",
    "--disable-synctex",
    "--disable-ipc",
    "--without-x",
    "--disable-shared",
];

/// Returns the build folder with the tools `tangle` and `tie` and the generated C files.
pub(super) fn run(source: &Source, work: &Path) -> Result<PathBuf> {
    step("generating pdfTeX's C source from WEB");
    let native = work.join("native/texk");
    empty(&native)?;
    let kpathsea = native.join("kpathsea");
    let web2c = native.join("web2c");
    configure(source, &kpathsea, "kpathsea")?;
    quietly(
        Command::new("make")
            .arg("-C")
            .arg(&kpathsea)
            .args(["--silent", "libkpathsea.la"]),
    )?;
    configure(source, &web2c, "web2c")?;
    // The changes take the place of those of SyncTeX, which this build omits.
    let changes = recipe().join("engine/texlens.ch");
    quietly(
        Command::new("make")
            .arg("-C")
            .arg(&web2c)
            .arg(format!("pdftex_ch_synctex={}", changes.display()))
            .args(["--silent", "pdftex-pool.c", "pdftex0.c"]),
    )?;
    Ok(web2c)
}

fn configure(source: &Source, folder: &Path, component: &str) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    quietly(
        Command::new(source.tex_live.join("texk").join(component).join("configure"))
            .current_dir(folder)
            .args(["--quiet", "--disable-dependency-tracking", "CFLAGS=-O1"])
            .args(["--with-system-zlib", "--with-system-libpng"])
            .args(WITHOUT_PROGRAMS),
    )
}
