//! The bundled OCR: `detect` finds and names the glyphs of a page image, `typeset` writes the LaTeX that would set them.
//!
//! The first half needs a model run by a [`detect::Backend`]; the second is rules alone.

pub mod detect;
pub mod typeset;

pub use texlens_vocabulary::{
    BBox, Correction, CutOff, Doubt, Glyph, Origin, PageGlyphs, Recognition, Rule, Style, Token, TokenKind,
    turn_in_words,
};
