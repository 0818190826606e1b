//! Reads the glyphs of the pages of a PDF, writes them as `OUT/001.json` and so on in the form that the typesetter reads,
//! and prints for each page which way is taken, what became of its glyphs and how long it took.
//!
//!     cargo run --release -p texlens-pdf --example text FILE OUT [DPI]
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
        let reading = document.read(number, dpi)?;
        let way = match reading.way {
            Way::Text => "text".to_owned(),
            Way::Image(obstacle) => format!("image, since {obstacle}"),
        };
        println!(
            "{number}: {:.1} ms, {way}, {:?}",
            began.elapsed().as_secs_f64() * 1e3,
            reading.counts
        );
        fs::write(
            out.join(format!("{number:03}.json")),
            serde_json::to_string(&reading.page)?,
        )?;
        for missing in reading.unknown {
            *unknown.entry(missing).or_default() += 1;
        }
    }
    for (glyph, pages) in unknown {
        println!("unknown on {pages} pages: {glyph}");
    }
    Ok(())
}
