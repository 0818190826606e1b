//! The bundled OCR. [`detect`] finds and names the glyphs of a page image. [`typeset`](mod@typeset) writes the LaTeX
//! that produces them.
//!
//! `detect` needs a model, which a [`detect::Backend`] runs. `typeset` works by rules alone.
//!
//! ```
//! use texlens_ocr::{Glyph, PageGlyphs, Style, typeset::typeset};
//!
//! let glyph = |symbol: &str, style: Style, x: f32, y: f32, size: f32| Glyph {
//!     symbol: symbol.to_owned(),
//!     style,
//!     x,
//!     y,
//!     width: size / 2.0,
//!     height: size * 0.7,
//!     depth: 0.0,
//!     size,
//!     confidence: 1.0,
//! };
//! // One line of a page: "so", and an x with a small, raised 2.
//! let page = PageGlyphs {
//!     width: 400.0,
//!     height: 600.0,
//!     glyphs: vec![
//!         glyph("s", Style::Roman, 50.0, 100.0, 20.0),
//!         glyph("o", Style::Roman, 60.0, 100.0, 20.0),
//!         glyph("x", Style::MathItalic, 77.0, 100.0, 20.0),
//!         glyph("2", Style::Roman, 88.0, 92.0, 14.0),
//!     ],
//!     ..PageGlyphs::default()
//! };
//! assert_eq!(typeset(&page).latex, "so $x^2$\n");
//! ```

pub mod detect;
pub mod typeset;

pub use texlens_vocabulary::{
    Anchor, BBox, Correction, CutOff, Doubt, Glyph, Link, Origin, PageGlyphs, ReadFrom, Recognition, Rule, Style,
    Target, Token, TokenKind, turn_in_words,
};
