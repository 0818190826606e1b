//! Three dots beside or below each other. Plain TeX's `\ldots` and `\cdots` are three of `\ldotp` or `\cdotp`, which
//! are punctuation and so have thin spaces between them. `\vdots` and `\ddots` are full stops in boxes.

use super::super::mark::Extent;
use super::tree::{Kind, Node};

/// Distances from one dot to the next, to the right and down, in em, and the command.
const SHAPES: [(f32, f32, &str); 2] = [(0.0, 0.4, "\\vdots"), (0.39, 0.3, "\\ddots")];
/// Largest deviation from such a distance, in em.
const SLACK: f32 = 0.08;

/// Replaces every three dots at such distances by one symbol.
pub(super) fn take(mut nodes: Vec<Node<'_>>) -> Vec<Node<'_>> {
    let mut dots: Vec<usize> = (0..nodes.len()).filter(|i| is_dot(&nodes[*i])).collect();
    dots.sort_by(|a, b| nodes[*a].baseline.total_cmp(&nodes[*b].baseline));
    let mut merged = vec![false; nodes.len()];
    for (dx, dy, symbol) in SHAPES {
        for first in &dots {
            let next = |of: usize| {
                let (a, off) = (&nodes[of], |distance: f32, wanted: f32| {
                    (distance - wanted).abs() < SLACK
                });
                let follows = |i: &&usize| {
                    let b = &nodes[**i];
                    let (right, down) = ((b.bbox.x0 - a.bbox.x0) / a.size, (b.baseline - a.baseline) / a.size);
                    !merged[**i] && is_dot(b) && off(right, dx) && off(down, dy)
                };
                dots.iter().find(follows).copied()
            };
            if merged[*first] || !is_dot(&nodes[*first]) {
                continue;
            }
            let Some((second, third)) = next(*first).and_then(|second| Some((second, next(second)?))) else {
                continue;
            };
            for i in [second, third] {
                merged[i] = true;
                let dot = nodes[i].clone();
                nodes[*first].absorb(dot);
            }
            if let Kind::Glyph(mark) = &mut nodes[*first].kind {
                mark.symbol = symbol;
            }
        }
    }
    let mut merged = merged.into_iter();
    nodes.retain(|_| !merged.next().unwrap_or(false));
    nodes
}

/// Returns the command for a dot and two more like it.
fn ellipsis(dot: &str) -> Option<&'static str> {
    match dot {
        "." => Some("\\ldots"),
        "\\cdot" => Some("\\cdots"),
        _ => None,
    }
}

/// Width of a thin space, in em.
const THIN: std::ops::Range<f32> = 0.08..0.3;

/// Replaces every three dots on one baseline with thin spaces between them by one symbol. In scripts there are no
/// spaces.
pub(super) fn ellipses(mut nodes: Vec<Node<'_>>, em: f32) -> Vec<Node<'_>> {
    nodes.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
    let follows = |a: &Node<'_>, b: &Node<'_>| {
        let gap = (b.bbox.x0 - a.bbox.x1) / a.size;
        let is_script = a.size < SCRIPT * em && gap.abs() < 0.05 && a.symbol() == ".";
        b.symbol() == a.symbol() && (b.baseline - a.baseline).abs() < 0.1 * a.size && (THIN.contains(&gap) || is_script)
    };
    let mut at = 0;
    while at < nodes.len() {
        let next = |from: usize| {
            let first = nodes.get(from)?;
            let near = (from + 1..nodes.len()).take_while(|i| nodes[*i].bbox.x0 - first.bbox.x1 < 0.5 * first.size);
            near.into_iter().find(|i| follows(first, &nodes[*i]))
        };
        let whole = ellipsis(nodes[at].symbol());
        let parts = whole
            .and_then(|_| next(at))
            .and_then(|second| Some((second, next(second)?)));
        if let Some((whole, (second, third))) = whole.zip(parts) {
            // Remove the later one first: the index of the other stays valid.
            let third = nodes.remove(third);
            let second = nodes.remove(second);
            let dots = &mut nodes[at];
            dots.bbox = dots.bbox.union(&second.bbox).union(&third.bbox);
            dots.sources.extend(second.sources.into_iter().chain(third.sources));
            if let Kind::Glyph(mark) = &mut dots.kind {
                (mark.symbol, mark.bbox) = (whole, dots.bbox);
            }
        }
        at += 1;
    }
    nodes
}

/// Letters smaller than this share of the text's em are scripts.
const SCRIPT: f32 = 0.86;

fn is_dot(node: &Node<'_>) -> bool {
    node.symbol() == "."
}
