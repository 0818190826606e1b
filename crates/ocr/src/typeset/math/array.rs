//! Matrices and cases: tall delimiters with several rows between them.

use texlens_vocabulary::BBox;

use super::super::mark::{Extent, mode};
use super::super::partitions::PARTITION;
use super::super::symbols::{AXIS, Class};
use super::nesting::Nesting;
use super::tree::{Array, Kind, Node, Size, around};

/// Least space between two columns, in em: half of `2\arraycolsep`.
const COLUMN_GAP: f32 = 0.55;
/// Least space between two columns of `smallmatrix`, in em; it sets a thick space there.
const SMALL_COLUMN_GAP: f32 = 0.22;
/// Space between two cells of a single row, in em: `2\arraycolsep` (10 pt) in type of 9 pt to 12 pt, with the space
/// after scripts. Nothing else shows that such cells belong together.
const SINGLE_ROW_GAP: std::ops::Range<f32> = 0.8..1.15;
/// Height of the delimiters around an array of one row, in em. Its strut is as high as a line (`\big`).
const STRUT: std::ops::Range<f32> = 1.15..1.3;
/// Size of scripts relative to that of their row, and of scripts of scripts relative to scripts.
const SCRIPT: f32 = 0.7;
/// Sum of `num1` and `denom1`, in em.
const FRACTION: std::ops::Range<f32> = 1.34..1.385;
/// Nodes smaller than this share of a delimiter's size are scripts in it (TeX uses 0.67 to 0.8).
const SMALL: f32 = 0.86;

/// Replaces several rows between two delimiters by an array; also several rows between a tall left brace and the end.
pub(super) fn take<'a>(mut nodes: Vec<Node<'a>>, nesting: Nesting) -> Vec<Node<'a>> {
    nodes.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
    let mut start = 0;
    while let Some(open) = (start..nodes.len()).find(|i| opens(&nodes, *i)) {
        start = open + 1;
        let Some((end, is_closed)) = end(&nodes, open) else {
            continue;
        };
        let fenced = &nodes[open..end + usize::from(is_closed)];
        let (lines, inside): (Vec<Node<'a>>, Vec<Node<'a>>) = nodes[open + 1..end]
            .iter()
            .cloned()
            .partition(|node| node.symbol() == PARTITION);
        let inside = inside.as_slice();
        let is_small = is_closed && inside.iter().all(|node| node.size < SMALL * nodes[open].size);
        if is_small {
            if let Some(binomial) = small_binomial(fenced, nesting) {
                nodes.splice(open..=end, [binomial]);
            } else if let Some(small) = small(inside, &nodes[open], nesting) {
                // The author wrote the delimiters of a small matrix.
                nodes.splice(open + 1..end, [small]);
            }
            continue;
        }
        let array = match rows(inside) {
            Some(rows) if is_tall_delimiter(&nodes[open]) => binomial(fenced, &rows, nesting).or_else(|| {
                Some(delimited(
                    fenced,
                    columns(rows, COLUMN_GAP * nodes[open].size),
                    &lines,
                    is_closed,
                    nesting,
                ))
            }),
            None if is_closed => single_row(fenced).map(|cells| delimited(fenced, vec![cells], &[], true, nesting)),
            _ => None,
        };
        if let Some(array) = array {
            nodes.splice(open..end + usize::from(is_closed), [array]);
        }
    }
    nodes
}

