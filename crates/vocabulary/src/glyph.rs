//! The content of a page: glyphs, rules and figures. Lengths are in pixels of the image after it was turned upright
//! ([`PageGlyphs::turn`]); y grows downwards.

use serde::de::value::{Error as ValueError, StrDeserializer};
use serde::{Deserialize, Serialize};

use crate::cut_off::CutOff;
use crate::doubt::Doubt;
use crate::read_from::ReadFrom;

/// An axis-parallel box.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct BBox {
    /// Left edge.
    pub x0: f32,
    /// Top edge.
    pub y0: f32,
    /// Right edge.
    pub x1: f32,
    /// Bottom edge.
    pub y1: f32,
}

impl BBox {
    /// Returns the x and y of the middle.
    #[must_use]
    pub fn midpoint(&self) -> (f32, f32) {
        ((self.x0 + self.x1) / 2.0, (self.y0 + self.y1) / 2.0)
    }

    /// Returns whether the middle of another box lies inside; the left and the upper edge belong to the box.
    #[must_use]
    pub fn holds(&self, other: &Self) -> bool {
        let (x, y) = other.midpoint();
        (self.x0..self.x1).contains(&x) && (self.y0..self.y1).contains(&y)
    }

    /// Returns the area; 0 if an edge is on the wrong side of the opposite one.
    #[must_use]
    pub fn area(&self) -> f32 {
        (self.x1 - self.x0).max(0.0) * (self.y1 - self.y0).max(0.0)
    }

    /// Returns the area that two boxes share.
    #[must_use]
    pub fn shared(&self, other: &Self) -> f32 {
        let both = Self {
            x0: self.x0.max(other.x0),
            y0: self.y0.max(other.y0),
            x1: self.x1.min(other.x1),
            y1: self.y1.min(other.y1),
        };
        both.area()
    }

    /// Returns the box with all coordinates multiplied.
    #[must_use]
    pub fn scaled(&self, by: f32) -> Self {
        Self {
            x0: self.x0 * by,
            y0: self.y0 * by,
            x1: self.x1 * by,
            y1: self.y1 * by,
        }
    }

    /// Returns the box with all edges moved outwards by a length.
    #[must_use]
    pub fn widened(&self, by: f32) -> Self {
        Self {
            x0: self.x0 - by,
            y0: self.y0 - by,
            x1: self.x1 + by,
            y1: self.y1 + by,
        }
    }

    /// Returns the box moved right and down.
    #[must_use]
    pub fn moved(&self, x: f32, y: f32) -> Self {
        Self {
            x0: self.x0 + x,
            y0: self.y0 + y,
            x1: self.x1 + x,
            y1: self.y1 + y,
        }
    }
}

/// The look of a glyph, independent of its symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// Upright text; also every symbol that has only one look.
    #[default]
    Roman,
    /// Text italic.
    Italic,
    /// Slanted text.
    Slanted,
    /// Bold upright text.
    Bold,
    /// Bold italic text.
    BoldItalic,
    /// Typewriter.
    Typewriter,
    /// Sans serif.
    Sans,
    /// Bold sans serif.
    SansBold,
    /// Small capitals; the symbol is the lower-case letter.
    SmallCaps,
    /// Mathematical italic, the default of letters in formulas.
    MathItalic,
    /// Bold mathematical italic.
    MathBoldItalic,
    /// Calligraphic capitals.
    Calligraphic,
    /// Blackboard bold.
    Blackboard,
    /// Fraktur.
    Fraktur,
    /// Script (rsfs).
    Script,
}

impl Style {
    /// Returns the style of a name: that of the variant in snake case, as in JSON.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::deserialize(StrDeserializer::<ValueError>::new(name)).ok()
    }

    /// Whether the style is a bold style of text.
    #[must_use]
    pub fn is_bold(self) -> bool {
        matches!(self, Self::Bold | Self::BoldItalic | Self::SansBold)
    }

    /// Whether the style has no serifs.
    #[must_use]
    pub fn is_sans(self) -> bool {
        matches!(self, Self::Sans | Self::SansBold)
    }
}

/// One glyph. Its geometry is that of TeX: reference point, advance width, height, depth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Glyph {
    /// The symbol by the model's class name: what LaTeX would write (`a`, `\alpha`, `\sum`), a named piece of an
    /// extensible delimiter (`{-top`), or an accent (`acc:acute`). The model's manifest lists all names.
    pub symbol: String,
    /// The look of the glyph.
    pub style: Style,
    /// x of the reference point: left edge of the advance box.
    pub x: f32,
    /// y of the baseline.
    pub y: f32,
    /// Advance width.
    pub width: f32,
    /// Height above the baseline; may be 0 for large delimiters, which hang below it.
    pub height: f32,
    /// Depth below the baseline.
    pub depth: f32,
    /// Font size (the em) in pixels.
    pub size: f32,
    /// Confidence from 0 to 1; 1 for glyphs that are known exactly, for example from a DVI file.
    pub confidence: f32,
}

