//! A page of a DVI file with the outlines of its glyphs.

use std::collections::HashMap;
use std::rc::Rc;

use texlens_dvi::{Colour, Note, Page};

use crate::font::OutlineFont;
use crate::outline::Bounds;
use crate::pdf::PdfText;

/// Scaled points per point of the PostScript language (1/72 inch), the unit of drawings.
const UNIT: f64 = 65536.0 * 72.27 / 72.0;

/// The paper of TeX's documents in points, from TeX's origin: one inch inside the corner of a letter page.
pub const PAPER: Bounds = Bounds {
    x0: -72.0,
    y0: -72.0,
    x1: 540.0,
    y1: 720.0,
};

/// The fonts of drawings by their TeX names, each loaded when it is first used.
pub struct Fonts<F> {
    load: F,
    known: HashMap<String, Option<Rc<OutlineFont>>>,
}

impl<F: FnMut(&str) -> Option<OutlineFont>> Fonts<F> {
    /// Creates an empty collection. `load` returns the outlines of a font, or `None` if there are none.
    pub fn new(load: F) -> Self {
        Self {
            load,
            known: HashMap::new(),
        }
    }

    fn font(&mut self, name: &str) -> Option<Rc<OutlineFont>> {
        if let Some(font) = self.known.get(name) {
            return font.clone();
        }
        let font = (self.load)(name).map(Rc::new);
        self.known.insert(name.to_owned(), font.clone());
        font
    }
}

/// A glyph or a rule of a drawing. Lengths are in points (1/72 inch); y grows downwards.
#[derive(Debug, Clone)]
pub struct Mark {
    /// The left end of the baseline of a glyph, or of the lower edge of a rule.
    pub x: f64,
    /// The baseline or lower edge.
    pub y: f64,
    /// The colour.
    pub colour: Colour,
    /// The shape.
    pub kind: MarkKind,
}

/// The shape of a mark.
#[derive(Debug, Clone)]
pub enum MarkKind {
    /// A glyph.
    Glyph {
        /// The TeX name of the font.
        name: Rc<str>,
        /// The outlines of the font; `None` if there are none, so that the glyph is not drawn.
        font: Option<Rc<OutlineFont>>,
        /// The code in the font.
        code: u32,
        /// The size of the font.
        size: f64,
        /// The distance to the next glyph by the metrics of the font.
        advance: f64,
        /// The place of the reference point in a PDF file of pdfTeX, which rounds it to thousandths of the size, in
        /// points from the left and the lower edge of the paper. Pixels follow it.
        printed: (f64, f64),
    },
    /// A filled rectangle.
    Rule {
        /// The width.
        width: f64,
        /// The height.
        height: f64,
    },
}

/// The ink of a mark, and its colour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ink {
    /// The bounds of the ink, in points.
    pub bounds: Bounds,
    /// The colour.
    pub colour: Colour,
}

/// The marks of a page in the order in which TeX set them, glyphs before rules.
#[derive(Debug, Clone, Default)]
pub struct Drawing {
    /// The value of `\count0` when the page was shipped out: usually the page's number.
    pub number: i32,
    /// The marks. The origin is one inch from the left and upper edges of the paper.
    pub marks: Vec<Mark>,
    /// The number of glyphs, which come first.
    pub glyphs: usize,
    /// The notes of the document.
    pub notes: Vec<Note>,
}

impl Drawing {
    /// Draws a page.
    pub fn of<F: FnMut(&str) -> Option<OutlineFont>>(page: &Page, fonts: &mut Fonts<F>) -> Self {
        let mut names: HashMap<&str, Rc<str>> = HashMap::new();
        let mut text = PdfText::default();
        let mut rules = page.rules.iter().peekable();
        let glyphs = page.glyphs.iter().enumerate().map(|(index, placed)| {
            while rules.next_if(|rule| rule.after <= index).is_some() {
                text.end();
            }
            let name = names
                .entry(&placed.font.name)
                .or_insert_with(|| Rc::from(placed.font.name.as_str()));
            Mark {
                x: placed.x as f64 / UNIT,
                y: placed.y as f64 / UNIT,
                colour: placed.colour,
                kind: MarkKind::Glyph {
                    name: Rc::clone(name),
                    font: fonts.font(&placed.font.name),
                    code: placed.code,
                    size: placed.font.size / UNIT,
                    advance: placed.width as f64 / UNIT,
                    printed: text.place(placed),
                },
            }
        });
        let mut marks: Vec<Mark> = glyphs.collect();
        marks.extend(page.rules.iter().map(|bar| Mark {
            x: bar.x as f64 / UNIT,
            y: bar.y as f64 / UNIT,
            colour: bar.colour,
            kind: MarkKind::Rule {
                width: bar.width as f64 / UNIT,
                height: bar.height as f64 / UNIT,
            },
        }));
        Self {
            number: page.number,
            marks,
            glyphs: page.glyphs.len(),
            notes: page.notes.clone(),
        }
    }

    /// Returns the ink of each mark that has any.
    pub fn inks(&self) -> impl Iterator<Item = Ink> + '_ {
        self.marks.iter().filter_map(|mark| {
            let bounds = mark.bounds()?;
            let colour = mark.colour;
            Some(Ink { bounds, colour })
        })
    }

    /// Returns the bounds of all ink; `None` for a blank page.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        self.inks().map(|ink| ink.bounds).reduce(Bounds::union)
    }

    /// Returns the names of fonts without outlines, each with the number of glyphs that are not drawn.
    #[must_use]
    pub fn undrawn(&self) -> HashMap<&str, usize> {
        let mut undrawn = HashMap::new();
        for mark in &self.marks {
            if let MarkKind::Glyph { name, font: None, .. } = &mark.kind {
                *undrawn.entry(name.as_ref()).or_default() += 1;
            }
        }
        undrawn
    }
}

impl Mark {
    /// Returns the bounds of the ink, in points; `None` without ink.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        let (x, y) = (self.x, self.y);
        Some(match &self.kind {
            MarkKind::Rule { width, height } => Bounds {
                x0: x,
                y0: y - height,
                x1: x + width,
                y1: y,
            },
            MarkKind::Glyph { font, code, size, .. } => {
                let ink = font.as_ref()?.glyph(*code)?.bounds()?;
                let scale = size / 1000.0;
                Bounds {
                    x0: x + ink.x0 * scale,
                    y0: y - ink.y1 * scale,
                    x1: x + ink.x1 * scale,
                    y1: y - ink.y0 * scale,
                }
            }
        })
    }
}
