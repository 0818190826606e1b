//! The words that all crates share: what is scored, what a score is, what was read on a page, what a TeX engine says.
//! Data types with what follows from their fields alone; whoever computes them is a crate above this one.

mod compilation;
mod correction;
mod cut_off;
mod diagnostic;
mod doubt;
mod glyph;
mod kind;
mod recognition;
mod score;

pub use compilation::{Compilation, Limit, TexError};
pub use correction::Correction;
pub use cut_off::CutOff;
pub use diagnostic::{Diagnostic, ErrorClass};
pub use doubt::Doubt;
pub use glyph::{BBox, Glyph, PageGlyphs, Rule, Style, turn_in_words};
pub use kind::{Kind, noun};
pub use recognition::{Origin, Recognition, Token, TokenKind};
pub use score::{MAX_SPANS, Outcome, Ratio, Score, Side, Span, SpanKind};
