//! Rows and columns of a table, and the cells of its chunks.
//!
//! `\halign` gives all entries of a column one box width and all entries of a row one baseline (The TeXbook, chapter
//! 22). So chunks that overlap horizontally are in one column, unless one of them stands over two entries of another
//! row. Such an entry spans columns (`\multicolumn`, `\multispan`). Chunks on one baseline are in one row. A chunk
//! between the baselines of two rows spans both (`\multirow` centres it).

use std::collections::HashSet;
use std::ops::Range;

use texlens_vocabulary::Style;

use super::super::lines::Line;
use super::super::mark::{Extent, quantile};
use super::chunks;

/// Most chunks of a table.
pub(super) const MAX_CHUNKS: usize = 1500;
/// Least width that overlapping chunks share, in em.
const OVERLAP: f32 = 0.1;
/// Most columns of a table.
const MAX_COLUMNS: usize = 60;
/// Largest difference between baselines of one row, in em.
const SAME_ROW: f32 = 0.3;
/// Largest deviation of aligned entries of a column, in em.
const EXACT: f32 = 0.12;
/// Least distance between rows, in em: lines of type set solid.
const ROW_STEP: f32 = 0.8;

/// Least share of the width that lines of running text fill.
const FULL: f32 = 0.85;
/// Number of such lines from which they are prose rather than entries over all columns.
const PROSE: usize = 3;

/// An entry in one or more rows and columns.
#[derive(Debug)]
pub(super) struct Cell<'a> {
    pub(super) rows: Range<usize>,
    pub(super) columns: Range<usize>,
    /// The lines of the entry, from top to bottom.
    pub(super) lines: Vec<Line<'a>>,
}

/// The chunks of a table in rows and columns.
#[derive(Debug)]
pub(super) struct Grid<'a> {
    /// Left and right edge of the contents of each column.
    pub(super) columns: Vec<(f32, f32)>,
    /// Baselines of the rows.
    pub(super) rows: Vec<f32>,
    /// The alignment of the entries of each column.
    axes: Vec<Axis>,
    /// Cells by first row, then by first column.
    pub(super) cells: Vec<Cell<'a>>,
    /// Median size of type.
    pub(super) em: f32,
}

impl<'a> Grid<'a> {
    /// Places chunks in rows and columns. `partitions` are the heights of horizontal rules, `dividers` the positions of
    /// vertical ones. Quadratic in the number of chunks, which is bounded; `None` for more chunks.
    pub(super) fn new(chunks: Vec<Line<'a>>, partitions: &[f32], dividers: &[f32]) -> Option<Self> {
        if chunks.len() > MAX_CHUNKS {
            return None;
        }
        let em = quantile(chunks.iter().map(|chunk| chunk.size), 0.5);
        let rows = Rows::of(&chunks, partitions, em);
        let places: Vec<Range<usize>> = chunks
            .iter()
            .map(|chunk| rows.of_baseline(chunk.baseline, em))
            .collect();
        let columns = columns(&chunks, &places, dividers, em);
        let axes = columns.iter().map(|column| Axis::of(*column, &chunks, em)).collect();
        let mut grid = Self {
            columns,
            axes,
            rows: rows.baselines,
            cells: Vec::new(),
            em,
        };
        for (chunk, rows) in chunks.into_iter().zip(places) {
            grid.place(chunk, rows);
        }
        grid.cells.sort_by_key(|cell| (cell.rows.start, cell.columns.start));
        Some(grid)
    }

    /// Reports whether the grid is a table with rows of several entries, rather than text in a frame or between two
    /// rules.
    pub(super) fn is_table(&self) -> bool {
        let left = self.columns.first().map_or(0.0, |column| column.0);
        let right = self.columns.last().map_or(0.0, |column| column.1);
        let entries = |row: usize| self.cells.iter().filter(|cell| cell.rows.contains(&row)).count();
        let rows = (0..self.rows.len()).filter(|row| entries(*row) > 1).count();
        let lines = || self.cells.iter().flat_map(|cell| &cell.lines);
        let full = lines().filter(|line| line.bbox.width() > FULL * (right - left)).count();
        let is_prose = full >= PROSE && 3 * full > self.rows.len();
        self.columns.len() > 1 && rows > 1 && 4 * rows >= self.rows.len() && !is_prose
    }

    /// Reports whether nearly all rows have an entry in nearly all columns.
    pub(super) fn is_regular(&self) -> bool {
        let columns = self
            .cells
            .iter()
            .filter(|cell| cell.columns.len() == 1 && cell.rows.len() == 1);
        let places = self.rows.len() * self.columns.len();
        5 * columns.count() >= 4 * places
    }

