//! Finds the `&` of a display's aligned rows.
//!
//! amsmath's `align` sets cells in pairs: the odd cells end, and the even cells begin, at one place in all rows. An
//! even cell begins with `{}`, so that a relation or an operation at its start has the space that follows an ordinary
//! symbol. LaTeX's `eqnarray` sets three cells, the middle one centred with `2\arraycolsep` on both sides.

use texlens_vocabulary::BBox;

use super::super::latex::Latex;
use super::super::mark::{Extent, Mark};
use super::super::symbols::{self, Class};
use super::sense::Sense;
use super::setting::{Setting, Style};
use super::space::{self, Atom};
use super::structure::structure;
use super::tree::{Kind, Node};
use super::{array, fence, write};

/// Largest distance from an alignment point at which cells begin, in em.
const SLACK: f32 = 0.15;
/// Largest distance from an alignment point that counts as exact, in em.
const EXACT: f32 = 0.06;
/// Least width of the space between two pairs of cells, in em (`\minalignsep` is 10 pt).
const LEAST_GAP: f32 = 0.78;
/// Width of `2\arraycolsep` (10 pt), in em of 8 pt to 12 pt.
const EQNARRAY_GAP: std::ops::Range<f32> = 0.78..1.22;
/// Least width of an empty middle cell of `eqnarray` with the spaces beside it, in em.
const MIDDLE_CELL: f32 = 1.8;
/// Most places of one row that are tried.
const MAX_PLACES: usize = 32;

/// A row of a display, split into nodes.
#[derive(Debug)]
pub(in crate::typeset) struct Row<'a> {
    nodes: Vec<Node<'a>>,
    /// The classes that the nodes have at the start of a cell: a sign there is an operation.
    atoms: Vec<Atom>,
    /// The number of open brackets before each node.
    depths: Vec<i32>,
    at: Setting,
}

/// Rows cut into cells.
#[derive(Debug)]
pub(in crate::typeset) struct Cells {
    /// The cells of each row.
    pub(in crate::typeset) rows: Vec<Vec<Latex>>,
    /// Widths of the spaces between the pairs, in em.
    pub(in crate::typeset) gaps: Vec<f32>,
    /// Whether all rows are aligned exactly.
    pub(in crate::typeset) is_exact: bool,
}

/// A place where the cells of a pair meet, and how well the rows agree on it.
#[derive(Debug, Clone, Copy)]
struct Place {
    x: f32,
    /// The number of rows, from the first, that fit, including those that begin farther right.
    reach: usize,
    /// The number of rows with a boundary there.
    met: usize,
    /// The number of rows that have a boundary exactly there or begin a number of quads farther right.
    exact: usize,
    /// The evidence that the author put it there, in falling order: a symbol lacks its space because a cell ends after
    /// it; a relation follows; neither.
    sign: Sign,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sign {
    None,
    Relation,
    LostSpace,
}

impl Place {
    fn rank(&self) -> (usize, usize, Sign, usize) {
        let hints = 2 * self.exact + usize::from(self.sign > Sign::None);
        (self.met, hints, self.sign, self.reach)
    }
}

impl<'a> Row<'a> {
    pub(in crate::typeset) fn new(marks: &[Mark<'a>], rules: &[BBox], em: f32) -> Self {
        let at = Setting::of(marks, Style::Display, em);
        let nodes = structure(marks, rules, em);
        let faces = space::faces(&nodes);
        let fences = fence::commands(&nodes, &faces, at);
        let (senses, _) = write::read(&nodes, faces, &fences, at);
        let atom = |(node, sense): (&Node<'a>, &Sense)| match node.class() {
            Class::Binary => Atom::Bin,
            // A relation without a space on one side may end a cell.
            Class::Relation => Atom::Rel,
            _ => sense.faces.left,
        };
        let mut open = 0;
        let depth = |node: &Node<'a>| {
            let before = open;
            match node.class() {
                Class::Opening => open += 1,
                Class::Closing => open -= 1,
                _ => {}
            }
            before
        };
        Self {
            atoms: nodes.iter().zip(&senses).map(atom).collect(),
            depths: nodes.iter().map(depth).collect(),
            nodes,
            at,
        }
    }

