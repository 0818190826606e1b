//! Formulas above and below others: limits of operators, formulas over relations, braces with their labels.

use super::super::mark::Extent;
use super::super::symbols::{self, Class};
use super::array;
use super::nesting::Nesting;
use super::setting::{Setting, Style};
use super::tree::{Kind, Node};

/// Largest space between two rows of a limit, in em of their symbols.
const ROW_GAP: f32 = 0.55;

/// Returns the height from which a large operator is that of a display, in em; integrals are taller.
fn display_height(node: &Node<'_>) -> f32 {
    if node.symbol().ends_with("int") { 1.6 } else { 1.2 }
}

/// Reports whether a row in text has operators as large as in a display.
pub(super) fn is_displayed(nodes: &[Node<'_>], at: Setting) -> bool {
    let is_tall =
        |node: &Node<'_>| node.class() == Class::LargeOperator && node.bbox.height() > display_height(node) * at.em;
    at.style == Style::Text && nodes.iter().any(is_tall)
}

/// Returns `\limits` or `\nolimits` if the scripts of an operator are not where its style puts them, else an empty
/// string (The TeXbook, chapter 17; appendix G, rule 13).
pub(super) fn placement(node: &Node<'_>, at: Setting) -> &'static str {
    let moves = match &node.kind {
        Kind::Name(name) => symbols::operator_name(name) == Some(true),
        _ => node.class() == Class::LargeOperator && !node.symbol().ends_with("int"),
    };
    if node.sub.is_empty() && node.sup.is_empty() {
        return "";
    }
    let is_operator = moves || node.class() == Class::LargeOperator;
    match (is_operator, are_stacked(node), moves && at.style == Style::Display) {
        (true, true, false) => "\\limits",
        (true, false, true) => "\\nolimits",
        _ => "",
    }
}

/// Reports whether the scripts of a node stand above and below it.
pub(super) fn are_stacked(node: &Node<'_>) -> bool {
    let is_within = |script: &Node<'_>| script.bbox.x0 < node.bbox.x1 - 0.1 * node.size;
    let below = |script: &Node<'_>| is_within(script) && script.bbox.y0 > node.bbox.y1 - 0.1 * node.size;
    let above = |script: &Node<'_>| is_within(script) && script.bbox.y1 < node.bbox.y0 + 0.1 * node.size;
    match (node.sub.first(), node.sup.first()) {
        (Some(sub), _) => below(sub),
        (None, sup) => sup.is_some_and(above),
    }
}

/// Attaches limits to their operators.
pub(super) fn take<'a>(mut nodes: Vec<Node<'a>>, nesting: Nesting) -> Vec<Node<'a>> {
    // Limits are smaller than their operator. From the largest node down, the limits of every operator are still there.
    nodes.sort_by(|a, b| a.size.total_cmp(&b.size));
    let mut out = Vec::with_capacity(nodes.len());
    // Within limits, operators have no spaces; between the limits of two operators there is a thin space.
    let is_operator = |node: &&Node<'_>| node.class() != Class::Relation && carries_limits(node);
    let reach = if nodes.iter().filter(is_operator).count() > 1 {
        0.14
    } else {
        0.3
    };
    let bases: Vec<Base> = nodes.iter().filter_map(Base::of).collect();
    while let Some(mut node) = nodes.pop() {
        if carries_limits(&node) {
            let is_relation = node.class() == Class::Relation;
            for is_above in [false, true] {
                if is_relation && is_script(seeds(&nodes, &node, is_above), &bases) {
                    continue;
                }
                let limit = array::stack(beside(&mut nodes, &node, is_above, reach), nesting.inner());
                *(if is_above { &mut node.sup } else { &mut node.sub }) = limit;
            }
            if is_relation && !(node.sup.is_empty() && node.sub.is_empty()) {
                node = overset(node);
            }
        }
        out.push(node);
    }
    out
}

/// Whether what stands over or under a relation begins as the script of a symbol beside it.
fn is_script<'n>(seeds: impl Iterator<Item = &'n Node<'n>>, bases: &[Base]) -> bool {
    let first = seeds.min_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
    first.is_some_and(|first| bases.iter().any(|base| base.owns(first)))
}