/// Returns the end of the nodes that delimiter `open` encloses, and whether a delimiter closes them.
fn end(nodes: &[Node<'_>], open: usize) -> Option<(usize, bool)> {
    if let Some(close) = (open + 1..nodes.len()).find(|i| closes(nodes, open, *i)) {
        return Some((close, true));
    }
    let left = nodes
        .get(open)
        .filter(|left| left.symbol() == "{" && is_tall_delimiter(left))?;
    let is_inside = |node: &Node<'_>| node.bbox.middle() > left.bbox.y0 && node.bbox.middle() < left.bbox.y1;
    let end = (open + 1..nodes.len())
        .find(|i| !is_inside(&nodes[*i]))
        .unwrap_or(nodes.len());
    Some((end - usize::from(ends_sentence(&nodes[open..end])), false))
}

/// Creates an array with its delimiters and the lines between its columns.
fn delimited<'a>(
    fenced: &[Node<'a>],
    cells: Vec<Vec<Vec<Node<'a>>>>,
    lines: &[Node<'a>],
    is_closed: bool,
    nesting: Nesting,
) -> Node<'a> {
    let left = fenced.first();
    let right = fenced.last().filter(|_| is_closed);
    let (baseline, size) = left.map_or((0.0, nesting.em), |left| (left.baseline, left.size));
    let sources = left
        .into_iter()
        .chain(right)
        .flat_map(|end| end.sources.iter().copied());
    let array = Array {
        setting: Size::Usual,
        left: left.map_or("", Node::symbol),
        right: right.map_or("", Node::symbol),
        preamble: left.and_then(|left| preamble(&cells, lines, left, right)),
        rows: arranged(cells, nesting),
    };
    Node::new(Kind::Array(array), around(fenced), baseline, size).read_from(sources)
}

/// Returns the cells of a matrix with one row. Its delimiters have the size that its strut requires, and
/// `2\arraycolsep` stands between all cells.
fn single_row<'a>(fenced: &[Node<'a>]) -> Option<Vec<Vec<Node<'a>>>> {
    let [left, inside @ .., right] = fenced else {
        return None;
    };
    let is_strut = |node: &Node<'_>| STRUT.contains(&(node.bbox.height() / node.size));
    if !is_strut(left) || !is_strut(right) {
        return None;
    }
    let row = columns(vec![inside.to_vec()], SINGLE_ROW_GAP.start * left.size).pop()?;
    let is_gap = |pair: &[Vec<Node<'_>>]| match pair {
        [a, b] => SINGLE_ROW_GAP.contains(&((outline(b).x0 - outline(a).x1) / left.size)),
        _ => false,
    };
    (row.len() > 1 && row.windows(2).all(is_gap)).then_some(row)
}

fn arranged<'a>(cells: Vec<Vec<Vec<Node<'a>>>>, nesting: Nesting) -> Vec<Vec<Vec<Node<'a>>>> {
    let row = |row: Vec<Vec<Node<'a>>>| row.into_iter().map(|cell| nesting.inner().arrange(cell)).collect();
    cells.into_iter().map(row).collect()
}

/// Returns rows of scripts between the delimiters of a text as amsmath's `smallmatrix`.
fn small<'a>(inside: &[Node<'a>], left: &Node<'a>, nesting: Nesting) -> Option<Node<'a>> {
    let cells = columns(rows(inside)?, SMALL_COLUMN_GAP * left.size);
    let array = Array {
        setting: Size::Small,
        left: "",
        right: "",
        preamble: None,
        rows: arranged(cells, nesting),
    };
    Some(Node::new(Kind::Array(array), around(inside), left.baseline, left.size))
}

/// Arranges rows of scripts in the place of a limit: `\substack`, or a small matrix if they have columns. A single row
/// is arranged as usual.
pub(super) fn stack<'a>(nodes: Vec<Node<'a>>, nesting: Nesting) -> Vec<Node<'a>> {
    let Some(rows) = rows(&nodes) else {
        return nesting.arrange(nodes);
    };
    let size = nodes.iter().map(|node| node.size).fold(0.0, f32::max);
    let baseline = nodes.iter().map(|node| node.baseline).fold(f32::INFINITY, f32::min);
    let cells = columns(rows, COLUMN_GAP * size);
    let has_columns = cells.first().is_some_and(|row| row.len() > 1);
    let is_full = cells.iter().flatten().all(|cell| !cell.is_empty());
    let (setting, cells) = match (has_columns, is_full) {
        (true, true) => (Size::Small, cells),
        (true, false) => (Size::Stack, cells.into_iter().map(|row| vec![row.concat()]).collect()),
        (false, _) => (Size::Stack, cells),
    };
    let array = Array {
        setting,
        left: "",
        right: "",
        preamble: None,
        rows: arranged(cells, nesting),
    };
    vec![Node::new(Kind::Array(array), around(&nodes), baseline, size)]
}

/// Returns two rows between delimiters without a bar as a binomial coefficient (`\binom`, `\brace`, `\genfrac`), if
/// their distance is that of a fraction's parts. Otherwise they are a column vector, and the result is `None`.
fn binomial<'a>(fenced: &[Node<'a>], rows: &[Vec<Node<'a>>], nesting: Nesting) -> Option<Node<'a>> {
    let (first, last) = (fenced.first()?, fenced.last()?);
    let [over, under] = rows else { return None };
    let is_one_cell = |row: &Vec<Node<'a>>| {
        columns(vec![row.clone()], COLUMN_GAP * first.size)
            .first()
            .is_some_and(|cells| cells.len() == 1)
    };
    let distance = (baseline(under) - baseline(over)) / first.size;
    let is_vector = (1.05..1.28).contains(&distance) || distance > 1.5;
    // Rows of a matrix may have any distance, but seldom that of `num1` and `denom1`.
    let is_fraction = FRACTION.contains(&distance);
    let is_pair = match (first.symbol(), last.symbol()) {
        ("(", ")") => !is_vector,
        ("{", "}") => is_fraction,
        _ => false,
    };
    (is_pair && is_one_cell(over) && is_one_cell(under))
        .then(|| binomial_of(fenced, [over, under], first.size, nesting))
}

