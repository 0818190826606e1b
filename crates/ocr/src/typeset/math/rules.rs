//! Structures with rules: fractions, roots, lines over and under.

use texlens_vocabulary::BBox;

use super::super::mark::Extent;
use super::super::symbols::AXIS;
use super::nesting::Nesting;
use super::tree::{Kind, Node, around};

/// Joins every rule with the nodes that it governs into one node, the widest rule first.
pub(super) fn take<'a>(mut nodes: Vec<Node<'a>>, mut bars: Vec<BBox>, nesting: Nesting) -> Vec<Node<'a>> {
    bars.sort_by(|a, b| a.width().total_cmp(&b.width()));
    while let Some(bar) = bars.pop() {
        let governed =
            radical(&mut nodes, &mut bars, &bar, nesting).or_else(|| fraction(&mut nodes, &mut bars, &bar, nesting));
        nodes.extend(governed);
    }
    nodes
}

/// Largest size of the index of a root, in the size of its sign: scripts of scripts have 0.5, in some families 0.6.
const INDEX: f32 = 0.65;

/// Takes a root: a rule that starts at the upper right corner of a radical sign is the line over the radicand.
fn radical<'a>(nodes: &mut Vec<Node<'a>>, bars: &mut Vec<BBox>, bar: &BBox, nesting: Nesting) -> Option<Node<'a>> {
    let is_sign = |node: &Node<'_>| {
        let slack = 0.35 * node.size;
        node.symbol() == "\\sqrt" && (node.bbox.x1 - bar.x0).abs() < slack && (node.bbox.y0 - bar.y0).abs() < slack
    };
    let sign = nodes.remove(nodes.iter().position(is_sign)?);
    let slack = 0.15 * sign.size;
    let inside = |b: &BBox| {
        b.centre() > bar.x0 && b.centre() < bar.x1 && b.middle() > bar.y0 - slack && b.middle() < sign.bbox.y1 + slack
    };
    let radicand: Vec<Node<'a>> = nodes.extract_if(.., |node| inside(&node.bbox)).collect();
    let is_index = |node: &Node<'a>| {
        let b = &node.bbox;
        node.size < INDEX * sign.size
            && b.x1 < sign.bbox.x1
            && b.centre() > sign.bbox.x0 - 0.4 * sign.size
            && b.middle() < sign.bbox.middle()
            && b.y1 > sign.bbox.y0 - slack
    };
    let index = nodes.extract_if(.., |node| is_index(node)).collect();
    let inner = bars.extract_if(.., |bar| inside(bar)).collect();
    let bbox = sign.bbox.union(bar).union(&around_or(&radicand, bar));
    let radicand = nesting.inner().parse(radicand, inner);
    let lead = radicand.iter().find(|node| !node.is_tall()).or(radicand.first());
    let baseline = lead.map_or(sign.baseline, |node| node.baseline);
    let size = sign.size;
    let kind = Kind::Root(nesting.inner().parse(index, vec![]), radicand);
    Some(Node::new(kind, bbox, baseline, size).read_from(sign.sources))
}

/// Takes a fraction: a rule with nodes above and below is its bar. A rule with nodes on one side only is a line over or
/// under them.
fn fraction<'a>(nodes: &mut Vec<Node<'a>>, bars: &mut Vec<BBox>, bar: &BBox, nesting: Nesting) -> Option<Node<'a>> {
    let (above, below) = (Side::find(nodes, bars, bar, true), Side::find(nodes, bars, bar, false));
    let (mut over, under) = distribute(nodes, &above.nodes, &below.nodes);
    let (mut over_bars, under_bars) = distribute(bars, &above.bars, &below.bars);
    if !under.is_empty() && over_bars.is_empty() && is_script(&over, bar) {
        nodes.append(&mut over);
        bars.append(&mut over_bars);
    }
    let bbox = around_or(&over, bar).union(&around_or(&under, bar)).union(bar);
    let largest = |side: &[Node<'_>]| side.iter().map(|node| node.size).fold(0.0, f32::max);
    let size = largest(&over).max(largest(&under));
    if size <= 0.0 {
        return None;
    }
    if over.is_empty() || under.is_empty() {
        let (command, body, inner) = if over.is_empty() {
            ("\\overline", under, under_bars)
        } else {
            ("\\underline", over, over_bars)
        };
        let body = nesting.inner().parse(body, inner);
        let baseline = body
            .iter()
            .find(|node| !node.is_tall())
            .or(body.first())
            .map_or(bar.y1, |node| node.baseline);
        return Some(Node::new(Kind::Command(command, body), bbox, baseline, size));
    }
    let kind = Kind::Fraction(
        nesting.inner().parse(over, over_bars),
        nesting.inner().parse(under, under_bars),
    );
    Some(Node::new(kind, bbox, bar.middle() + AXIS * size, size))
}