/// What may have a script: a symbol that is neither a relation nor a large operator.
#[derive(Clone, Copy)]
struct Base {
    x1: f32,
    baseline: f32,
    size: f32,
}

impl Base {
    fn of(node: &Node<'_>) -> Option<Self> {
        (!carries_limits(node)).then_some(Self {
            x1: node.bbox.x1,
            baseline: node.baseline,
            size: node.size,
        })
    }

    /// Whether a smaller node stands where a script does: right behind the symbol, and on another line.
    fn owns(self, script: &Node<'_>) -> bool {
        let gap = (script.bbox.x0 - self.x1) / self.size;
        let rise = (self.baseline - script.baseline).abs() / self.size;
        script.size < 0.86 * self.size && (-0.1..0.15).contains(&gap) && (0.1..0.6).contains(&rise)
    }
}

fn carries_limits(node: &Node<'_>) -> bool {
    match &node.kind {
        Kind::Name(name) => symbols::operator_name(name).unwrap_or(false) || name.starts_with("arg"),
        Kind::Glyph(_) => matches!(node.class(), Class::LargeOperator | Class::Relation),
        _ => false,
    }
}

fn overset<'a>(mut relation: Node<'a>) -> Node<'a> {
    let over = std::mem::take(&mut relation.sup);
    let (bbox, baseline, size) = (relation.bbox, relation.baseline, relation.size);
    Node::new(Kind::Overset(over, Box::new(relation)), bbox, baseline, size)
}

/// Height in which the rows of limits may overlap, in em of their operator.
const SLACK: f32 = 0.12;

/// Returns the smaller nodes directly above or below an operator.
fn seeds<'n, 'a>(nodes: &'n [Node<'a>], operator: &Node<'_>, upwards: bool) -> impl Iterator<Item = &'n Node<'a>> {
    let (o, size) = (operator.bbox, operator.size);
    let off = move |node: &Node<'_>| {
        let gap = if upwards {
            o.y0 - node.bbox.y1
        } else {
            node.bbox.y0 - o.y1
        };
        node.size < 0.86 * size && gap > -SLACK * size && gap < 0.6 * size
    };
    nodes
        .iter()
        .filter(move |node| off(node) && node.bbox.centre() > o.x0 && node.bbox.centre() < o.x1)
}

/// Takes the smaller nodes directly above or below an operator, and those beside them within a gap, in em.
pub(super) fn beside<'a>(nodes: &mut Vec<Node<'a>>, operator: &Node<'_>, upwards: bool, gap: f32) -> Vec<Node<'a>> {
    let size = operator.size;
    let slack = SLACK * size;
    let mut seeds = seeds(nodes, operator, upwards).map(|node| node.bbox);
    let Some(mut reach) = seeds.next() else {
        return Vec::new();
    };
    reach = seeds.fold(reach, |all, bbox| all.union(&bbox));
    // Limits of limits are farther away, and wide limits extend beyond the operator: grow until nothing is near.
    loop {
        let near = |node: &&Node<'_>| {
            node.size < 0.86 * size
                && node.bbox.overlap_x(&reach) > -gap * size
                && node.bbox.middle() > reach.y0 - slack
                && node.bbox.middle() < reach.y1 + slack
        };
        // Rows of `\substack` follow each other away from the operator.
        let follows = |node: &&Node<'_>| {
            let gap = if upwards {
                reach.y0 - node.bbox.y1
            } else {
                node.bbox.y0 - reach.y1
            };
            node.size < 0.86 * size && gap > -slack && gap < ROW_GAP * node.size && node.bbox.overlap_x(&reach) > 0.0
        };
        let belongs = |node: &&Node<'_>| near(node) || follows(node);
        let grown = nodes
            .iter()
            .filter(belongs)
            .fold(reach, |all, node| all.union(&node.bbox));
        if grown == reach {
            break;
        }
        reach = grown;
    }
    let inside = |node: &Node<'_>| {
        let b = &node.bbox;
        node.size < 0.86 * size
            && b.x0 >= reach.x0
            && b.x1 <= reach.x1
            && b.middle() > reach.y0 - slack
            && b.middle() < reach.y1 + slack
    };
    nodes.extract_if(.., |node| inside(node)).collect()
}
