//! Typesets glyphs: reads `PageGlyphs` as JSON from the files named (or standard input) and prints LaTeX.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::io::Read;

use texlens_ocr::{PageGlyphs, typeset::typeset};

fn main() -> Result<(), Box<dyn Error>> {
    let mut inputs: Vec<String> = std::env::args()
        .skip(1)
        .map(std::fs::read_to_string)
        .collect::<Result<_, _>>()?;
    if inputs.is_empty() {
        let mut input = String::new();
        std::io::stdin().read_to_string(&mut input)?;
        inputs.push(input);
    }
    for input in inputs {
        let page: PageGlyphs = serde_json::from_str(&input)?;
        print!("{}", typeset(&page).latex);
    }
    Ok(())
}
