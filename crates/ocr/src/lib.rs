//! The bundled OCR: `detect` finds and names the glyphs of a page image, `typeset` writes the LaTeX that would set them.
//!
//! The first half needs a model run by a [`detect::Backend`]; the second is rules alone.

mod correction;
pub mod detect;
mod page;
pub mod typeset;

pub use correction::Correction;
pub use page::{BBox, Doubt, Glyph, Kind, Origin, PageGlyphs, Recognition, Rule, Style, Token, turn_in_words};
