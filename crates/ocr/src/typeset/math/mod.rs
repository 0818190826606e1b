//! Formulas: from glyphs and rules to a tree, and from the tree to LaTeX.
//!
//! The tree is built from the outside in, whereas appendix G of The TeXbook builds it from the inside out. Rules give
//! fractions and roots, tall delimiters enclose, and large operators take limits. The remaining nodes are a row, whose
//! smaller glyphs are scripts of those on its baseline.

mod align;
mod array;
mod braces;
mod dots;
mod fence;
mod italic;
mod limits;
mod nesting;
mod row;
mod rules;
mod sense;
mod setting;
mod shift;
mod space;
mod structure;
mod tree;
mod write;

use texlens_vocabulary::BBox;

use super::latex::Latex;
use super::mark::Mark;
use setting::{Setting, Style};
use structure::structure;

pub(super) use align::{Cells, Row, align, eqnarray, matrix};
pub(super) use italic::correction as italic_correction;
pub(super) use write::join;

/// Returns the LaTeX of a formula in text, without delimiters. `em` is the size of the text. Quadratic at worst, for a
/// bounded number of marks; larger input costs O(n log n).
pub(super) fn latex(marks: &[Mark<'_>], rules: &[BBox], em: f32) -> Latex {
    let at = Setting::of(marks, Style::Text, em);
    write::row(&structure(marks, rules, em), at)
}
