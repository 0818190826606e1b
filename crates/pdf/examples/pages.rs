//! Draws the pages of a PDF as `OUT/001.png` and so on, and writes the glyphs of their text as `OUT/001.json` and so on, in
//! the form that the typesetter reads. Prints for each page how long both took, which way is taken and what became of
//! the glyphs; then the characters that are not understood.
//!
//!     cargo run --release -p texlens-pdf --example pages FILE OUT [DPI]
#![allow(clippy::print_stdout, reason = "it is there to say something")]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;
use std::{env, fs};

use texlens_pdf::{DEFAULT_DPI, Document, Limits, Way};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(file), Some(out)) = (arguments.next(), arguments.next()) else {
        return Err("FILE OUT [DPI]".into());
    };
    let dpi = arguments.next().map_or(Ok(DEFAULT_DPI), |dpi| dpi.parse())?;
    let out = PathBuf::from(out);
    fs::create_dir_all(&out)?;
    let document = Document::open(fs::read(file)?, Limits::default())?;
    let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
    for number in 1..=document.pages() {
        let began = Instant::now();
        let image = document.render(number, dpi)?;
        let drawn = began.elapsed();
        let reading = document.read(number, dpi)?;
        let read = began.elapsed() - drawn;
        let way = match reading.way {
            Way::Text => "text".to_owned(),
            Way::Image(obstacle) => format!("image, because {obstacle}"),
        };
        println!(
            "{number}: drawn in {} ms, {} kB; read in {:.1} ms, {way}, {:?}",
            drawn.as_millis(),
            image.png.len() / 1000,
            read.as_secs_f64() * 1e3,
            reading.counts
        );
        fs::write(out.join(format!("{number:03}.png")), image.png)?;
        let page = serde_json::to_string(&reading.page)?;
        fs::write(out.join(format!("{number:03}.json")), page)?;
        for character in reading.unknown {
            *unknown.entry(character).or_default() += 1;
        }
    }
    for (character, pages) in unknown {
        println!("unknown on {pages} pages: {character}");
    }
    Ok(())
}
