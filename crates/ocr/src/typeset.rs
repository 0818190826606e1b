//! Glyphs to LaTeX.
