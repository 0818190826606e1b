//! Formulas with a brace over or under them, and its label: they are large operators with limits (plain TeX's
//! `\overbrace` and `\underbrace`).

use texlens_vocabulary::BBox;

use super::super::mark::Extent;
use super::limits::beside;
use super::nesting::Nesting;
use super::tree::{Kind, Node, around};

/// Largest gap within a label, in em.
const LABEL_GAP: f32 = 0.4;

/// Returns the command of a brace.
fn command(node: &Node<'_>) -> Option<&'static str> {
    match node.symbol() {
        "\\overbrace" => Some("\\overbrace"),
        "\\underbrace" => Some("\\underbrace"),
        _ => None,
    }
}

/// Joins every brace with the nodes that it embraces and its label into one node, the widest brace first.
pub(super) fn take<'a>(mut nodes: Vec<Node<'a>>, bars: &mut Vec<BBox>, nesting: Nesting) -> Vec<Node<'a>> {
    let width = |i: &usize| nodes[*i].bbox.width();
    let widest = (0..nodes.len())
        .filter(|i| command(&nodes[*i]).is_some())
        .max_by(|a, b| width(a).total_cmp(&width(b)));
    let Some(at) = widest else { return nodes };
    let brace = nodes.swap_remove(at);
    let Some(command) = command(&brace) else { return nodes };
    let is_over = command == "\\overbrace";
    let is_within = |b: &BBox| {
        let is_beyond = if is_over {
            b.middle() > brace.bbox.middle()
        } else {
            b.middle() < brace.bbox.middle()
        };
        is_beyond && b.centre() > brace.bbox.x0 && b.centre() < brace.bbox.x1
    };
    let label = beside(&mut nodes, &brace, is_over, LABEL_GAP);
    let body: Vec<Node<'a>> = nodes.extract_if(.., |node| is_within(&node.bbox)).collect();
    let inner = bars.extract_if(.., |bar| is_within(bar)).collect();
    let mut nodes = take(nodes, bars, nesting.inner());
    if body.is_empty() {
        return nodes;
    }
    let bbox = brace.bbox.union(&around(&body));
    let body = nesting.inner().parse(body, inner);
    let lead = body.iter().find(|node| !node.is_tall()).or(body.first());
    let (baseline, size) = lead.map_or((brace.baseline, brace.size), |node| (node.baseline, node.size));
    let label = nesting.inner().arrange(label);
    let mut node = Node::new(Kind::Command(command, body), bbox, baseline, size).read_from(brace.sources);
    if is_over {
        node.sup = label;
    } else {
        node.sub = label;
    }
    nodes.push(node);
    nodes
}
