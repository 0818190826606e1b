//! Matrices and cases: tall delimiters with several rows between them.

use crate::page::BBox;

use super::super::mark::{Extent, mode};
use super::super::symbols::{AXIS, Class};
use super::arrange;
use super::tree::{Array, Kind, Node, around};

/// Makes every pair of tall delimiters that encloses more than one row an array; also a tall left brace alone.
pub(super) fn take<'a>(mut nodes: Vec<Node<'a>>, em: f32, depth: usize) -> Vec<Node<'a>> {
    nodes.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
    let mut start = 0;
    while let Some(open) = (start..nodes.len()).find(|i| opens(&nodes, *i)) {
        start = open + 1;
        let close = (open + 1..nodes.len()).find(|i| closes(&nodes, open, *i));
        let end = match close {
            Some(close) => close,
            None if nodes[open].symbol() == "{" => nodes.len(),
            None => continue,
        };
        let left = &nodes[open];
        let is_inside = |node: &Node<'_>| node.bbox.middle() > left.bbox.y0 && node.bbox.middle() < left.bbox.y1;
        let end = (open + 1..end)
            .find(|i| !is_inside(&nodes[*i]))
            .map_or(end, |out| if close.is_some() { end } else { out });
        let end = if close.is_none() {
            end - usize::from(ends_sentence(&nodes[open..end]))
        } else {
            end
        };
        let Some(rows) = rows(&nodes[open + 1..end]) else {
            continue;
        };
        if let Some(binomial) = binomial(&nodes[open..end + usize::from(close.is_some())], &rows, em, depth) {
            nodes.splice(open..end + 1, [binomial]);
            continue;
        }
        if !is_tall_delimiter(left) {
            continue;
        }
        let cells = columns(rows, left.size);
        let right = close.and_then(|close| nodes.get(close));
        let preamble = preamble(&cells, left, right);
        let cells = cells
            .into_iter()
            .map(|row| row.into_iter().map(|cell| arrange(cell, em, depth + 1)).collect())
            .collect();
        let array = Array {
            left: left.symbol(),
            right: right.map_or("", |right| right.symbol()),
            preamble,
            rows: cells,
        };
        let kind = Kind::Array(array);
        let end = close.map_or(end, |close| close + 1);
        let sources = left.sources.iter().chain(right.iter().flat_map(|right| &right.sources));
        let array = Node::new(kind, around(&nodes[open..end]), left.baseline, left.size).read_from(sources.copied());
        nodes.splice(open..end, [array]);
    }
    nodes
}

/// Two rows without a bar in parentheses: a column vector, or, where their distance is that of a fraction's parts, a
/// binomial coefficient.
fn binomial<'a>(fenced: &[Node<'a>], rows: &[Vec<Node<'a>>], em: f32, depth: usize) -> Option<Node<'a>> {
    let (first, last) = (fenced.first()?, fenced.last()?);
    let [over, under] = rows else { return None };
    let one_cell = |row: &Vec<Node<'a>>| {
        columns(vec![row.clone()], first.size)
            .first()
            .is_some_and(|cells| cells.len() == 1)
    };
    let distance = mode(under.iter().map(|node| node.baseline), 1.0) - mode(over.iter().map(|node| node.baseline), 1.0);
    let distance = distance / first.size;
    let is_vector = (1.05..1.28).contains(&distance) || distance > 1.5;
    if first.symbol() != "(" || last.symbol() != ")" || is_vector || !one_cell(over) || !one_cell(under) {
        return None;
    }
    let kind = Kind::Binomial(
        arrange(over.clone(), em, depth + 1),
        arrange(under.clone(), em, depth + 1),
    );
    let sources = first.sources.iter().chain(&last.sources);
    Some(Node::new(kind, around(fenced), first.baseline, first.size).read_from(sources.copied()))
}

