//! The data types that all crates share: kinds of samples, scores, recognitions, corrections, verdicts of the TeX
//! engine. Their methods use only their fields; the crates above this one compute the data.

mod compilation;
mod correction;
mod cut_off;
mod diagnostic;
mod doubt;
mod drawn;
mod glyph;
mod kind;
mod read_from;
mod recognition;
mod score;

pub use compilation::{Compilation, Limit, TexError, repeated};
pub use correction::Correction;
pub use cut_off::CutOff;
pub use diagnostic::{Diagnostic, ErrorClass};
pub use doubt::Doubt;
pub use drawn::{Drawn, DrawnPage};
pub use glyph::{Anchor, BBox, Glyph, Link, PageGlyphs, Rule, Style, Target, turn_in_words};
pub use kind::{Kind, noun};
pub use read_from::{ReadFrom, left_out_remark, unread_remark};
pub use recognition::{Origin, Recognition, Token, TokenKind};
pub use score::{MAX_SPANS, Outcome, Ratio, Score, Side, Span, SpanKind, place_at, places};
