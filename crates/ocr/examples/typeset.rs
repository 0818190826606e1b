//! Typesets glyphs. Reads the pages of a document, in order, as `PageGlyphs` in JSON from the named files, or one page
//! from standard input. Prints their LaTeX, or writes it to files of the same names with `--out FOLDER` before the
//! names.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::fs;
use std::io::Read;
use std::path::PathBuf;

use texlens_ocr::{PageGlyphs, typeset::typeset_document};

fn main() -> Result<(), Box<dyn Error>> {
    let mut files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let mut folder = None;
    if files.first().is_some_and(|first| first.as_os_str() == "--out") && files.len() > 1 {
        folder = files.drain(..2).nth(1);
    }
    let mut inputs: Vec<String> = files.iter().map(fs::read_to_string).collect::<Result<_, _>>()?;
    if inputs.is_empty() {
        let mut input = String::new();
        std::io::stdin().read_to_string(&mut input)?;
        inputs.push(input);
    }
    let pages: Vec<PageGlyphs> = inputs
        .iter()
        .map(|input| serde_json::from_str(input))
        .collect::<Result<_, _>>()?;
    let written = typeset_document(&pages);
    for (i, page) in written.iter().enumerate() {
        match (&folder, files.get(i).and_then(|file| file.file_stem())) {
            (Some(folder), Some(name)) => fs::write(folder.join(name).with_extension("tex"), &page.latex)?,
            _ => print!("{}", page.latex),
        }
    }
    Ok(())
}
