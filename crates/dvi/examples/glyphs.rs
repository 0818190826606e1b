//! Reads a DVI file and writes its pages as JSON files, `001.json` and so on, in the form that the typesetter reads.
//!
//!     cargo run -p texlens-dvi --example glyphs -- FILE.dvi OUT_DIR [DPI]
//!
//! `kpsewhich` finds the font metrics in the TeX installation.
#![allow(clippy::print_stderr, reason = "a command line tool speaks")]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (file, out, dpi) = match arguments.as_slice() {
        [file, out] => (file, out, 150.0),
        [file, out, dpi] => (file, out, dpi.parse()?),
        _ => return Err("usage: glyphs FILE.dvi OUT_DIR [DPI]".into()),
    };
    let document = texlens_dvi::read(&std::fs::read(file)?, installed, dpi)?;
    std::fs::create_dir_all(out)?;
    for (number, page) in (1..).zip(&document.pages) {
        let path = Path::new(out).join(format!("{number:03}.json"));
        std::fs::write(path, serde_json::to_string(page)?)?;
    }
    for (font, count) in &document.unknown {
        eprintln!("{count} glyphs of the font {font} are not known");
    }
    Ok(())
}

/// Returns the metrics of a font from the TeX installation.
fn installed(font: &str) -> Option<Vec<u8>> {
    let found = Command::new("kpsewhich").arg(format!("{font}.tfm")).output().ok()?;
    let path = PathBuf::from(String::from_utf8(found.stdout).ok()?.trim());
    std::fs::read(path).ok()
}