    /// Returns the style of most letters if it is one of running text, else roman.
    pub(super) fn style(&self) -> Style {
        let marks = || {
            self.cells
                .iter()
                .flat_map(|cell| &cell.lines)
                .flat_map(|line| &line.marks)
        };
        let letters = || marks().filter(|mark| mark.is_letter());
        let is_most = |style: &Style| 2 * letters().filter(|mark| mark.style == *style).count() > letters().count();
        [Style::Sans, Style::Italic, Style::Slanted]
            .into_iter()
            .find(is_most)
            .unwrap_or(Style::Roman)
    }

    /// Puts a chunk into its cell, as a separate line or beside the text there.
    fn place(&mut self, chunk: Line<'a>, rows: Range<usize>) {
        let columns = self.columns_of(&chunk);
        if let Some(gap) = self.missed_gap(&chunk, &columns) {
            for part in chunks::split(chunk, gap) {
                if !part.marks.is_empty() {
                    self.stretch(&part);
                    self.place(part, rows.clone());
                }
            }
            return;
        }
        let known = self
            .cells
            .iter_mut()
            .find(|cell| cell.rows == rows && overlap(&cell.columns, &columns));
        let Some(cell) = known else {
            self.cells.push(Cell {
                rows,
                columns,
                lines: vec![chunk],
            });
            return;
        };
        cell.columns = cell.columns.start.min(columns.start)..cell.columns.end.max(columns.end);
        let beside = cell
            .lines
            .iter()
            .position(|line| (line.baseline - chunk.baseline).abs() < SAME_ROW * self.em);
        match beside.map(|at| cell.lines.remove(at)) {
            Some(line) => {
                let marks = line.marks.into_iter().chain(chunk.marks).collect();
                let rules = line.rules.into_iter().chain(chunk.rules).collect();
                cell.lines.push(Line::new(marks, rules));
            }
            None => cell.lines.push(chunk),
        }
        cell.lines.sort_by(|a, b| a.baseline.total_cmp(&b.baseline));
    }

    /// Makes the column of an entry wide enough for it.
    fn stretch(&mut self, chunk: &Line<'_>) {
        let columns = self.columns_of(chunk);
        if let (1, Some(column)) = (columns.len(), self.columns.get_mut(columns.start)) {
            *column = (column.0.min(chunk.bbox.x0), column.1.max(chunk.bbox.x1));
        }
    }

    /// Returns the columns of a chunk: those that it overlaps, else the nearest.
    fn columns_of(&self, chunk: &Line<'_>) -> Range<usize> {
        let shared = |column: &(f32, f32)| chunk.bbox.x1.min(column.1) - chunk.bbox.x0.max(column.0);
        let least = (OVERLAP * self.em).min(0.5 * chunk.bbox.width());
        let first = self.columns.iter().position(|column| shared(column) > least);
        let last = self.columns.iter().rposition(|column| shared(column) > least);
        match (first, last) {
            (Some(first), Some(last)) => first..last + 1,
            _ => {
                let nearest = (0..self.columns.len())
                    .max_by(|a, b| shared(&self.columns[*a]).total_cmp(&shared(&self.columns[*b])))
                    .unwrap_or(0);
                nearest..nearest + 1
            }
        }
    }

    /// Returns the place at which a chunk over several columns is two entries as near as words. The gap between two
    /// words must lie between the two columns, and both entries must be aligned with their columns.
    fn missed_gap(&self, chunk: &Line<'_>, columns: &Range<usize>) -> Option<f32> {
        let slack = EXACT * self.em;
        columns
            .clone()
            .zip(columns.start + 1..columns.end)
            .find_map(|(left, right)| {
                let is_in_line = |part: &Line<'_>, at: usize| {
                    let axis = self.axes.get(at).zip(self.columns.get(at));
                    !part.marks.is_empty() && axis.is_some_and(|(axis, column)| axis.distance(part, *column) < slack)
                };
                let (before, after) = (self.columns.get(left)?, self.columns.get(right)?);
                let gap = chunks::word_gap(chunk, (before.1 - slack, after.0 + slack))?;
                let [before, after] = chunks::split(chunk.clone(), gap);
                (is_in_line(&before, left) && is_in_line(&after, right)).then_some(gap)
            })
    }
}

/// The edge or middle at which the entries of a column are aligned.
#[derive(Debug, Clone, Copy)]
enum Axis {
    Left,
    Middle,
    Right,
}

impl Axis {
    const ALL: [Self; 3] = [Self::Left, Self::Middle, Self::Right];

