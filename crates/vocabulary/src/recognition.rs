//! The LaTeX that was read from a page, with the position of every piece.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::cut_off::CutOff;
use crate::doubt::Doubt;
use crate::glyph::{BBox, is_zero};
use crate::read_from::ReadFrom;

/// The construct to which a token of the output belongs.
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
    /// A figure: its `\includegraphics`. Text that was read inside the figure is not in the output.
    Figure,
}

/// A piece of the output and its position on the page: a word, a whole formula, or a figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Token {
    /// Byte range in [`Recognition::latex`].
    pub range: Range<usize>,
    /// Bounding box on the page.
    pub bbox: BBox,
    /// The construct to which the token belongs.
    pub kind: TokenKind,
    /// Lowest confidence of its glyphs, 0 to 1; 1 for figures.
    pub confidence: f32,
}

/// A range of the output and one glyph for which it was written.
///
/// If several glyphs stand behind a range, there is one origin for each, all with the same range: the digits of
/// `\ref{fig:figure_12}`, the pieces of a tall delimiter. Braces, environments and other LaTeX without ink have no
/// origin.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "(usize, usize, u32, f32)", into = "(usize, usize, u32, f32)")]
pub struct Origin {
    /// Byte range in [`Recognition::latex`].
    pub range: Range<usize>,
    /// Index in [`PageGlyphs::glyphs`](crate::PageGlyphs::glyphs).
    pub glyph: u32,
    /// Confidence of the glyph, 0 to 1.
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

/// The LaTeX of a page with the position of every piece.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Recognition {
    /// Page LaTeX: the body, without preamble.
    pub latex: String,
    /// The tokens, in the order of the output.
    pub tokens: Vec<Token>,
    /// The glyphs behind each piece, sorted by the start of their ranges. Two ranges are equal or disjoint.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub origins: Vec<Origin>,
    /// Angle by which the image was turned, as in [`PageGlyphs::turn`](crate::PageGlyphs::turn).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub turn: f32,
    /// The reason why the recognition is unreliable, as in [`PageGlyphs::doubt`](crate::PageGlyphs::doubt).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubt: Option<Doubt>,
    /// The missing part of the image, as in [`PageGlyphs::cut_off`](crate::PageGlyphs::cut_off).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut_off: Option<CutOff>,
    /// What the page was read from, as in [`PageGlyphs::read_from`](crate::PageGlyphs::read_from).
    #[serde(default, skip_serializing_if = "ReadFrom::is_default")]
    pub read_from: ReadFrom,
}
