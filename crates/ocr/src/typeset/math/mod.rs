//! Formulas: from glyphs and rules to a tree, and from the tree to LaTeX.
//!
//! The tree is built from the outside in, as appendix G of The TeXbook builds it from the inside out: rules give
//! fractions and roots, tall delimiters enclose, large operators take limits, and what is left is a row whose smaller
//! glyphs are scripts of those on its baseline.

mod array;
mod limits;
mod row;
mod rules;
mod tree;
mod write;

use crate::page::BBox;

use super::latex::Latex;
use super::mark::Mark;
use tree::Node;

pub(super) use write::join;

/// Formulas nested deeper, or larger, are written as one row.
const MAX_DEPTH: usize = 24;
/// See [`MAX_DEPTH`].
const MAX_MARKS: usize = 1500;

/// A formula's LaTeX, without delimiters. `em` is the size of the surrounding text. Quadratic at worst, in a bounded
/// number of marks; larger input costs O(n log n).
pub(super) fn latex(marks: &[Mark<'_>], rules: &[BBox], em: f32) -> Latex {
    let bounded = marks.len() <= MAX_MARKS && rules.len() <= MAX_MARKS / 4;
    let nodes: Vec<Node<'_>> = row::compounds(marks);
    let row = if bounded {
        parse(nodes, rules.to_vec(), em, 0)
    } else {
        row::by_position(nodes)
    };
    write::row(&row, em)
}

/// Nodes and rules in any order to a row.
fn parse<'a>(nodes: Vec<Node<'a>>, bars: Vec<BBox>, em: f32, depth: usize) -> Vec<Node<'a>> {
    if depth >= MAX_DEPTH {
        return row::by_position(nodes);
    }
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
