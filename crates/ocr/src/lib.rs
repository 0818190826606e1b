//! The bundled OCR. [`detect`] finds and names the glyphs of a page image. [`typeset`](mod@typeset) writes the LaTeX
//! that produces them.
//!
//! `detect` needs a model, which a [`detect::Backend`] runs. `typeset` works by rules alone.
//!
//! ```
//! use texlens_ocr::{Glyph, PageGlyphs, Style, typeset::typeset};
//!
//! let glyph = |symbol: &str, x: f32| Glyph {
//!     symbol: symbol.to_owned(),
//!     style: Style::Roman,
//!     x,
//!     y: 100.0,
//!     width: 10.0,
//!     height: 14.0,
//!     depth: 0.0,
//!     size: 20.0,
//!     confidence: 1.0,
//! };
//! let page = PageGlyphs {
//!     width: 400.0,
//!     height: 600.0,
//!     glyphs: vec![glyph("o", 50.0), glyph("n", 60.0), glyph("e", 70.0)],
//!     ..PageGlyphs::default()
//! };
//! assert_eq!(typeset(&page).latex, "one\n");
//! ```

pub mod detect;
pub mod typeset;

pub use texlens_vocabulary::{
    BBox, Correction, CutOff, Doubt, Glyph, Origin, PageGlyphs, Recognition, Rule, Style, Token, TokenKind,
    turn_in_words,
};
