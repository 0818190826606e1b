//! The words for what stands on a page and what was made of it, as the modules here use them.

pub(crate) use texlens_vocabulary::{
    BBox, CutOff, Doubt, Glyph, Origin, PageGlyphs, Recognition, Rule, Style, Token, TokenKind as Kind,
};