/// Whether the last node is a full stop or comma that stands alone on the baseline of the delimiter: it follows all rows.
fn ends_sentence(nodes: &[Node<'_>]) -> bool {
    let [left, inner @ .., last] = nodes else { return false };
    let beside = |node: &Node<'_>, other: &Node<'_>| (node.baseline - other.baseline).abs() < 0.2 * left.size;
    matches!(last.symbol(), "." | ",") && beside(last, left) && !inner.iter().any(|node| beside(node, last))
}

fn is_tall_delimiter(node: &Node<'_>) -> bool {
    node.bbox.height() > 1.9 * node.size
}

/// Large enough for a binomial coefficient in text.
fn is_large_delimiter(node: &Node<'_>) -> bool {
    node.bbox.height() > 1.15 * node.size && node.class() != Class::Ordinary
}

fn opens(nodes: &[Node<'_>], i: usize) -> bool {
    nodes
        .get(i)
        .is_some_and(|node| is_tall_delimiter(node) && matches!(node.class(), Class::Opening | Class::Fence))
}

/// Whether delimiter `i` ends what delimiter `open` begins: it has the same extent and no other does before it.
fn closes(nodes: &[Node<'_>], open: usize, i: usize) -> bool {
    let (Some(left), Some(right)) = (nodes.get(open), nodes.get(i)) else {
        return false;
    };
    let slack = 0.3 * left.size;
    is_large_delimiter(right)
        && matches!(right.class(), Class::Closing | Class::Fence)
        && (right.class() != Class::Fence || right.symbol() == left.symbol())
        && (left.bbox.y0 - right.bbox.y0).abs() < slack
        && (left.bbox.y1 - right.bbox.y1).abs() < slack
}

/// The nodes row by row; `None` if there is only one row.
fn rows<'a>(nodes: &[Node<'a>]) -> Option<Vec<Vec<Node<'a>>>> {
    let largest = nodes
        .iter()
        .filter(|node| !node.is_tall())
        .map(|node| node.size)
        .fold(0.0, f32::max);
    let mut order: Vec<&Node<'a>> = nodes.iter().collect();
    order.sort_by(|a, b| a.bbox.y0.total_cmp(&b.bbox.y0));
    let mut bands: Vec<(f32, Vec<Node<'a>>)> = Vec::new();
    for node in order {
        let outline = node.outline();
        let slack = 0.12 * node.size;
        let (top, end) = if outline.height() > 0.35 * node.size {
            (
                outline.y0 + slack,
                (outline.y1 - slack).max(node.baseline.min(outline.y1)),
            )
        } else {
            (outline.y0, outline.y1)
        };
        match bands.last_mut() {
            Some((bottom, band)) if top < *bottom => {
                *bottom = bottom.max(end);
                band.push(node.clone());
            }
            _ => bands.push((end, vec![node.clone()])),
        }
    }
    let bands = bands.into_iter().flat_map(|(_, band)| split(band, largest));
    // Scripts that stand free of their letters go with the row they are nearest to: the one above or below.
    let mut rows: Vec<Vec<Node<'a>>> = Vec::new();
    let mut loose: Vec<Node<'a>> = Vec::new();
    for band in bands {
        if band.iter().all(|node| node.size < 0.86 * largest) {
            loose.extend(band);
        } else {
            rows.push(band);
        }
    }
    for node in loose {
        let distance = |row: &Vec<Node<'a>>| (around(row).middle() - node.bbox.middle()).abs();
        if let Some(row) = rows.iter_mut().min_by(|a, b| distance(a).total_cmp(&distance(b))) {
            row.push(node);
        }
    }
    (rows.len() > 1).then_some(rows)
}

/// Rows as close as their accents and scripts allow overlap: their baselines are apart by most of an em, unless something
/// tall holds them together.
fn split<'a>(band: Vec<Node<'a>>, size: f32) -> Vec<Vec<Node<'a>>> {
    let is_plain = |node: &&Node<'a>| node.size > 0.86 * size && !node.is_tall();
    if band.iter().any(|node| node.bbox.height() > 1.7 * size) {
        return vec![band];
    }
    let mut baselines: Vec<f32> = band.iter().filter(is_plain).map(|node| node.baseline).collect();
    baselines.sort_by(f32::total_cmp);
    baselines.dedup_by(|next, last| *next - *last < 0.7 * size);
    let nearest = |node: &Node<'a>| {
        let own = if is_plain(&node) {
            node.baseline
        } else {
            node.bbox.middle() + AXIS * size
        };
        let off = |i: &usize| {
            baselines
                .get(*i)
                .map_or(f32::INFINITY, |baseline| (baseline - own).abs())
        };
        (0..baselines.len())
            .min_by(|a, b| off(a).total_cmp(&off(b)))
            .unwrap_or(0)
    };
    let mut rows: Vec<Vec<Node<'a>>> = vec![Vec::new(); baselines.len().max(1)];
    for node in band {
        if let Some(row) = rows.get_mut(nearest(&node)) {
            row.push(node);
        }
    }
    rows
}

