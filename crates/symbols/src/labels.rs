//! Known glyphs as the glyphs of a page.

use std::borrow::Cow;

use texlens_vocabulary::{Glyph, Style};

use crate::faces::tex_box;

/// Share of an accent's box that holds ink. The accent sits above the letter, but its box reaches down to the baseline.
const ACCENT_INK: f64 = 0.25;
/// Maximum height of the dotless letters i and j, in em.
const DOTLESS: f64 = 0.48;
/// Heights of capitals and small letters in em, for letters whose height without the accent is not known.
const LETTER: (f64, f64) = (0.68, 0.44);
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

/// The box of a glyph, in pixels of an image whose y grows downwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// The left edge of the advance box.
    pub x: f64,
    /// The baseline.
    pub y: f64,
    /// The advance width.
    pub width: f64,
    /// The height above the baseline.
    pub height: f64,
    /// The depth below the baseline.
    pub depth: f64,
    /// The em of the font.
    pub size: f64,
}

impl Place {
    /// Returns the box that TeX gives a symbol, from the height and the depth of its ink.
    #[must_use]
    pub fn around_ink(self, symbol: &str) -> Self {
        if is_raised(symbol) {
            return self;
        }
        let (height, depth) = match tex_box(symbol) {
            Some((height, depth)) => (height * self.size, depth * self.size),
            None => (self.height.max(0.0), self.depth.max(0.0)),
        };
        Self { height, depth, ..self }
    }

    /// Returns the glyph at this place.
    #[must_use]
    pub fn glyph(self, symbol: String, style: Style, confidence: f32) -> Glyph {
        Glyph {
            symbol,
            style,
            x: self.x as f32,
            y: self.y as f32,
            width: self.width as f32,
            height: self.height as f32,
            depth: self.depth as f32,
            size: self.size as f32,
            confidence,
        }
    }

    /// Reduces the box of TeX to its ink: a negative depth leaves out the empty part under an accent or a high mark.
    #[must_use]
    pub fn inked(self, symbol: &str) -> Self {
        let depth = if !is_raised(symbol) {
            self.depth
        } else if symbol.starts_with("acc:") {
            -self.height * (1.0 - ACCENT_INK)
        } else {
            -self.height * 0.5
        };
        Self { depth, ..self }
    }
}

/// Whether the symbol is an accent or a mark with nothing below it.
fn is_raised(symbol: &str) -> bool {
    symbol.starts_with("acc:") && !LOW_ACCENTS.contains(&symbol) || HIGH_MARKS.contains(&symbol)
}

/// The glyphs of a page, in the order in which they were set.
#[derive(Debug, Default)]
pub struct Labels(Vec<Label>);

#[derive(Debug, Clone)]
struct Label {
    /// `None` if the meaning of the glyph is unknown.
    symbol: Option<Cow<'static, str>>,
    style: Style,
    place: Place,
}

impl Labels {
    /// Adds a symbol in its box. A symbol that lies on the one before may form one symbol with it.
    pub fn add(&mut self, symbol: impl Into<Cow<'static, str>>, style: Style, place: Place) {
        let symbol = Some(symbol.into());
        let label = Label { symbol, style, place };
        match self.0.last_mut() {
            Some(last) => match last.joined(&label) {
                Some(joined) => *last = joined,
                None => self.0.push(label),
            },
            None => self.0.push(label),
        }
    }

    /// Adds a letter and its accent from the box of the accented letter. `letter` is the height that the letter has in
    /// the same font without the accent, if it is known.
    pub fn add_accented(
        &mut self,
        symbol: impl Into<Cow<'static, str>>,
        accent: &'static str,
        style: Style,
        place: Place,
        letter: Option<f64>,
    ) {
        let whole = Label {
            symbol: Some(symbol.into()),
            style,
            place,
        };
        self.0.push(whole.without_accent(accent, letter));
        self.0.push(whole.accent(accent));
    }

    /// Adds a glyph whose meaning is unknown. It is no glyph of the page.
    pub fn add_unknown(&mut self, place: Place) {
        self.0.push(Label {
            symbol: None,
            style: Style::Roman,
            place,
        });
    }

    /// Returns the glyphs, each with full confidence.
    #[must_use]
    pub fn glyphs(self) -> Vec<Glyph> {
        self.0.into_iter().filter_map(Label::glyph).collect()
    }
}

impl Label {
    fn glyph(self) -> Option<Glyph> {
        Some(self.place.glyph(self.symbol?.into_owned(), self.style, 1.0))
    }

    /// Returns the letter of an accented letter, with the height that it has in the same font without the accent.
    fn without_accent(&self, accent: &str, letter: Option<f64>) -> Self {
        let Place {
            height, depth, size, ..
        } = self.place;
        let symbol = self.symbol.as_deref().unwrap_or_default();
        let is_dotless = matches!(symbol, "\\imath" | "\\jmath");
        let usual = if symbol.chars().all(char::is_uppercase) {
            LETTER.0
        } else {
            LETTER.1
        };
        let letter = letter.unwrap_or(usual * size).min(height);
        let place = Place {
            height: if is_dotless { letter.min(DOTLESS * size) } else { letter },
            depth: if LOW_ACCENTS.contains(&accent) { 0.0 } else { depth },
            ..self.place
        };
        Self { place, ..self.clone() }
    }

    /// Returns the accent of an accented letter, half an em wide and centred over the letter.
    fn accent(self, symbol: &'static str) -> Self {
        let Place {
            x,
            width,
            height,
            depth,
            size,
            ..
        } = self.place;
        let (height, depth) = if LOW_ACCENTS.contains(&symbol) {
            (0.0, depth)
        } else {
            (height, -height * (1.0 - ACCENT_INK))
        };
        Self {
            symbol: Some(symbol.into()),
            style: self.style,
            place: Place {
                x: x + width / 2.0 - size / 4.0,
                width: size / 2.0,
                height,
                depth,
                ..self.place
            },
        }
    }

    /// Returns the symbol that this glyph and the next one form together, if they are on top of each other. It has the
    /// position and width of the wider one.
    fn joined(&self, next: &Self) -> Option<Self> {
        let (a, b) = (self.symbol.as_deref()?, next.symbol.as_deref()?);
        let is_pair = |overlay: &&(&str, &str, &'static str)| {
            (overlay.0, overlay.1) == (a, b) || (overlay.0, overlay.1) == (b, a)
        };
        let (_, _, symbol) = OVERLAYS.iter().find(is_pair)?;
        let (first, second) = (self.place, next.place);
        let centre = |place: Place| place.x + place.width / 2.0;
        let near = (centre(first) - centre(second)).abs() < 0.6 * second.size
            && (first.y - second.y).abs() <= 0.3 * second.size;
        let wide = if second.width > first.width { second } else { first };
        near.then(|| Self {
            symbol: Some((*symbol).into()),
            style: Style::Roman,
            place: Place {
                height: first.height.max(second.height),
                depth: first.depth.max(second.depth),
                ..wide
            },
        })
    }
}
