//! Formulas: from glyphs and rules to a tree, and from the tree to LaTeX.
//!
//! The tree is built from the outside in, as appendix G of The TeXbook builds it from the inside out: rules give
//! fractions and roots, tall delimiters enclose, large operators take limits, and what is left is a row whose smaller
//! glyphs are scripts of those on its baseline.

mod align;
mod array;
mod braces;
mod dots;
mod fence;
mod italic;
mod limits;
mod row;
mod rules;
mod sense;
mod shift;
mod space;
mod tree;
mod write;

use crate::page::BBox;

use super::latex::Latex;
use super::mark::Mark;
use tree::Node;

pub(super) use align::{Cells, Row, align, eqnarray, matrix};
pub(super) use italic::correction as italic_correction;
pub(super) use write::join;

/// Formulas nested deeper, or larger, are written as one row.
const MAX_DEPTH: usize = 24;
/// See [`MAX_DEPTH`].
const MAX_MARKS: usize = 1500;

/// TeX's styles, as far as they can be told apart by what they do (The TeXbook, chapter 17).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    Display,
    Text,
    /// Scripts of every order.
    Script,
}

/// How a row is set.
#[derive(Debug, Clone, Copy)]
struct Setting {
    style: Style,
    /// The em of the text around the formula.
    em: f32,
    /// Whether places are known to a hundredth of an em, as those of a DVI file are, and not only to a twentieth.
    is_exact: bool,
    /// Whether its spaces are as wide as they are by nature: those of a formula in text stretch and shrink with its line.
    is_rigid: bool,
}

impl Setting {
    /// Of a formula.
    fn of(marks: &[Mark<'_>], style: Style, em: f32) -> Self {
        Self {
            style,
            em,
            // A detector is never wholly sure.
            is_exact: marks.iter().all(|mark| mark.confidence >= 1.0),
            is_rigid: style == Style::Display,
        }
    }

    /// Of a numerator or denominator.
    fn part(self) -> Self {
        let style = match self.style {
            Style::Display => Style::Text,
            Style::Text | Style::Script => Style::Script,
        };
        self.boxed(style)
    }

    /// Of a cell of an array.
    fn cell(self) -> Self {
        let style = if self.style == Style::Script {
            Style::Script
        } else {
            Style::Text
        };
        self.boxed(style)
    }

    fn script(self) -> Self {
        self.boxed(Style::Script)
    }

    fn display(self) -> Self {
        Self {
            style: Style::Display,
            ..self
        }
    }

    /// Of a row that TeX sets as a box of its natural width.
    fn boxed(self, style: Style) -> Self {
        Self {
            style,
            is_rigid: true,
            ..self
        }
    }
}

/// The LaTeX of a formula in text, without delimiters. `em` is the size of the text. Quadratic at worst, in a bounded
/// number of marks; larger input costs O(n log n).
pub(super) fn latex(marks: &[Mark<'_>], rules: &[BBox], em: f32) -> Latex {
    let at = Setting::of(marks, Style::Text, em);
    write::row(&structure(marks, rules, em), at)
}

/// The nodes of a formula.
fn structure<'a>(marks: &[Mark<'a>], rules: &[BBox], em: f32) -> Vec<Node<'a>> {
    let bounded = marks.len() <= MAX_MARKS && rules.len() <= MAX_MARKS / 4;
    let nodes = row::compounds(marks);
    if bounded {
        parse(dots::ellipses(dots::take(nodes), em), rules.to_vec(), em, 0)
    } else {
        row::by_position(nodes)
    }
}

/// Nodes and rules in any order to a row.
fn parse<'a>(nodes: Vec<Node<'a>>, mut bars: Vec<BBox>, em: f32, depth: usize) -> Vec<Node<'a>> {
    if depth >= MAX_DEPTH {
        return row::by_position(nodes);
    }
    let nodes = braces::take(nodes, &mut bars, em, depth);
    let nodes = rules::take(nodes, bars, em, depth);
    arrange(nodes, em, depth)
}

/// Nodes among which no rule is left to a row.
fn arrange<'a>(nodes: Vec<Node<'a>>, em: f32, depth: usize) -> Vec<Node<'a>> {
    if depth >= MAX_DEPTH {
        return row::by_position(nodes);
    }
    let nodes = row::accents(nodes, em, depth);
    let nodes = row::names(nodes);
    let nodes = limits::take(nodes, em, depth);
    let nodes = array::take(nodes, em, depth);
    row::scripts(nodes, em, depth)
}