impl Glyph {
    /// Returns the advance box, as TeX sees the glyph: the advance width by the height plus the depth. Ink may stick
    /// out of the box.
    #[must_use]
    pub fn bbox(&self) -> BBox {
        let y0 = self.y - self.height;
        BBox {
            x0: self.x,
            y0,
            x1: self.x + self.width.max(0.0),
            y1: (self.y + self.depth).max(y0),
        }
    }

    /// Returns the distance between the middles of the boxes of two glyphs, in em of this one.
    #[must_use]
    pub fn away(&self, other: &Self) -> f32 {
        let ((x, y), (other_x, other_y)) = (self.bbox().midpoint(), other.bbox().midpoint());
        (x - other_x).hypot(y - other_y) / self.size
    }

    /// Returns the glyph moved right and down.
    #[must_use]
    pub fn moved(self, x: f32, y: f32) -> Self {
        Self {
            x: self.x + x,
            y: self.y + y,
            ..self
        }
    }
}

/// A filled rectangle: fraction bar, table rule, root bar, underline.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// Extent of the rule.
    pub bbox: BBox,
}

/// A link on a page of a PDF file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// The part of the page that leads there.
    pub bbox: BBox,
    /// The place or address to which it leads.
    #[serde(flatten)]
    pub target: Target,
}

impl Link {
    /// Returns the name of the place in the document to which the link leads.
    #[must_use]
    pub fn place(&self) -> Option<&str> {
        match &self.target {
            Target::Place(name) => Some(name),
            Target::Uri(_) => None,
        }
    }

    /// Returns the address to which the link leads.
    #[must_use]
    pub fn uri(&self) -> Option<&str> {
        match &self.target {
            Target::Place(_) => None,
            Target::Uri(address) => Some(address),
        }
    }
}

/// The target of a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    /// The name of a place in the document ([`Anchor::name`]).
    #[serde(rename = "to")]
    Place(String),
    /// An address outside of the document, for example `https://doi.org/10.1000/182`.
    #[serde(rename = "uri")]
    Uri(String),
}

/// A named place on a page of a PDF file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Anchor {
    /// The name, for example `section.3` or `cite.Knuth84` from hyperref.
    pub name: String,
    /// x of the place.
    pub x: f32,
    /// y of the place, usually a line above what it names.
    pub y: f32,
    /// The level of its bookmark: 0 for those of sections, 1 for those of subsections, -1 for those above sections.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<i8>,
}

/// Everything that was found on a page, without any structure.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PageGlyphs {
    /// Page width in pixels.
    pub width: f32,
    /// Page height in pixels.
    pub height: f32,
    /// Degrees clockwise, above -180 and at most 180, by which the image was turned about its centre before it was
    /// read; 0 if it was not turned. The page is just large enough to hold the turned image, and all coordinates are
    /// those of the turned image.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub turn: f32,
    /// The reason why the recognition is unreliable, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubt: Option<Doubt>,
    /// The missing part of the image, if its file is cut off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut_off: Option<CutOff>,
    /// What the page was read from.
    #[serde(default, skip_serializing_if = "ReadFrom::is_default")]
    pub read_from: ReadFrom,
    /// The glyphs, in no particular order.
    pub glyphs: Vec<Glyph>,
    /// Places of glyphs that the PDF file states without their meaning: glyphs with an empty symbol. They are read from
    /// the image where one is at hand. Of bitmaps (fonts of type 3), only the reference point and the width are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Glyph>,
    /// The rules, in no particular order.
    pub rules: Vec<Rule>,
    /// Boxes of drawings: the panels of figures, in no particular order. Panels near each other form one figure, to
    /// which the labels around them belong. Empty if only the glyphs and rules of the page are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<BBox>,
    /// Links, if the PDF file states them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
    /// Named places, if the PDF file states them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub anchors: Vec<Anchor>,
}

/// Describes for a person how a page was turned ([`PageGlyphs::turn`]); `None` if it was not turned.
#[must_use]
pub fn turn_in_words(degrees: f32) -> Option<String> {
    let amount = format!("{:.1}", degrees.abs());
    let amount = amount.trim_end_matches(".0");
    let way = if degrees > 0.0 { "right" } else { "left" };
    match amount {
        "0" => None,
        "180" => Some("turned by 180\u{b0}".to_owned()),
        amount => Some(format!("turned by {amount}\u{b0} to the {way}")),
    }
}

pub(crate) fn is_zero(turn: &f32) -> bool {
    *turn == 0.0
}