/// The columns of an `array`, as `l`, `c` and `r`; `None` for the environments that have their columns centred, those of
/// `cases` flush left, and, unlike `array`, no space before the first.
fn preamble(rows: &[Vec<Vec<Node<'_>>>], left: &Node<'_>, right: Option<&Node<'_>>) -> Option<String> {
    let size = left.size;
    let count = rows.first().map_or(0, Vec::len);
    let extents = |column: usize| {
        rows.iter()
            .filter_map(move |row| row.get(column).filter(|cell| !cell.is_empty()))
    };
    let letters: String = (0..count)
        .map(|column| {
            let boxes: Vec<_> = extents(column).map(|cell| outline(cell)).collect();
            let is_even = |edge: fn(&BBox) -> f32| {
                let range = boxes
                    .iter()
                    .map(edge)
                    .fold((f32::INFINITY, f32::NEG_INFINITY), |r, x| (r.0.min(x), r.1.max(x)));
                range.1 - range.0 < 0.2 * size
            };
            match (is_even(|b| b.centre()), is_even(|b| b.x0), is_even(|b| b.x1)) {
                (false, true, _) => 'l',
                (false, false, true) => 'r',
                _ => 'c',
            }
        })
        .collect();
    let edge = |column: usize| {
        extents(column)
            .map(|cell| outline(cell).x0)
            .fold(f32::INFINITY, f32::min)
    };
    let padded = edge(0) - left.bbox.x1 > 0.35 * size;
    let plain = if left.symbol() == "{" && right.is_none() {
        'l'
    } else {
        'c'
    };
    (padded || letters.contains(if plain == 'l' { 'r' } else { 'l' }) || plain == 'c' && letters.contains('r'))
        .then_some(letters)
}

fn outline(cell: &[Node<'_>]) -> BBox {
    cell.iter()
        .map(Node::outline)
        .reduce(|a, b| a.union(&b))
        .unwrap_or_default()
}

/// Cuts rows into cells at the gaps that all rows leave.
fn columns<'a>(rows: Vec<Vec<Node<'a>>>, size: f32) -> Vec<Vec<Vec<Node<'a>>>> {
    let mut extents: Vec<(f32, f32)> = rows
        .iter()
        .flatten()
        .map(|node| (node.outline().x0, node.outline().x1))
        .collect();
    extents.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut starts: Vec<f32> = Vec::new();
    let mut right = f32::NEG_INFINITY;
    for (x0, x1) in extents {
        if x0 > right + 0.55 * size {
            starts.push(x0);
        }
        right = right.max(x1);
    }
    let count = starts.len().max(1);
    rows.into_iter()
        .map(|row| {
            let mut cells: Vec<Vec<Node<'a>>> = vec![Vec::new(); count];
            for node in row {
                let at = starts.partition_point(|start| *start <= node.bbox.x0).clamp(1, count) - 1;
                if let Some(cell) = cells.get_mut(at) {
                    cell.push(node);
                }
            }
            cells
        })
        .collect()
}
