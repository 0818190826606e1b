//! Draws the pages of a PDF as `OUT/001.png` and so on, and prints how long each one took.
//!
//!     cargo run --release -p texlens-pdf --example pages FILE OUT [DPI]
#![allow(clippy::print_stdout, reason = "it is there to say something")]

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;
use std::{env, fs};

use texlens_pdf::{DEFAULT_DPI, Document, Limits};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(file), Some(out)) = (arguments.next(), arguments.next()) else {
        return Err("FILE OUT [DPI]".into());
    };
    let dpi = arguments.next().map_or(Ok(DEFAULT_DPI), |dpi| dpi.parse())?;
    let out = PathBuf::from(out);
    fs::create_dir_all(&out)?;
    let document = Document::open(fs::read(file)?, Limits::default())?;
    for number in 1..=document.pages() {
        let began = Instant::now();
        let image = document.render(number, dpi)?;
        println!(
            "{number}: {} ms, {} kB",
            began.elapsed().as_millis(),
            image.png.len() / 1000
        );
        fs::write(out.join(format!("{number:03}.png")), image.png)?;
    }
    Ok(())
}
