//! How TeX sets a formula: which glyphs and rules stand where.
//!
//! Metrics that compare the appearance of two formulas start from their layouts. This crate does not typeset: a caller
//! with a TeX engine provides them.

mod placement;

pub use placement::Placement;
pub(crate) use placement::{placement, same};

use serde::{Deserialize, Serialize};

/// Maximum number of marks of a layout that is compared. A formula of a page has a few hundred.
pub const MAX_MARKS: usize = 4000;

/// A glyph or a rule of a typeset formula. Lengths are in em: the size of the formula's font.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// The glyph or rule.
    pub shape: Shape,
    /// The distance from the left edge of the formula's ink.
    pub x: f64,
    /// The distance of the baseline, or of a rule's lower edge, below the upper edge of the formula's ink.
    pub y: f64,
}

/// The shape of a mark.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A glyph.
    Glyph {
        /// The TeX name of the font without its size, for example `cmmi`.
        font: String,
        /// The code in the font.
        code: u32,
        /// The size of the font.
        size: f64,
    },
    /// A filled rectangle.
    Rule {
        /// The width.
        width: f64,
        /// The height.
        height: f64,
    },
}

/// The marks of a formula, in the order in which TeX sets them: a nucleus stands before its scripts, a numerator before
/// its denominator, rules at the end.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Layout {
    /// The marks.
    pub marks: Vec<Mark>,
}

/// The layouts of both sides; a side that could not be set has the reason.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LayoutPair {
    /// The reference.
    pub reference: Result<Layout, String>,
    /// The prediction.
    pub prediction: Result<Layout, String>,
}