/// Returns a binomial coefficient whose parts are scripts, as in text and in scripts. The parts of a fraction without a
/// bar are farther apart than the rows of a small matrix (appendix G, rule 15).
fn small_binomial<'a>(fenced: &[Node<'a>], nesting: Nesting) -> Option<Node<'a>> {
    let [first, inside @ .., last] = fenced else {
        return None;
    };
    if (first.symbol(), last.symbol()) != ("(", ")") {
        return None;
    }
    let rows = rows(inside)?;
    let [over, under] = rows.as_slice() else { return None };
    let size = inside.iter().map(|node| node.size).fold(0.0, f32::max);
    let is_apart = baseline(under) - baseline(over) > 1.06 * size;
    let is_one_cell = columns(rows.clone(), SMALL_COLUMN_GAP * first.size)
        .first()
        .is_some_and(|cells| cells.len() == 1);
    (is_apart && is_one_cell).then(|| binomial_of(fenced, [over, under], size / SCRIPT, nesting))
}

/// Creates a binomial coefficient; `size` is the size of its row.
fn binomial_of<'a>(fenced: &[Node<'a>], parts: [&Vec<Node<'a>>; 2], size: f32, nesting: Nesting) -> Node<'a> {
    let [over, under] = parts.map(|part| nesting.inner().arrange(part.clone()));
    let ends = || [fenced.first(), fenced.last()].into_iter().flatten();
    let delimiters = [fenced.first(), fenced.last()].map(|end| end.map_or("", Node::symbol));
    let sources = ends().flat_map(|end| end.sources.iter().copied());
    let baseline = ends().next().map_or(0.0, |first| first.baseline);
    Node::new(Kind::Binomial(over, under, delimiters), around(fenced), baseline, size).read_from(sources)
}

/// Returns the baseline on which most of a row stands.
fn baseline(row: &[Node<'_>]) -> f32 {
    let size = row.iter().map(|node| node.size).fold(0.0, f32::max);
    let full = row.iter().filter(|node| node.size >= SMALL * size);
    mode(full.map(|node| node.baseline), 1.0)
}

/// Reports whether the last node is a full stop or comma that stands alone on the baseline of the delimiter: it follows
/// all rows.
fn ends_sentence(nodes: &[Node<'_>]) -> bool {
    let [left, inner @ .., last] = nodes else { return false };
    let beside = |node: &Node<'_>, other: &Node<'_>| (node.baseline - other.baseline).abs() < 0.2 * left.size;
    matches!(last.symbol(), "." | ",") && beside(last, left) && !inner.iter().any(|node| beside(node, last))
}

fn is_tall_delimiter(node: &Node<'_>) -> bool {
    node.bbox.height() > 1.9 * node.size
}

fn opens(nodes: &[Node<'_>], i: usize) -> bool {
    nodes
        .get(i)
        .is_some_and(|node| matches!(node.class(), Class::Opening | Class::Fence))
}

/// Reports whether delimiter `i` closes delimiter `open`: it must have the same extent.
fn closes(nodes: &[Node<'_>], open: usize, i: usize) -> bool {
    let (Some(left), Some(right)) = (nodes.get(open), nodes.get(i)) else {
        return false;
    };
    let slack = 0.3 * left.size;
    matches!(right.class(), Class::Closing | Class::Fence)
        && (right.class() != Class::Fence || right.symbol() == left.symbol())
        && (left.bbox.y0 - right.bbox.y0).abs() < slack
        && (left.bbox.y1 - right.bbox.y1).abs() < slack
}

/// Splits the nodes into rows; `None` if there is only one row.
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
    // Scripts that stand free of their letters go with the nearest row, above or below.
    let mut rows: Vec<Vec<Node<'a>>> = Vec::new();
    let mut loose: Vec<Node<'a>> = Vec::new();
    for band in bands {
        let is_script = |node: &Node<'_>| node.size < SMALL * largest && !matches!(node.kind, Kind::Fraction(..));
        if band.iter().all(is_script) {
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

/// Splits a band into rows by baselines. Rows overlap if they are as close as their accents and scripts allow. Their
/// baselines are most of an em apart, unless something tall spans the rows.
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

/// Returns the column specification of an `array`, as `l`, `c` and `r`. Returns `None` for matrix environments, which
/// have centred columns, and for `cases`, which has flush left columns. Unlike `array`, these have no space before the
/// first column.
fn preamble(
    rows: &[Vec<Vec<Node<'_>>>],
    lines: &[Node<'_>],
    left: &Node<'_>,
    right: Option<&Node<'_>>,
) -> Option<String> {
    let size = left.size;
    let letters = letters(rows, size);
    if !lines.is_empty() {
        return Some(with_lines(&letters, rows, lines));
    }
    let first = rows
        .iter()
        .filter_map(|row| row.first().filter(|cell| !cell.is_empty()));
    let edge = first.map(|cell| outline(cell).x0).fold(f32::INFINITY, f32::min);
    let padded = edge - left.bbox.x1 > 0.35 * size;
    let plain = if left.symbol() == "{" && right.is_none() {
        'l'
    } else {
        'c'
    };
    (padded || letters.contains(if plain == 'l' { 'r' } else { 'l' }) || plain == 'c' && letters.contains('r'))
        .then_some(letters)
}

/// Adds the lines between columns to a column specification.
fn with_lines(letters: &str, rows: &[Vec<Vec<Node<'_>>>], lines: &[Node<'_>]) -> String {
    let start = |column: usize| {
        let cells = rows
            .iter()
            .filter_map(|row| row.get(column).filter(|cell| !cell.is_empty()));
        cells.map(|cell| outline(cell).x0).fold(f32::INFINITY, f32::min)
    };
    let before = |from: f32, to: f32| {
        lines
            .iter()
            .filter(|line| line.bbox.x0 >= from && line.bbox.x0 < to)
            .count()
    };
    let mut specification = String::new();
    let mut from = f32::NEG_INFINITY;
    for (column, letter) in letters.chars().enumerate() {
        let to = start(column);
        specification.push_str(&"|".repeat(before(from, to)));
        specification.push(letter);
        from = to;
    }
    specification + &"|".repeat(before(from, f32::INFINITY))
}

/// Returns the alignment of each column, as its cells show it.
fn letters(rows: &[Vec<Vec<Node<'_>>>], size: f32) -> String {
    let count = rows.first().map_or(0, Vec::len);
    let extents = |column: usize| {
        rows.iter()
            .filter_map(move |row| row.get(column).filter(|cell| !cell.is_empty()))
    };
    (0..count)
        .map(|column| {
            let boxes: Vec<_> = extents(column).map(|cell| outline(cell)).collect();
            let spread = |edge: fn(&BBox) -> f32| {
                let ends = (f32::INFINITY, f32::NEG_INFINITY);
                let ends = boxes.iter().map(edge).fold(ends, |r, x| (r.0.min(x), r.1.max(x)));
                ends.1 - ends.0
            };
            let (centre, left, right) = (spread(|b| b.centre()), spread(|b| b.x0), spread(|b| b.x1));
            if centre < left.min(right) + 0.1 * size {
                'c'
            } else if left < right {
                'l'
            } else {
                'r'
            }
        })
        .collect()
}

/// Returns rows that stand alone as an array without delimiters.
pub(super) fn undelimited<'a>(rows: Vec<Vec<Node<'a>>>, em: f32) -> Option<Node<'a>> {
    let first = rows.first()?.first()?;
    let (baseline, size) = (first.baseline, first.size);
    let bbox = around(&rows.concat());
    let cells = columns(rows, SINGLE_ROW_GAP.start * em);
    let letters = letters(&cells, em);
    let is_centred = letters.chars().all(|letter| letter == 'c');
    let array = Array {
        setting: Size::Usual,
        left: "",
        right: "",
        preamble: (!is_centred).then_some(letters),
        rows: cells,
    };
    Some(Node::new(Kind::Array(array), bbox, baseline, size))
}

fn outline(cell: &[Node<'_>]) -> BBox {
    cell.iter()
        .map(Node::outline)
        .reduce(|a, b| a.union(&b))
        .unwrap_or_default()
}

/// Cuts rows into cells at gaps of at least this width that all rows share.
fn columns<'a>(rows: Vec<Vec<Node<'a>>>, gap: f32) -> Vec<Vec<Vec<Node<'a>>>> {
    let mut extents: Vec<(f32, f32)> = rows
        .iter()
        .flatten()
        .map(|node| (node.outline().x0, node.outline().x1))
        .collect();
    extents.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut starts: Vec<f32> = Vec::new();
    let mut right = f32::NEG_INFINITY;
    for (x0, x1) in extents {
        if x0 > right + gap {
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