    /// Returns the LaTeX of the whole row, without cells.
    pub(in crate::typeset) fn latex(&self) -> Latex {
        self.cell(0..self.nodes.len())
    }

    fn cell(&self, range: std::ops::Range<usize>) -> Latex {
        let nodes = self.nodes.get(range).unwrap_or_default();
        write::row(nodes, self.at).trimmed()
    }

    fn em(&self) -> f32 {
        self.at.em.max(f32::MIN_POSITIVE)
    }

    /// Returns the left edge of an even cell that begins with node `i`.
    fn start(&self, i: usize) -> Option<f32> {
        let (node, atom) = (self.nodes.get(i)?, self.atoms.get(i)?);
        Some(self.left(i)? - space::expected(Atom::Ord, *atom, Style::Display) * node.size)
    }

    /// Returns the left edge of node `i`, including the space that belongs to it.
    fn left(&self, i: usize) -> Option<f32> {
        let node = self.nodes.get(i)?;
        Some(space::extent(node).0 - space::lead(node, self.at) * node.size)
    }

    /// Returns the least and the largest right edge of a cell whose last node is the one before `i`.
    fn end(&self, i: usize) -> Option<(f32, f32)> {
        let node = self.nodes.get(i.checked_sub(1)?)?;
        let end = space::extent(node).1;
        Some((end, end + space::trail(node, self.at).max(0.0) * node.size))
    }

    /// Returns the space before node `i`, in em.
    fn gap_before(&self, i: usize) -> f32 {
        let left = i.checked_sub(1).and_then(|before| self.nodes.get(before));
        left.zip(self.nodes.get(i))
            .map_or(0.0, |(left, right)| space::gap(left, right, self.at).0)
    }

    fn is_text(&self, i: usize) -> bool {
        let name = self.nodes.get(i).map(|node| &node.kind);
        let is_applied = self.nodes.get(i + 1).is_some_and(|next| next.class() == Class::Opening);
        matches!(name, Some(Kind::Name(name)) if !is_applied && symbols::operator_name(name).is_none() && name.len() > 1)
    }

    fn is_relation(&self, i: usize) -> bool {
        self.atoms.get(i) == Some(&Atom::Rel)
    }

    /// Returns the evidence that a cell begins with node `i` of a range.
    fn sign(&self, range: &std::ops::Range<usize>, i: usize) -> Sign {
        let due = |left: usize, right: usize| {
            Some(space::expected(
                *self.atoms.get(left)?,
                *self.atoms.get(right)?,
                Style::Display,
            ))
        };
        let is_lost = i
            .checked_sub(1)
            .filter(|before| i < range.end && self.is_relation(*before))
            .is_some_and(|before| due(before, i).is_some_and(|due| due > 0.0 && self.gap_before(i) < 0.5 * due));
        match (is_lost, self.is_relation(i) && i < range.end) {
            (true, _) => Sign::LostSpace,
            (false, true) => Sign::Relation,
            (false, false) => Sign::None,
        }
    }

    /// Returns the places in a range of the row at which two cells may meet: the node that begins the second cell, and
    /// its position on the page.
    fn places(&self, range: &std::ops::Range<usize>) -> Vec<(usize, f32)> {
        let is_place = |i: &usize| {
            let at_edge = *i == range.start || *i == range.end;
            let beside = self.is_relation(*i) || i.checked_sub(1).is_some_and(|before| self.is_relation(before));
            let is_outside = self.depths.get(*i).is_none_or(|depth| *depth <= 0);
            at_edge || is_outside && (beside || self.atoms.get(*i) == Some(&Atom::Bin))
        };
        let x = |i: usize| {
            let x = if i == range.end {
                self.end(i).map(|end| end.0)
            } else {
                self.start(i)
            };
            x.map(|x| (i, x))
        };
        // Words begin a separate cell.
        let end = if self.is_text(range.start) {
            range.start
        } else {
            range.end
        };
        (range.start..=end)
            .filter(is_place)
            .filter_map(x)
            .take(MAX_PLACES)
            .collect()
    }

