//! What stands on a page: glyphs, rules and figures. Lengths are pixels of the image, set upright ([`PageGlyphs::turn`]);
//! y grows downwards.

use serde::{Deserialize, Serialize};

use crate::cut_off::CutOff;
use crate::doubt::Doubt;

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

/// The look of a glyph, apart from which symbol it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// Upright text; also every symbol that has one look only.
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
    /// Whether it is one of the bold styles of text.
    #[must_use]
    pub fn is_bold(self) -> bool {
        matches!(self, Self::Bold | Self::BoldItalic | Self::SansBold)
    }

    /// Whether it has no serifs.
    #[must_use]
    pub fn is_sans(self) -> bool {
        matches!(self, Self::Sans | Self::SansBold)
    }
}

/// One glyph. Geometry is TeX's own: reference point, advance width, height, depth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Glyph {
    /// The symbol by the model's class name: what LaTeX would write (`a`, `\alpha`, `\sum`), a named piece of an
    /// extensible delimiter (`{-top`), or an accent (`acc:acute`); the whole list is in the model's manifest.
    pub symbol: String,
    /// Its look.
    pub style: Style,
    /// Reference point: left edge of the advance box.
    pub x: f32,
    /// Baseline.
    pub y: f32,
    /// Advance width.
    pub width: f32,
    /// Above the baseline (may be 0 for large delimiters that hang below it).
    pub height: f32,
    /// Below the baseline.
    pub depth: f32,
    /// Font size (the em) in pixels.
    pub size: f32,
    /// 0..1; 1 for true glyphs.
    pub confidence: f32,
}

impl Glyph {
    /// The advance box, as TeX sees the glyph: advance width by height plus depth. Ink may stick out of it.
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
}

/// A filled rectangle: fraction bar, table rule, root bar, underline.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// Its extent.
    pub bbox: BBox,
}

/// Everything that was found on a page, before any structure.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PageGlyphs {
    /// Page width in pixels.
    pub width: f32,
    /// Page height in pixels.
    pub height: f32,
    /// Degrees clockwise, above -180 and at most 180, by which the image was turned about its middle before it was read; 0
    /// when it was read as it was given. The page is then just large enough to hold the turned image, and all places are
    /// those of the turned image.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub turn: f32,
    /// Why the reading is not to be trusted, if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubt: Option<Doubt>,
    /// What is missing of the image, if its file is cut off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut_off: Option<CutOff>,
    /// In no particular order.
    pub glyphs: Vec<Glyph>,
    /// In no particular order.
    pub rules: Vec<Rule>,
    /// Where something is drawn: the panels of figures. Those near each other are one figure, and labels around them are
    /// part of it. None where glyphs and rules are all that is known of a page. In no particular order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<BBox>,
}

/// How a page was turned ([`PageGlyphs::turn`]), for a person; none if it was not.
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