    /// Returns how most of the chunks in a column are aligned.
    fn of(column: (f32, f32), chunks: &[Line<'_>], em: f32) -> Self {
        let inside = |chunk: &&Line<'_>| chunk.bbox.x0 > column.0 - 0.5 * em && chunk.bbox.x1 < column.1 + 0.5 * em;
        let count = |line: &Self| {
            let in_line = |chunk: &&Line<'_>| line.distance(chunk, column) < EXACT * em;
            chunks.iter().filter(inside).filter(in_line).count()
        };
        let [left, middle, right] = Self::ALL;
        [right, middle, left].into_iter().max_by_key(count).unwrap_or(left)
    }

    fn distance(self, chunk: &Line<'_>, column: (f32, f32)) -> f32 {
        let off = match self {
            Self::Left => chunk.bbox.x0 - column.0,
            Self::Middle => chunk.bbox.centre() - 0.5 * (column.0 + column.1),
            Self::Right => chunk.bbox.x1 - column.1,
        };
        off.abs()
    }
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

/// The baselines of rows.
struct Rows {
    baselines: Vec<f32>,
}

impl Rows {
    fn of(chunks: &[Line<'_>], partitions: &[f32], em: f32) -> Self {
        let mut baselines: Vec<f32> = chunks.iter().map(|chunk| chunk.baseline).collect();
        baselines.sort_by(f32::total_cmp);
        let mut rows: Vec<Vec<f32>> = Vec::new();
        for baseline in baselines {
            match rows.last_mut() {
                Some(row) if row.first().is_some_and(|first| baseline - first < SAME_ROW * em) => row.push(baseline),
                _ => rows.push(vec![baseline]),
            }
        }
        let mut rows: Vec<(f32, usize)> = rows
            .iter()
            .map(|row| (quantile(row.iter().copied(), 0.5), row.len()))
            .collect();
        let is_parted = |above: f32, below: f32| partitions.iter().any(|y| *y > above && *y < below);
        while let Some(at) = between(&rows, em, &is_parted) {
            rows.remove(at);
        }
        Self {
            baselines: rows.into_iter().map(|(baseline, _)| baseline).collect(),
        }
    }

    /// Returns the row on the baseline, or the two rows around it.
    fn of_baseline(&self, baseline: f32, em: f32) -> Range<usize> {
        let after = self.baselines.partition_point(|row| *row < baseline);
        let nearest = [after.wrapping_sub(1), after]
            .into_iter()
            .filter_map(|row| Some((row, (self.baselines.get(row)? - baseline).abs())))
            .min_by(|a, b| a.1.total_cmp(&b.1));
        match nearest {
            Some((row, distance)) if distance < SAME_ROW * em || after == 0 || after == self.baselines.len() => {
                row..row + 1
            }
            Some(_) => after - 1..after + 1,
            None => 0..1,
        }
    }
}

/// Returns the index of a baseline that is too near to another and belongs to no row. It is the one between two rows,
/// or else the one with fewer chunks.
fn between(rows: &[(f32, usize)], em: f32, is_parted: &dyn Fn(f32, f32) -> bool) -> Option<usize> {
    let near = |a: usize, b: usize| match (rows.get(a), rows.get(b)) {
        (Some(a), Some(b)) => (a.0 - b.0).abs() < ROW_STEP * em,
        _ => false,
    };
    let count = |at: usize| rows.get(at).map_or(0, |row| row.1);
    let baseline = |at: usize| rows.get(at).map_or(0.0, |row| row.0);
    let at = (1..rows.len()).find(|at| near(at - 1, *at))?;
    let (above, below) = (at - 1, at + 1);
    if !near(at, below) {
        return Some(if count(at) < count(above) { at } else { above });
    }
    let is_middle = is_parted(baseline(above), baseline(below)) || count(at) < count(above) + count(below);
    Some(if is_middle { at } else { above })
}

/// The horizontal extent of a chunk, and its first row.
#[derive(Clone, Copy)]
struct Reach {
    x0: f32,
    x1: f32,
    row: usize,
}

/// Returns the edges of the columns. Chunks that overlap are in one column, except those that span several. A spanning
/// chunk crosses a vertical rule, or covers a place at which more rows have a gap.
fn columns(chunks: &[Line<'_>], places: &[Range<usize>], dividers: &[f32], em: f32) -> Vec<(f32, f32)> {
    let slack = OVERLAP * em;
    let mut extents: Vec<Reach> = chunks
        .iter()
        .zip(places)
        .map(|(chunk, rows)| Reach {
            x0: chunk.bbox.x0,
            x1: chunk.bbox.x1,
            row: rows.start,
        })
        .filter(|extent| !dividers.iter().any(|x| covers(extent, *x, slack)))
        .collect();
    extents.sort_by(|a, b| a.x0.total_cmp(&b.x0));
    let mut columns = Vec::new();
    for group in overlapping(&extents, slack) {
        split_columns(group, slack, MAX_COLUMNS, &mut columns);
    }
    columns
}

fn covers(extent: &Reach, x: f32, slack: f32) -> bool {
    extent.x0 < x - slack && extent.x1 > x + slack
}

/// Groups extents, sorted by left edge, that overlap each other.
fn overlapping(extents: &[Reach], slack: f32) -> Vec<Vec<Reach>> {
    let mut groups: Vec<Vec<Reach>> = Vec::new();
    let mut right = f32::NEG_INFINITY;
    for extent in extents {
        match groups.last_mut() {
            Some(group) if extent.x0 < right - 0.5 * slack => group.push(*extent),
            _ => groups.push(vec![*extent]),
        }
        right = right.max(extent.x1);
    }
    groups
}

/// Adds the edges of the columns of overlapping extents: one column, or several if some extents are spans.
fn split_columns(group: Vec<Reach>, slack: f32, depth: usize, out: &mut Vec<(f32, f32)>) {
    let place = if depth > 0 { gap(&group, slack) } else { None };
    let Some(x) = place else {
        let left = group.iter().map(|extent| extent.x0).fold(f32::INFINITY, f32::min);
        let right = group.iter().map(|extent| extent.x1).fold(f32::NEG_INFINITY, f32::max);
        out.push((left, right));
        return;
    };
    let rest: Vec<Reach> = group.into_iter().filter(|extent| !covers(extent, x, slack)).collect();
    for group in overlapping(&rest, slack) {
        split_columns(group, slack, depth - 1, out);
    }
}

/// Returns the place that the fewest rows cover and at which the most rows have a gap, if more rows have a gap there
/// than cover it.
fn gap(group: &[Reach], slack: f32) -> Option<f32> {
    let score = |x: f32| {
        let rows = |fits: &dyn Fn(&Reach) -> bool| -> HashSet<usize> {
            group
                .iter()
                .filter(|extent| fits(extent))
                .map(|extent| extent.row)
                .collect()
        };
        let covered = rows(&|extent| covers(extent, x, slack));
        let (left, right) = (
            rows(&|extent| extent.x1 <= x + slack),
            rows(&|extent| extent.x0 >= x - slack),
        );
        let free = left.intersection(&right).filter(|row| !covered.contains(*row)).count();
        free as isize - covered.len() as isize
    };
    let mut places: Vec<f32> = group.iter().map(|extent| extent.x1).collect();
    places.sort_by(f32::total_cmp);
    places.dedup_by(|a, b| *a - *b < slack);
    let best = places
        .into_iter()
        .map(|x| (score(x), x))
        .max_by_key(|(score, _)| *score)?;
    (best.0 > 0).then_some(best.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::typeset::mark::Mark;
    use texlens_vocabulary::{BBox, Style};

    const EM: f32 = 10.0;

    fn chunk(x0: f32, x1: f32, baseline: f32) -> Line<'static> {
        let mark = Mark {
            symbol: "n",
            style: Style::Roman,
            bbox: BBox {
                x0,
                y0: baseline - 5.0,
                x1,
                y1: baseline,
            },
            baseline,
            size: EM,
            confidence: 1.0,
            glyph: None,
        };
        Line::new(vec![mark], vec![])
    }

    fn places(chunks: Vec<Line<'static>>, partitions: &[f32]) -> Vec<(Range<usize>, Range<usize>)> {
        let grid = Grid::new(chunks, partitions, &[]).unwrap();
        grid.cells.into_iter().map(|cell| (cell.rows, cell.columns)).collect()
    }

    #[test]
    fn a_head_over_two_columns_spans_them() {
        let chunks = vec![
            chunk(40.0, 70.0, 10.0),
            chunk(0.0, 20.0, 22.0),
            chunk(30.0, 45.0, 22.0),
            chunk(60.0, 80.0, 22.0),
            chunk(30.0, 45.0, 34.0),
            chunk(60.0, 80.0, 34.0),
        ];
        assert_eq!(
            places(chunks, &[]),
            [
                (0..1, 1..3),
                (1..2, 0..1),
                (1..2, 1..2),
                (1..2, 2..3),
                (2..3, 1..2),
                (2..3, 2..3)
            ]
        );
    }

    #[test]
    fn an_entry_between_two_baselines_spans_both_rows() {
        let chunks = vec![
            chunk(0.0, 20.0, 16.0),
            chunk(30.0, 50.0, 10.0),
            chunk(30.0, 50.0, 22.0),
            chunk(30.0, 50.0, 34.0),
        ];
        assert_eq!(
            places(chunks, &[]),
            [(0..2, 0..1), (0..1, 1..2), (1..2, 1..2), (2..3, 1..2)]
        );
    }

    #[test]
    fn a_wide_gap_in_one_row_does_not_make_a_column() {
        let chunks = vec![
            chunk(0.0, 40.0, 10.0),
            chunk(0.0, 40.0, 22.0),
            chunk(0.0, 15.0, 34.0),
            chunk(25.0, 40.0, 34.0),
        ];
        assert_eq!(places(chunks, &[]), [(0..1, 0..1), (1..2, 0..1), (2..3, 0..1)]);
    }
}
