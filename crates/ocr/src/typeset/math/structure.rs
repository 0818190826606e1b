//! From glyphs and rules to the tree. Every kind of structure takes its nodes out of a row, and each of its parts is a
//! row again.

use texlens_vocabulary::BBox;

use super::super::mark::Mark;
use super::nesting::Nesting;
use super::tree::Node;
use super::{array, braces, dots, limits, row, rules};

/// Most glyphs of a formula that is analysed; a larger one is written as one row.
const MAX_MARKS: usize = 1500;

/// Returns the nodes of a formula.
pub(super) fn structure<'a>(marks: &[Mark<'a>], rules: &[BBox], em: f32) -> Vec<Node<'a>> {
    let bounded = marks.len() <= MAX_MARKS && rules.len() <= MAX_MARKS / 4;
    let nodes = row::compounds(marks);
    if bounded {
        Nesting::outermost(em).parse(dots::ellipses(dots::take(nodes), em), rules.to_vec())
    } else {
        row::by_position(nodes)
    }
}

impl Nesting {
    /// Arranges nodes and rules, in any order, as a row.
    pub(super) fn parse<'a>(self, nodes: Vec<Node<'a>>, mut bars: Vec<BBox>) -> Vec<Node<'a>> {
        if self.is_too_deep() {
            return row::by_position(nodes);
        }
        let nodes = braces::take(nodes, &mut bars, self);
        let nodes = rules::take(nodes, bars, self);
        self.arrange(nodes)
    }

    /// Arranges nodes without rules as a row.
    pub(super) fn arrange(self, nodes: Vec<Node<'_>>) -> Vec<Node<'_>> {
        if self.is_too_deep() {
            return row::by_position(nodes);
        }
        let nodes = row::accents(nodes, self);
        let nodes = row::names(nodes);
        let nodes = limits::take(nodes, self);
        let nodes = array::take(nodes, self);
        row::scripts(nodes, self)
    }
}
