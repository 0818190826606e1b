//! Formulas and pages as TeX draws them.

use serde::{Deserialize, Serialize};

/// The drawing of a formula, or the reason why there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Drawn {
    /// An SVG in the size and colour of the surrounding text. If the formula was compared with another, its marks have
    /// the classes [`Drawn::MATCHED`] and [`Drawn::UNMATCHED`].
    Svg(String),
    /// The formula has no ink.
    Blank,
    /// TeX cannot set the formula, with the reason.
    Failed(String),
}

impl Drawn {
    /// The CSS class of marks that the other formula has at the same place.
    pub const MATCHED: &'static str = "matched";
    /// The CSS class of marks that the other formula lacks, or has elsewhere.
    pub const UNMATCHED: &'static str = "unmatched";
}

/// The drawing of a page that TeX has set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DrawnPage {
    /// An SVG of the paper. Glyphs that the other side lacks have the class [`Drawn::UNMATCHED`].
    pub svg: String,
    /// The left, upper, right and lower edge of the ink, as shares of the width and height of the paper; `None` for a
    /// blank page.
    pub ink: Option<[f64; 4]>,
    /// The width of the paper divided by its height.
    pub aspect: f64,
    /// Number of glyphs that the other side lacks; 0 if there is no other side.
    pub unmatched: usize,
    /// Number of glyphs that are not drawn, since their fonts have no outlines here.
    pub undrawn: usize,
}