/// Reports whether a glyph over a line is a script of the nodes under the line rather than a numerator. Numerators are
/// centred on their bar (The TeXbook, appendix G, rule 15), which is at least as wide.
fn is_script(over: &[Node<'_>], bar: &BBox) -> bool {
    let [node] = over else { return false };
    let is_centred = (node.bbox.centre() - bar.centre()).abs() < 0.16 * node.size;
    node.symbol() == "\\prime" || !is_centred || node.bbox.width() > bar.width() + 0.12 * node.size
}

/// The nodes and bars on one side of a bar.
struct Side {
    nodes: Vec<bool>,
    bars: Vec<bool>,
}

impl Side {
    /// Finds the nodes and bars on one side, up to the first gap that is too wide for a numerator or denominator.
    fn find(nodes: &[Node<'_>], bars: &[BBox], bar: &BBox, upwards: bool) -> Self {
        let mut side = Self {
            nodes: vec![false; nodes.len()],
            bars: vec![false; bars.len()],
        };
        let size = nodes
            .iter()
            .filter(|node| node.bbox.overlap_x(bar) > 0.0)
            .map(|node| node.size)
            .fold(0.0, f32::max);
        let reach = |b: &BBox| {
            if upwards {
                (bar.y0 - b.y1, bar.y0 - b.y0)
            } else {
                (b.y0 - bar.y1, b.y1 - bar.y1)
            }
        };
        let within = |b: &BBox, slack: f32| {
            b.centre() > bar.x0 && b.centre() < bar.x1 && b.x0 > bar.x0 - slack && b.x1 < bar.x1 + slack
        };
        // Nearest first: (near edge, far edge, index, whether a bar).
        let mut items: Vec<(f32, f32, usize, bool)> = Vec::new();
        for (i, node) in nodes.iter().enumerate() {
            let (near, far) = reach(&node.bbox);
            if within(&node.bbox, 0.4 * size) && near + far > 0.0 {
                items.push((near, far, i, false));
            }
        }
        for (i, other) in bars.iter().enumerate() {
            let (near, far) = reach(other);
            if within(other, 0.1 * size) && near > 0.0 {
                items.push((near, far, i, true));
            }
        }
        items.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (by_bar, by_node) = (0.6 * size, 0.18 * size);
        let (mut edge, mut gap) = (0.0f32, by_bar);
        for (near, far, i, is_bar) in items {
            if near > edge + if is_bar { by_bar } else { gap } {
                break;
            }
            edge = edge.max(far);
            gap = if is_bar { by_bar } else { by_node };
            let flags = if is_bar { &mut side.bars } else { &mut side.nodes };
            if let Some(flag) = flags.get_mut(i) {
                *flag = true;
            }
        }
        side
    }
}

/// Removes the flagged items and returns them in two lists.
fn distribute<T>(items: &mut Vec<T>, first: &[bool], second: &[bool]) -> (Vec<T>, Vec<T>) {
    let (mut a, mut b, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for (i, item) in items.drain(..).enumerate() {
        let flagged = |flags: &[bool]| flags.get(i).copied().unwrap_or(false);
        let lot = if flagged(first) {
            &mut a
        } else if flagged(second) {
            &mut b
        } else {
            &mut rest
        };
        lot.push(item);
    }
    *items = rest;
    (a, b)
}

fn around_or(nodes: &[Node<'_>], otherwise: &BBox) -> BBox {
    if nodes.is_empty() { *otherwise } else { around(nodes) }
}
