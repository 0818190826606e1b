//! Conversion of the glyphs that TeX wrote to the symbols that a reader sees.

use std::collections::BTreeMap;

use texlens_ocr::{BBox, Glyph, PageGlyphs, Rule, Style};

use crate::error::DviError;
use crate::reader::{self, Bar, Page, Placed};
use crate::symbols::Look;

/// Scaled points per inch.
const INCH: f64 = 72.27 * 65536.0;
/// Assumed width and height of the paper in inches: a DVI file does not state its paper size.
const PAPER: (f64, f64) = (8.5, 11.0);

/// Share of an accent's box that holds ink. The accent sits above the letter, but its box reaches down to the baseline.
const ACCENT_INK: f64 = 0.25;
/// Maximum height of the dotless letters i and j, in em.
const DOTLESS: f64 = 0.48;
const LOW_ACCENTS: [&str; 2] = ["acc:cedilla", "acc:ogonek"];
/// Marks that leave the lower half of their box empty.
const HIGH_MARKS: [&str; 8] = ["‘", "’", "“", "”", "\"", "'", "^", "\\textdegree"];

/// Pairs of glyphs on top of each other, with the one symbol that a reader sees.
const OVERLAYS: [(&str, &str, &str); 11] = [
    ("\\not", "=", "\\neq"),
    ("\\in", "/", "\\notin"),
    ("\\in", "\\not", "\\notin"),
    ("\\not", "\\equiv", "\\not\\equiv"),
    ("\\not", "\\subset", "\\not\\subset"),
    ("\\not", "\\subseteq", "\\not\\subseteq"),
    ("\\not", "\\sim", "\\not\\sim"),
    ("\\not", "\\mid", "\\nmid"),
    ("\\not", "|", "\\nmid"),
    ("c", "\\bigcirc", "\\copyright"),
    ("-", "\\int", "\\fint"),
];

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

/// A glyph in pixels.
#[derive(Debug, Clone, Copy)]
struct Label {
    /// `None` if the font or the code is unknown.
    symbol: Option<&'static str>,
    style: Style,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    depth: f64,
    size: f64,
}

/// Returns the glyphs and rules of a page in pixels of an image whose corner is the corner of the paper. TeX's origin
/// is one inch inside it. Calls `unknown` with the font of each glyph whose meaning is unknown.
fn page(page: &Page, dpi: f64, mut unknown: impl FnMut(&str)) -> PageGlyphs {
    let scale = dpi / INCH;
    let mut labels: Vec<Label> = Vec::with_capacity(page.glyphs.len());
    for placed in &page.glyphs {
        let Some((label, accent)) = label(placed, scale, dpi) else {
            continue;
        };
        if label.symbol.is_none() {
            unknown(&placed.font.name);
        }
        match labels.last_mut() {
            Some(last) if accent.is_none() && last.joins(&label).is_some() => *last = last.joined(&label),
            _ => labels.push(label),
        }
        labels.extend(accent);
    }
    PageGlyphs {
        width: (PAPER.0 * dpi) as f32,
        height: (PAPER.1 * dpi) as f32,
        glyphs: labels.iter().filter_map(Label::glyph).collect(),
        rules: page.rules.iter().map(|bar| rule(bar, scale, dpi)).collect(),
        ..PageGlyphs::default()
    }
}

/// Returns the label of a glyph, and the label of its accent if it is an accented letter; `None` for a code that the
/// font lacks.
fn label(placed: &Placed, scale: f64, inch: f64) -> Option<(Label, Option<Label>)> {
    let font = &placed.font;
    let found = font.metrics.get(placed.code)?;
    let size = font.size * scale;
    let plain = Label {
        symbol: None,
        style: Style::Roman,
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
        return Some((plain, None));
    };
    let named = Label {
        symbol: Some(meaning.symbol),
        style,
        ..plain
    };
    match meaning.accent {
        Some(accent) => {
            let letter = named.without_accent(placed, accent);
            Some((letter, Some(named.accent(accent))))
        }
        None => Some((named.inked(), None)),
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

impl Label {
    fn glyph(&self) -> Option<Glyph> {
        Some(Glyph {
            symbol: self.symbol?.to_owned(),
            style: self.style,
            x: self.x as f32,
            y: self.y as f32,
            width: self.width as f32,
            height: self.height as f32,
            depth: self.depth as f32,
            size: self.size as f32,
            confidence: 1.0,
        })
    }

    /// Reduces the box to its ink: a negative depth leaves out the empty part under an accent or a high mark.
    fn inked(self) -> Self {
        let symbol = self.symbol.unwrap_or_default();
        let depth = if symbol.starts_with("acc:") && !LOW_ACCENTS.contains(&symbol) {
            -self.height * (1.0 - ACCENT_INK)
        } else if HIGH_MARKS.contains(&symbol) {
            -self.height * 0.5
        } else {
            self.depth
        };
        Self { depth, ..self }
    }

    /// Returns the letter of an accented letter, with the height that it has in the same font without the accent.
    fn without_accent(self, placed: &Placed, accent: &str) -> Self {
        let symbol = self.symbol.unwrap_or_default();
        let is_dotless = matches!(symbol, "\\imath" | "\\jmath");
        let letter = match symbol {
            "\\imath" => 'i',
            "\\jmath" => 'j',
            other => other.chars().next_back().unwrap_or_default(),
        };
        let base = placed.font.metrics.get(letter.into());
        let height = base.map_or(self.height, |base| (base.height * self.size).min(self.height));
        Self {
            height: if is_dotless {
                height.min(DOTLESS * self.size)
            } else {
                height
            },
            depth: if LOW_ACCENTS.contains(&accent) { 0.0 } else { self.depth },
            ..self
        }
    }

    /// Returns the accent of an accented letter, half an em wide and centred over the letter.
    fn accent(self, symbol: &'static str) -> Self {
        let (height, depth) = if LOW_ACCENTS.contains(&symbol) {
            (0.0, self.depth)
        } else {
            (self.height, -self.height * (1.0 - ACCENT_INK))
        };
        Self {
            symbol: Some(symbol),
            x: self.x + self.width / 2.0 - self.size / 4.0,
            width: self.size / 2.0,
            height,
            depth,
            ..self
        }
    }

    /// Returns the symbol that this glyph and the next one form together, if they are on top of each other.
    fn joins(&self, next: &Self) -> Option<&'static str> {
        let (a, b) = (self.symbol?, next.symbol?);
        let is_pair = |overlay: &&(&str, &str, &'static str)| {
            (overlay.0, overlay.1) == (a, b) || (overlay.0, overlay.1) == (b, a)
        };
        let (_, _, symbol) = OVERLAYS.iter().find(is_pair)?;
        let centre = |label: &Self| label.x + label.width / 2.0;
        let near = (centre(self) - centre(next)).abs() < 0.6 * next.size && (self.y - next.y).abs() <= 0.3 * next.size;
        near.then_some(symbol)
    }

    /// Returns the label of both glyphs together, which has the position and width of the wider one.
    fn joined(&self, next: &Self) -> Self {
        let wide = if next.width > self.width { next } else { self };
        Self {
            symbol: self.joins(next),
            style: Style::Roman,
            height: self.height.max(next.height),
            depth: self.depth.max(next.depth),
            ..*wide
        }
    }
}
