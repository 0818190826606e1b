//! Writes the outlines of fonts, from TeX Live's Type 1 fonts. `cargo xtask tex` runs it:
//!
//!     cargo run -p texlens-draw --example outlines -- OUT_DIR < fonts.tsv
//!
//! A line of the input is a font: its TeX name, its Type 1 file and, unless the font's own encoding is right, the file
//! of its encoding, separated by tabs. A font becomes the file `NAME.outlines`.

use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use read_fonts::model::glyph::outline::PathSink;
use read_fonts::ps::type1::Type1Font;
use read_fonts::types::GlyphId;
use texlens_draw::{Outline, OutlineFont, Segment};

#[derive(Parser)]
struct Arguments {
    /// The folder for the outlines
    out: PathBuf,
}

fn main() -> Result<()> {
    let Arguments { out } = Arguments::parse();
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input)?;
    for line in input.lines() {
        let mut fields = line.split('\t');
        let (name, type1) = (fields.next().context("no name")?, fields.next().context("no file")?);
        let font = font(Path::new(type1), fields.next().map(Path::new)).with_context(|| name.to_owned())?;
        std::fs::write(out.join(format!("{name}.outlines")), font.write())?;
    }
    Ok(())
}

fn font(type1: &Path, encoding: Option<&Path>) -> Result<OutlineFont> {
    let file = std::fs::read(type1).with_context(|| type1.display().to_string())?;
    let font = Type1Font::new(&file).map_err(|error| anyhow::anyhow!("{}: {error}", type1.display()))?;
    ensure!(font.upem() == 1000, "{}: {} units per em", type1.display(), font.upem());
    let glyphs: HashMap<&str, GlyphId> = font.glyph_names().map(|(id, name)| (name, id)).collect();
    let names = match encoding {
        Some(path) => {
            let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
            names(&text)
        }
        None => {
            let own = font.encoding().context("the font has no encoding")?;
            let name = |code: u8| own.glyph_name(code).unwrap_or(".notdef").to_owned();
            (0..=255).map(name).collect()
        }
    };
    let mut outlines = Vec::new();
    for (code, name) in (0_u8..=255).zip(&names) {
        let Some(glyph) = glyphs.get(name.as_str()).filter(|_| name != ".notdef") else {
            continue;
        };
        let mut pen = Pen::default();
        let drawn = font.draw(*glyph, None, &mut pen);
        drawn.map_err(|error| anyhow::anyhow!("{name}: {error}"))?;
        outlines.push((code, pen.0));
    }
    Ok(OutlineFont::new(outlines))
}

/// Returns the names of the codes in an encoding file: `/Encoding [ /a /b ... ] def`.
fn names(encoding: &str) -> Vec<String> {
    let code = |line: &str| line.split('%').next().unwrap_or_default().to_owned();
    let text: String = encoding.lines().map(|line| code(line) + " ").collect();
    let list = text.split_once('[').map_or("", |(_, rest)| rest);
    let list = list.split_once(']').map_or(list, |(list, _)| list);
    list.split('/').skip(1).map(|name| name.trim().to_owned()).collect()
}

#[derive(Default)]
struct Pen(Outline);

impl PathSink for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.segments.push(Segment::Move((x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.segments.push(Segment::Line((x, y)));
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let (from_x, from_y) = match self.0.segments.last() {
            Some(Segment::Move(to) | Segment::Line(to) | Segment::Curve(_, _, to)) => *to,
            None => (0.0, 0.0),
        };
        let towards = |end: f32, control: f32| end + 2.0 / 3.0 * (control - end);
        let first = (towards(from_x, cx), towards(from_y, cy));
        self.0
            .segments
            .push(Segment::Curve(first, (towards(x, cx), towards(y, cy)), (x, y)));
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.0.segments.push(Segment::Curve((ax, ay), (bx, by), (x, y)));
    }

    fn close(&mut self) {}
}
