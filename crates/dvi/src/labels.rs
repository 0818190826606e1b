//! Conversion of the glyphs that TeX wrote to the symbols that a reader sees.

use std::collections::BTreeMap;

use texlens_symbols::{Labels, Look, Place};
use texlens_vocabulary::{BBox, PageGlyphs, Rule};

use crate::error::DviError;
use crate::reader::{self, Bar, Page, Placed};

/// Scaled points per inch.
const INCH: f64 = 72.27 * 65536.0;
/// Assumed width and height of the paper in inches: a DVI file does not state its paper size.
const PAPER: (f64, f64) = (8.5, 11.0);

/// The pages of a DVI file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Document {
    /// The pages in the order of the file. The paper is assumed to be 8.5 by 11 inches.
    pub pages: Vec<PageGlyphs>,
    /// Fonts with glyphs that were omitted because their meaning is unknown, each with the number of these glyphs.
    pub unknown: BTreeMap<String, usize>,
}

/// Reads a DVI file.
///
/// `metrics` returns the TFM file of a font by its TeX name (`cmr10`). Lengths are in pixels at `dpi` dots per inch,
/// from the corner of the paper. Takes linear time.
///
/// # Errors
///
/// If the file is broken or cut off, or a font has no metrics.
pub fn read<M: AsRef<[u8]>>(
    dvi: &[u8],
    metrics: impl FnMut(&str) -> Option<M>,
    dpi: f32,
) -> Result<Document, DviError> {
    let mut unknown = BTreeMap::new();
    let pages = reader::pages(dvi, metrics)?
        .iter()
        .map(|page| {
            self::page(page, dpi.into(), |font| {
                *unknown.entry(font.to_owned()).or_default() += 1;
            })
        })
        .collect();
    Ok(Document { pages, unknown })
}

/// Returns the glyphs and rules of a page in pixels of an image whose corner is the corner of the paper. TeX's origin
/// is one inch inside it. Calls `unknown` with the font of each glyph whose meaning is unknown.
fn page(page: &Page, dpi: f64, mut unknown: impl FnMut(&str)) -> PageGlyphs {
    let scale = dpi / INCH;
    let mut labels = Labels::default();
    for placed in &page.glyphs {
        if !add(&mut labels, placed, scale, dpi) {
            unknown(&placed.font.name);
        }
    }
    PageGlyphs {
        width: (PAPER.0 * dpi) as f32,
        height: (PAPER.1 * dpi) as f32,
        glyphs: labels.glyphs(),
        rules: page.rules.iter().map(|bar| rule(bar, scale, dpi)).collect(),
        ..PageGlyphs::default()
    }
}

/// Adds a glyph; returns whether its meaning is known. A code that the font lacks adds nothing.
fn add(labels: &mut Labels, placed: &Placed, scale: f64, inch: f64) -> bool {
    let font = &placed.font;
    let Some(found) = font.metrics.get(placed.code) else {
        return true;
    };
    let size = font.size * scale;
    let place = Place {
        x: placed.x as f64 * scale + inch,
        y: placed.y as f64 * scale + inch,
        width: found.width * size,
        height: found.height * size,
        depth: found.depth * size,
        size,
    };
    let look = Look::of(&font.name);
    let Some((meaning, style)) = look.and_then(|look| {
        let meaning = look.meaning(placed.code)?;
        Some((meaning, look.style(meaning)))
    }) else {
        labels.add_unknown(place);
        return false;
    };
    match meaning.accent {
        Some(accent) => {
            let letter = font.metrics.get(letter(meaning.symbol).into());
            let height = letter.map_or(place.height, |letter| letter.height * size);
            labels.add_accented(meaning.symbol, accent, style, place, Some(height));
        }
        None => labels.add(meaning.symbol, style, place.inked(meaning.symbol)),
    }
    true
}

/// Returns the code of a letter without its accent.
fn letter(symbol: &str) -> char {
    match symbol {
        "\\imath" => 'i',
        "\\jmath" => 'j',
        other => other.chars().next_back().unwrap_or_default(),
    }
}

fn rule(bar: &Bar, scale: f64, inch: f64) -> Rule {
    let (x, y) = (bar.x as f64 * scale + inch, bar.y as f64 * scale + inch);
    let (width, height) = (bar.width as f64 * scale, bar.height as f64 * scale);
    Rule {
        bbox: BBox {
            x0: x as f32,
            y0: (y - height) as f32,
            x1: (x + width) as f32,
            y1: y as f32,
        },
    }
}