    /// Returns the node of a range that begins an even cell at `x`, and its distance from `x`.
    fn meets(&self, range: &std::ops::Range<usize>, x: f32) -> Option<(usize, f32)> {
        let slack = SLACK * self.em();
        let follows = |i: usize| {
            let Some((least, most)) = self.end(i).filter(|_| i > range.start) else {
                return true;
            };
            x > least - slack && (x < most + slack || self.is_relation(i) && i < range.end)
        };
        let off = |(i, place): (usize, f32)| {
            let off = match self.end(i) {
                Some((least, most)) if i == range.end => (x - x.clamp(least, most)).abs(),
                _ => (x - place).abs(),
            };
            let is_free = !self.at.is_exact && self.is_relation(i);
            let slack = if is_free { slack } else { EXACT * self.em() };
            (off < slack && follows(i)).then_some((i, off))
        };
        let nearest = |a: &(usize, f32), b: &(usize, f32)| a.1.total_cmp(&b.1);
        self.places(range).into_iter().filter_map(off).min_by(nearest)
    }

    /// Returns how many quads to the right of `x` a range begins, if it does.
    fn indent(&self, range: &std::ops::Range<usize>, x: f32) -> Option<f32> {
        let indent = (self.start(range.start)? - x) / self.em();
        (indent > 0.3).then_some(indent)
    }
}

fn is_whole(quads: f32) -> bool {
    quads > 0.5 && (quads - quads.round()).abs() < EXACT
}

/// Returns the place at which most of the first rows meet; `None` if no two do.
fn place(rows: &[(&Row<'_>, std::ops::Range<usize>)]) -> Option<Place> {
    let places = rows
        .iter()
        .take(2)
        .flat_map(|(row, range)| row.places(range).into_iter().map(move |(i, x)| (x, row.sign(range, i))));
    let ranked = places.map(|(x, sign)| {
        let mut place = Place {
            x,
            reach: 0,
            met: 0,
            exact: 0,
            sign,
        };
        for (row, range) in rows {
            match (row.meets(range, x), row.indent(range, x)) {
                (Some((_, off)), _) => {
                    place.met += 1;
                    place.exact += usize::from(off < EXACT * row.em());
                }
                (None, Some(quads)) => place.exact += usize::from(is_whole(quads)),
                (None, None) => break,
            }
            place.reach += 1;
        }
        place
    });
    let best = ranked.reduce(|a, b| if b.rank() > a.rank() { b } else { a })?;
    (best.met > 1 || best.exact > 1).then_some(best)
}

/// Cuts the first rows that are aligned into cells; `None` if no two rows are.
pub(in crate::typeset) fn align(rows: &[Row<'_>]) -> Option<Cells> {
    let whole: Vec<_> = rows.iter().map(|row| (row, 0..row.nodes.len())).collect();
    let first = place(&whole)?;
    let rows = rows.get(..first.reach)?;
    let cuts = cuts(rows, first.x);
    let mut cells: Vec<Vec<Latex>> = rows.iter().map(|_| Vec::new()).collect();
    for column in 0..=cuts.len() {
        let ranges: Vec<_> = rows.iter().map(|row| (row, range(row, &cuts, column))).collect();
        let x = if column == 0 {
            Some(first.x)
        } else {
            column_place(&ranges)
        };
        for (cells, (row, range)) in cells.iter_mut().zip(&ranges) {
            cells.extend(pair(row, range, x));
        }
    }
    // Rows need not have all cells, and no cell follows where all rows end with an odd one.
    for cells in &mut cells {
        while cells.last().is_some_and(|cell| cell.is_empty()) {
            cells.pop();
        }
    }
    Some(Cells {
        rows: cells,
        gaps: cuts.iter().map(|cut| cut.gap).collect(),
        is_exact: first.exact == first.reach,
    })
}

/// Returns the odd and the even cell of a range whose pair meets at `x`.
fn pair(row: &Row<'_>, range: &std::ops::Range<usize>, x: Option<f32>) -> [Latex; 2] {
    if range.is_empty() {
        return [Latex::default(), Latex::default()];
    }
    let x = x.or_else(|| row.start(range.start)).unwrap_or_default();
    match (row.meets(range, x), row.indent(range, x)) {
        (Some((i, _)), _) => [row.cell(range.start..i), row.cell(i..range.end)],
        (None, Some(quads)) => {
            let even = Latex::from(space::skip(quads)) + row.cell(range.clone());
            [Latex::default(), even]
        }
        (None, None) => [row.cell(range.clone()), Latex::default()],
    }
}

/// The space between two pairs of cells.
#[derive(Debug, Clone, Copy)]
struct Cut {
    x: f32,
    /// Width of the space, in em.
    gap: f32,
}

fn range(row: &Row<'_>, cuts: &[Cut], column: usize) -> std::ops::Range<usize> {
    let at = |cut: Option<&Cut>, otherwise: usize| {
        cut.map_or(otherwise, |cut| row.nodes.partition_point(|node| node.bbox.x0 < cut.x))
    };
    let before = column.checked_sub(1).and_then(|before| cuts.get(before));
    at(before, 0)..at(cuts.get(column), row.nodes.len())
}

/// Returns the place at which the parts of the rows in a column of pairs meet or begin, if all agree exactly.
fn column_place(ranges: &[(&Row<'_>, std::ops::Range<usize>)]) -> Option<f32> {
    let filled: Vec<_> = ranges.iter().filter(|(_, range)| !range.is_empty()).cloned().collect();
    place(&filled)
        .filter(|place| place.exact == filled.len())
        .map(|place| place.x)
}

/// Returns the spaces between pairs of cells that all rows share, right of the place where the first pair meets. Spaces
/// that authors write are a whole number of quads in each row; spaces between pairs are that in at most one row.
fn cuts(rows: &[Row<'_>], first: f32) -> Vec<Cut> {
    let em = rows.first().map_or(1.0, Row::em);
    let mut extents: Vec<(f32, f32)> = rows
        .iter()
        .flat_map(|row| &row.nodes)
        .map(|node| (node.outline().x0, node.outline().x1))
        .collect();
    extents.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut cuts: Vec<Cut> = Vec::new();
    let mut right = f32::INFINITY;
    for (x0, x1) in extents {
        let gap = (x0 - right) / em;
        if gap > LEAST_GAP && x0 > first + SLACK * em && !are_written(rows, x0, em) {
            cuts.push(Cut {
                x: x0 - 0.5 * SLACK * em,
                gap,
            });
        }
        right = if right.is_finite() { right.max(x1) } else { x1 };
    }
    let starts_together = |cut: usize| {
        let ranges: Vec<_> = rows.iter().map(|row| (row, range(row, &cuts, cut + 1))).collect();
        let filled = ranges.iter().filter(|(_, range)| !range.is_empty()).count();
        filled == 1 || column_place(&ranges).is_some()
    };
    let are_columns: Vec<bool> = (0..cuts.len()).map(starts_together).collect();
    let mut are_columns = are_columns.into_iter();
    cuts.retain(|_| are_columns.next().unwrap_or(false));
    cuts
}

/// Reports whether the gaps before `x` are quads that an author wrote.
fn are_written(rows: &[Row<'_>], x: f32, em: f32) -> bool {
    let mut gaps = rows.iter().filter_map(|row| {
        let i = row.nodes.partition_point(|node| node.bbox.x0 < x - 0.01);
        let (left, right) = (row.nodes.get(i.checked_sub(1)?)?, row.nodes.get(i)?);
        let due = space::expected(space::atom(left), *row.atoms.get(i)?, Style::Display);
        let (least, most) = space::gap(left, right, row.at);
        let scale = left.size.max(right.size) / em;
        Some((least * scale - due, most * scale - due))
    });
    let is_quads = |(least, most): (f32, f32)| {
        let quads = most.round();
        quads > 0.5 && quads < 2.5 && quads > least - EXACT && quads < most + EXACT
    };
    gaps.all(is_quads)
}

/// Returns the cells of the first rows that have a relation in a separate column, as `eqnarray` sets it.
pub(in crate::typeset) fn eqnarray(rows: &[Row<'_>]) -> Option<Cells> {
    let (centre, third) = rows.iter().take(2).find_map(|row| {
        let i = middle(row)?;
        Some((row.nodes.get(i)?.outline(), row.left(i + 1)?))
    })?;
    let centre = 0.5 * (centre.x0 + centre.x1);
    let cells = |row: &Row<'_>| {
        let (end, em) = (row.nodes.len(), row.em());
        if let Some(i) = middle(row) {
            let outline = row.nodes.get(i)?.outline();
            let is_here = (0.5 * (outline.x0 + outline.x1) - centre).abs() < SLACK * em;
            return is_here.then(|| vec![row.cell(0..i), row.cell(i..i + 1), row.cell(i + 1..end)]);
        }
        // Dots in the middle stand for rows that are left out.
        if let [dots] = row.nodes.as_slice()
            && dots.symbol() == "\\vdots"
            && (dots.bbox.centre() - centre).abs() < SLACK * em
        {
            return Some(vec![Latex::default(), row.latex(), Latex::default()]);
        }
        let is_third = |i: &usize| row.left(*i).is_some_and(|left| (left - third).abs() < SLACK * em);
        if let Some(i) = (1..end).find(is_third).filter(|i| row.gap_before(*i) > MIDDLE_CELL) {
            return Some(vec![row.cell(0..i), Latex::default(), row.cell(i..end)]);
        }
        let quads = (row.left(0)? - third) / em;
        let skip = if quads > 0.3 { space::skip(quads) } else { String::new() };
        (quads > -SLACK).then(|| vec![Latex::default(), Latex::default(), Latex::from(skip) + row.latex()])
    };
    let rows: Vec<_> = rows.iter().map_while(cells).collect();
    (!rows.is_empty()).then_some(Cells {
        rows,
        gaps: vec![],
        is_exact: true,
    })
}

/// Returns the LaTeX of rows as `array` or `matrix` sets them.
pub(in crate::typeset) fn matrix(rows: &[Row<'_>]) -> Option<Latex> {
    let first = rows.first()?;
    let nodes = rows.iter().map(|row| row.nodes.clone()).collect();
    let node = array::undelimited(nodes, first.em())?;
    Some(write::row(&[node], first.at).trimmed())
}

/// Returns the relation with `2\arraycolsep` on both sides, or only after it if the row begins with it.
fn middle(row: &Row<'_>) -> Option<usize> {
    let is_wide = |gap: f32| EQNARRAY_GAP.contains(&gap);
    (0..row.nodes.len()).find(|i| {
        let gap = |left: usize, right: usize| {
            let (left, right) = (row.nodes.get(left)?, row.nodes.get(right)?);
            let (least, most) = space::gap(left, right, row.at);
            Some(is_wide(least) || is_wide(most))
        };
        let before = i.checked_sub(1).map(|before| gap(before, *i).unwrap_or(false));
        let after = gap(*i, i + 1);
        row.is_relation(*i) && before.unwrap_or(true) && after == Some(true)
    })
}
