//! Three dots below each other, upright or slanted (plain TeX's `\vdots` and `\ddots`).

use super::tree::{Kind, Node};

/// From one dot to the next, in em, and the command.
const SHAPES: [(f32, f32, &str); 2] = [(0.0, 0.4, "\\vdots"), (0.39, 0.3, "\\ddots")];
/// Farthest from there.
const SLACK: f32 = 0.08;

/// Makes every three dots in such a place one symbol.
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

fn is_dot(node: &Node<'_>) -> bool {
    node.symbol() == "."
}
