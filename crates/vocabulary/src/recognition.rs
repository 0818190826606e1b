//! The LaTeX that was read on a page, with the place of every piece.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::cut_off::CutOff;
use crate::doubt::Doubt;
use crate::glyph::{BBox, is_zero};

/// What a token of the output is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenKind {
    /// Running text.
    Text,
    /// A heading.
    Heading,
    /// Inline mathematics: one token for each formula.
    InlineMath,
    /// Displayed mathematics: one token for each formula.
    DisplayMath,
    /// A figure: its `\includegraphics`. What was read inside it is no part of the output.
    Figure,
}

/// A piece of the output and where it was read: a word, a whole formula, or a figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Token {
    /// Byte range in [`Recognition::latex`].
    pub range: Range<usize>,
    /// Where on the page.
    pub bbox: BBox,
    /// What it is part of.
    pub kind: TokenKind,
    /// Lowest confidence of its glyphs, 0..1; 1 for figures.
    pub confidence: f32,
}

/// A stretch of the output and a glyph that it was written for. Several glyphs have one stretch each, of the same range:
/// the digits of `\ref{fig:figure_12}`, the pieces of a tall delimiter. Braces, environments and other LaTeX that no ink
/// stands for has none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "(usize, usize, u32, f32)", into = "(usize, usize, u32, f32)")]
pub struct Origin {
    /// Byte range in [`Recognition::latex`].
    pub range: Range<usize>,
    /// Index in [`PageGlyphs::glyphs`](crate::PageGlyphs::glyphs).
    pub glyph: u32,
    /// The glyph's, 0..1.
    pub confidence: f32,
}

impl From<(usize, usize, u32, f32)> for Origin {
    fn from((start, end, glyph, confidence): (usize, usize, u32, f32)) -> Self {
        Self {
            range: start..end,
            glyph,
            confidence,
        }
    }
}

impl From<Origin> for (usize, usize, u32, f32) {
    fn from(origin: Origin) -> Self {
        (origin.range.start, origin.range.end, origin.glyph, origin.confidence)
    }
}

/// The LaTeX of a page with the place of every piece of it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Recognition {
    /// Page LaTeX: the body, without preamble.
    pub latex: String,
    /// In the order of the output.
    pub tokens: Vec<Token>,
    /// Which glyphs each piece was written for, by the start of their ranges; these are equal or disjoint.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub origins: Vec<Origin>,
    /// How the image was turned, as in [`PageGlyphs::turn`](crate::PageGlyphs::turn).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub turn: f32,
    /// Why it is not to be trusted, as in [`PageGlyphs::doubt`](crate::PageGlyphs::doubt).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubt: Option<Doubt>,
    /// What is missing of the image, as in [`PageGlyphs::cut_off`](crate::PageGlyphs::cut_off).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut_off: Option<CutOff>,
}
