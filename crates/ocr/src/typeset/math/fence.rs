//! Delimiters that are larger than usual, or made by `\left` and `\right` (The TeXbook, chapter 17; appendix G, rule
//! 19).

use std::cmp::Ordering;

use super::super::mark::Extent;
use super::super::symbols::{self, AXIS, Class};
use super::setting::Setting;
use super::shift;
use super::space::{Atom, Faces, HAIR, UNKNOWN, expected, gap, is_thin, rank};
use super::tree::Node;

/// Least height of a delimiter that is larger than usual, in em.
const LARGE: f32 = 1.12;
/// Heights of delimiters, in em: usual, then `\big` to `\Bigg`. Taller ones are built of pieces.
const SIZES: [f32; 5] = [1.0, 1.2, 1.8, 2.4, 3.0];
/// `\delimiterfactor` and `\delimitershortfall`, the latter in em of 10 pt.
const FACTOR: f32 = 0.901;
const SHORTFALL: f32 = 0.5;

/// Returns for each node the command before it that makes a delimiter of its size. For a pair that is one symbol for
/// its scripts, the command is a brace.
pub(super) fn commands(nodes: &[Node<'_>], faces: &[Faces], at: Setting) -> Vec<Option<&'static str>> {
    let is_large =
        |node: &Node<'_>| symbols::hangs(node.symbol()) && node.class() != Class::LargeOperator && ratio(node) > LARGE;
    let mut commands: Vec<Option<&'static str>> = nodes
        .iter()
        .map(|node| is_large(node).then(|| by_size(Side::of(node), ratio(node))))
        .collect();
    for (left, right) in pairs(nodes) {
        let (Some(opening), Some(closing)) = (nodes.get(left), nodes.get(right)) else {
            continue;
        };
        let (a, b) = (ratio(opening), ratio(closing));
        if (a - b).abs() > 0.25 {
            continue;
        }
        // Both have one size: the mean of two measurements is the more accurate.
        let mean = 0.5 * (a + b);
        let fitted = is_fitted(nodes, faces, (left, right), mean, at);
        let inner = is_inner(nodes, faces, (left, right), at);
        let is_boxed = (at.is_exact && mean <= LARGE)
            .then(|| shift::is_boxed(nodes.get(left..right).unwrap_or_default(), closing))
            .flatten();
        let pair = match (mean > LARGE, is_boxed) {
            (true, _) if fitted => (Some("\\left"), Some("\\right")),
            (true, _) => (Some(by_size(Side::Left, mean)), Some(by_size(Side::Right, mean))),
            (false, Some(true)) if inner == Some(false) => (Some("{"), Some("}")),
            (false, Some(true)) => (Some("\\left"), Some("\\right")),
            (false, None) if fitted => (Some("\\left"), Some("\\right")),
            (false, _) => (None, None),
        };
        (commands[left], commands[right]) = pair;
    }
    commands
}

/// Reports whether `\left` and `\right` made a pair. Such a pair is as large as its contents require, and forms one
/// inner atom, with thin spaces to ordinary atoms.
fn is_fitted(nodes: &[Node<'_>], faces: &[Faces], pair: (usize, usize), height: f32, at: Setting) -> bool {
    if height > SIZES[4] + 0.3 {
        return true;
    }
    let Some(opening) = nodes.get(pair.0) else { return false };
    let inside = nodes.get(pair.0 + 1..pair.1).unwrap_or_default();
    let fits = step(fitting(inside, opening, at)) == step(height);
    match is_inner(nodes, faces, pair, at) {
        // A height that was measured may be off by a size.
        Some(inner) => inner && (fits || height < LARGE || !at.is_exact),
        None => fits && height > LARGE,
    }
}

/// Reports whether the spaces beside a pair are those of an inner atom; opening and closing atoms have none there.
/// Returns `None` where both would have the same.
fn is_inner(nodes: &[Node<'_>], faces: &[Faces], (left, right): (usize, usize), at: Setting) -> Option<bool> {
    let thin = |i: usize, own: Atom, is_left: bool| {
        let (a, b) = (nodes.get(i)?, nodes.get(i + 1)?);
        let (x, y) = (faces.get(i)?.right, faces.get(i + 1)?.left);
        let (plain, inner) = if is_left {
            (expected(x, own, at.style), expected(x, Atom::Inner, at.style))
        } else {
            (expected(own, y, at.style), expected(Atom::Inner, y, at.style))
        };
        let (least, _) = gap(a, b, at);
        if at.is_exact && plain == 0.0 && inner > 0.0 {
            let [of_inner, of_plain] = [inner, plain].map(|due| rank((least, least), due, (a, b), at));
            match of_inner.cmp(&of_plain) {
                // For the other reading, an author would have to write several spaces, or could not.
                Ordering::Less => return Some((true, of_plain > 1)),
                Ordering::Greater => return Some((false, false)),
                Ordering::Equal if of_plain < UNKNOWN => return None,
                Ordering::Equal => {}
            }
        }
        // A space wider than thin is the author's, and shows nothing.
        // Where positions are inexact, no narrower space of an author's is told from a thin one.
        let is_inner = is_thin(least + 0.02) || !at.is_exact && least > inner;
        (plain == 0.0 && inner > 0.0 && least < inner + 0.2).then_some((is_inner, false))
    };
    let before = left.checked_sub(1).and_then(|i| thin(i, Atom::Open, true));
    let before = before.filter(|_| !is_spaced_bar(nodes, left, at));
    let after = thin(right, Atom::Close, false);
    match (before, after) {
        (Some((before, _)), Some((after, _))) => Some(before && after),
        // Authors write thin spaces after a pair more often than before one.
        (None, Some((true, false))) => None,
        (before, after) => before.or(after).map(|(is_inner, _)| is_inner),
    }
}

/// Reports whether a bar with equal spaces on both sides stands before a node: the author wrote these.
fn is_spaced_bar(nodes: &[Node<'_>], at_node: usize, at: Setting) -> bool {
    let [.., before, bar] = nodes.get(..at_node).unwrap_or_default() else {
        return false;
    };
    let next = nodes.get(at_node).map(|next| gap(bar, next, at).1);
    let is_equal = |space: f32| (space - gap(before, bar, at).0).abs() < HAIR;
    bar.class() == Class::Fence && next.is_some_and(is_equal)
}

/// Returns the height that `\left` chooses for its contents, in em of the delimiter. It is the least height that covers
/// nine tenths of the contents, or all but 5 pt, on both sides of the axis.
fn fitting(inside: &[Node<'_>], opening: &Node<'_>, at: Setting) -> f32 {
    let size = opening.size.max(f32::MIN_POSITIVE);
    let level = inside
        .iter()
        .find(|node| !node.is_tall())
        .map_or(opening.baseline, |node| node.baseline);
    let axis = level - AXIS * size;
    let reach = |node: &Node<'_>| {
        let outline = node.outline();
        (axis - outline.y0).max(outline.y1 - axis)
    };
    let content = 2.0 * inside.iter().map(reach).fold(0.0, f32::max);
    let wanted = (FACTOR * content).max(content - SHORTFALL * at.em) / size;
    let slack = 0.02;
    SIZES
        .iter()
        .copied()
        .find(|height| height + slack >= wanted)
        .unwrap_or(wanted)
}

/// Returns the index of the size that is nearest to a height.
fn step(height: f32) -> usize {
    let off = |i: &usize| (SIZES[*i] - height).abs();
    (0..SIZES.len()).min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(0)
}

fn ratio(node: &Node<'_>) -> f32 {
    node.bbox.height() / node.size
}

/// Returns the indices of matching delimiters. A bar that is open when an outer delimiter closes is no delimiter.
fn pairs(nodes: &[Node<'_>]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let class = |i: &usize| nodes.get(*i).map_or(Class::Ordinary, Node::class);
    for (i, node) in nodes.iter().enumerate() {
        let closes = |open: &usize| nodes.get(*open).is_some_and(|left| left.symbol() == node.symbol());
        match node.class() {
            Class::Opening => open.push(i),
            Class::Fence if !open.last().is_some_and(closes) => open.push(i),
            Class::Fence => pairs.extend(open.pop().map(|left| (left, i))),
            Class::Closing => {
                // Brackets take precedence over bars: a single bar divides the contents of brackets.
                let bracket = open.iter().rposition(|i| class(i) == Class::Opening);
                open.truncate(bracket.map_or(open.len(), |at| at + 1));
                pairs.extend(open.pop().map(|left| (left, i)));
            }
            _ => {}
        }
    }
    pairs
}

/// The side of its contents on which a delimiter stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
    Neither,
}

impl Side {
    fn of(node: &Node<'_>) -> Self {
        match node.class() {
            Class::Opening => Self::Left,
            Class::Closing => Self::Right,
            _ => Self::Neither,
        }
    }
}

fn by_size(side: Side, ratio: f32) -> &'static str {
    let pick = |l, r, plain| match side {
        Side::Left => l,
        Side::Right => r,
        Side::Neither => plain,
    };
    match ratio {
        h if h < 1.5 => pick("\\bigl", "\\bigr", "\\big"),
        h if h < 2.1 => pick("\\Bigl", "\\Bigr", "\\Big"),
        h if h < 2.7 => pick("\\biggl", "\\biggr", "\\bigg"),
        _ => pick("\\Biggl", "\\Biggr", "\\Bigg"),
    }
}
