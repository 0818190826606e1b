//! Entries of several lines, entries over several rows, and the alignment of columns.
//!
//! `p{...}` sets an entry as a paragraph (The TeXbook, chapter 14): a line ends where the next word would not fit. `l`,
//! `c` and `r` put glue to the right, on both sides or to the left of entries.

use std::ops::Range;

use super::super::lines::Line;
use super::super::mark::Extent;
use super::super::words;
use super::grid::{Cell, Grid};
use super::ruling::Ruling;

/// Largest distance between aligned edges, in em.
const EXACT: f32 = 0.12;

/// Largest distance of a justified line from the right edge of its paragraph, in em.
const JUSTIFIED: f32 = 0.04;
/// Width from which entries share a right edge only if they are justified, in em.
const WIDE: f32 = 12.0;
/// Largest distance of an entry from the middle of its rows, in em for each row, if there are rules between the rows.
const ROW_SLACK: f32 = 0.15;
/// Least width of a column whose entries are paragraphs, in em.
const LEAST_PARAGRAPH: f32 = 4.0;

/// The alignment of the entries of a column.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Alignment {
    Left,
    Centre,
    Right,
    /// Lines broken at a width, in em.
    Paragraph(f32),
}

/// Joins rows that are lines of one row.
pub(super) fn join_lines(grid: &mut Grid<'_>, ruling: &Ruling) {
    let partitions = ruling.heights(None);
    let paragraphs: Vec<bool> = (0..grid.columns.len())
        .map(|column| is_paragraph(grid, column))
        .collect();
    let mut row = 1_usize;
    while let (Some(above), Some(below)) = (row.checked_sub(1).and_then(|at| grid.rows.get(at)), grid.rows.get(row)) {
        let (above, below) = (*above, *below);
        let is_parted = partitions.iter().any(|y| *y > above && *y < below);
        let is_one = !is_parted
            && match ruling.ends_row(above, below) {
                Some(ends) => !ends,
                None => continues(grid, row, &paragraphs),
            };
        if is_one {
            join(grid, row);
        } else {
            row += 1;
        }
    }
}

/// Returns the entries that are in this row only.
fn in_row<'g, 'a>(grid: &'g Grid<'a>, row: usize) -> impl Iterator<Item = &'g Cell<'a>> {
    grid.cells.iter().filter(move |cell| cell.rows == (row..row + 1))
}

/// Reports whether all entries of a row continue those above them, at least one of them in a column of paragraphs.
fn continues(grid: &Grid<'_>, row: usize, paragraphs: &[bool]) -> bool {
    let above = |cell: &Cell<'_>| in_row(grid, row - 1).find(|above| above.columns == cell.columns);
    let goes_on = |cell: &Cell<'_>| above(cell).is_some_and(|above| is_full(above, cell, grid));
    let is_sure = |cell: &Cell<'_>| paragraphs.get(cell.columns.start).copied().unwrap_or(false);
    let is_shorter = in_row(grid, row - 1).any(|above| !in_row(grid, row).any(|cell| cell.columns == above.columns));
    let spans_rows = grid
        .cells
        .iter()
        .any(|cell| cell.rows.len() > 1 && cell.rows.contains(&row));
    let has_cells = in_row(grid, row).next().is_some();
    !spans_rows && is_shorter && has_cells && in_row(grid, row).all(goes_on) && in_row(grid, row).any(is_sure)
}

/// Reports whether a column has paragraphs: words show that its entries are broken into lines, or wide lines end at one
/// right edge.
fn is_paragraph(grid: &Grid<'_>, column: usize) -> bool {
    let cells = || {
        grid.cells
            .iter()
            .filter(|cell| cell.columns == (column..column + 1) && cell.rows.len() == 1)
    };
    let is_broken = |cell: &Cell<'_>| {
        let below = cells().find(|below| below.rows.start == cell.rows.end);
        below.is_some_and(|below| is_full(cell, below, grid) && is_broken(cell, below))
    };
    let right = grid.columns.get(column).map_or(0.0, |column| column.1);
    let is_justified = |line: &&Line<'_>| (line.bbox.x1 - right).abs() < JUSTIFIED * grid.em;
    let left = grid.columns.get(column).map_or(0.0, |column| column.0);
    let is_wide = right - left > WIDE * grid.em;
    cells().any(is_broken) || is_wide && cells().flat_map(|cell| &cell.lines).filter(is_justified).count() > 1
}

/// Reports whether the first word of `below` would not fit at the end of `above`, which begins at the same edge.
fn is_full(above: &Cell<'_>, below: &Cell<'_>, grid: &Grid<'_>) -> bool {
    let Some((last, first)) = above.lines.last().zip(below.lines.first()) else {
        return false;
    };
    let (left, right) = edges(grid, &above.columns);
    let word = first_word(first);
    right - left > LEAST_PARAGRAPH * grid.em
        && (last.bbox.x0 - first.bbox.x0).abs() < EXACT * grid.em
        && last.bbox.x1 + 0.25 * grid.em + word > right - EXACT * grid.em
}

fn first_word(line: &Line<'_>) -> f32 {
    words::segments(line).first().map_or(0.0, |word| word.bbox().width())
}

/// Reports whether the words show that a line continues: it ends with a hyphen or comma, or the next line begins with a
/// lower-case letter.
fn is_broken(above: &Cell<'_>, below: &Cell<'_>) -> bool {
    let ends_with_hyphen = above
        .lines
        .last()
        .and_then(|line| line.marks.last())
        .is_some_and(|mark| matches!(mark.symbol, "-" | ","));
    let small = below
        .lines
        .first()
        .and_then(|line| line.marks.first())
        .and_then(|mark| mark.char())
        .is_some_and(char::is_lowercase);
    ends_with_hyphen || small
}

/// Makes `row` part of the row above it.
fn join(grid: &mut Grid<'_>, row: usize) {
    let cells = std::mem::take(&mut grid.cells);
    for mut cell in cells {
        if cell.rows.start >= row {
            cell.rows.start -= 1;
        }
        if cell.rows.end > row {
            cell.rows.end -= 1;
        }
        let known = grid
            .cells
            .iter_mut()
            .find(|other| other.rows == cell.rows && other.columns == cell.columns);
        match known {
            Some(other) => other.lines.append(&mut cell.lines),
            None => grid.cells.push(cell),
        }
    }
    for cell in &mut grid.cells {
        cell.lines.sort_by(|a, b| a.baseline.total_cmp(&b.baseline));
    }
    grid.rows.remove(row);
    grid.cells.sort_by_key(|cell| (cell.rows.start, cell.columns.start));
}

/// Lets an entry span the rows between two rules if it stands alone in their middle, where other columns have rules or
/// rows.
pub(super) fn span_rows(grid: &mut Grid<'_>, ruling: &Ruling) {
    for at in 0..grid.cells.len() {
        let rows = grid.cells.get(at).and_then(|cell| rows_around(grid, ruling, cell));
        if let (Some(cell), Some(rows)) = (grid.cells.get_mut(at), rows) {
            cell.rows = rows;
        }
    }
    grid.cells.sort_by_key(|cell| (cell.rows.start, cell.columns.start));
}

fn rows_around(grid: &Grid<'_>, ruling: &Ruling, cell: &Cell<'_>) -> Option<Range<usize>> {
    let column = *grid.columns.get(cell.columns.start)?;
    let heights = ruling.heights(Some(column));
    let [line] = cell.lines.as_slice() else { return None };
    let above = heights
        .iter()
        .copied()
        .filter(|y| *y < line.baseline)
        .reduce(f32::max)?;
    let below = heights
        .iter()
        .copied()
        .filter(|y| *y > line.baseline)
        .reduce(f32::min)?;
    let start = grid.rows.partition_point(|row| *row < above);
    let end = grid.rows.partition_point(|row| *row < below);
    let middle = 0.5 * (grid.rows.get(start)? + grid.rows.get(end.checked_sub(1)?)?);
    let is_parted = ruling
        .heights(None)
        .iter()
        .any(|y| *y > above + EXACT * grid.em && *y < below - EXACT * grid.em);
    let is_alone = grid
        .cells
        .iter()
        .filter(|other| other.columns.contains(&cell.columns.start) && other.rows.start < end && other.rows.end > start)
        .count()
        == 1;
    // `\multirow` counts lines of type, not the space around rules between them.
    let slack = if is_parted {
        ROW_SLACK * (end - start) as f32
    } else {
        0.0
    };
    let fits = end - start > 1 && (line.baseline - middle).abs() < slack.max(0.35) * grid.em;
    (fits && is_alone && (is_parted || cell.rows.len() > 1)).then_some(start..end)
}

/// Lets an entry that stands alone span columns. These are the columns of the rule below it, or those that no vertical
/// rule separates in its row. An entry in the middle of the table spans all columns.
pub(super) fn span_columns(grid: &mut Grid<'_>, ruling: &Ruling) {
    for at in 0..grid.cells.len() {
        let Some(cell) = grid.cells.get(at) else { continue };
        let columns = columns_of_rule(grid, ruling, cell)
            .or_else(|| columns_between_bars(grid, ruling, cell))
            .or_else(|| columns_of_title(grid, cell));
        let is_free = |columns: &Range<usize>| {
            let in_row = grid.cells.iter().filter(|other| rows_meet(cell, other));
            in_row.filter(|other| meet(&other.columns, columns)).count() == 1
        };
        let columns = columns.filter(|columns| columns.len() > cell.columns.len() && is_free(columns));
        if let (Some(cell), Some(columns)) = (grid.cells.get_mut(at), columns) {
            cell.columns = columns;
        }
    }
    grid.cells.sort_by_key(|cell| (cell.rows.start, cell.columns.start));
}

fn rows_meet(a: &Cell<'_>, b: &Cell<'_>) -> bool {
    meet(&a.rows, &b.rows)
}

fn meet(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

/// Returns the columns of the rule under an entry, if the entry stands in their middle or at one end.
fn columns_of_rule(grid: &Grid<'_>, ruling: &Ruling, cell: &Cell<'_>) -> Option<Range<usize>> {
    let rules = ruling.between_rows(grid);
    let below = rules.get(cell.rows.end)?;
    let all = 0..grid.columns.len();
    let rule = below
        .iter()
        .find(|rule| rule.columns != all && meet(&rule.columns, &cell.columns))?;
    stands_in(grid, cell, &rule.columns).then(|| rule.columns.clone())
}

/// Returns the columns that no vertical rule separates from an entry, where other rows have a rule.
fn columns_between_bars(grid: &Grid<'_>, ruling: &Ruling, cell: &Cell<'_>) -> Option<Range<usize>> {
    let (first, last) = cell.lines.first().zip(cell.lines.last())?;
    let (top, bottom) = (*grid.rows.first()?, *grid.rows.last()?);
    let usual = ruling.bars(grid, top, bottom);
    let own = ruling.bars(grid, first.baseline - 0.5 * grid.em, last.baseline);
    let is_open = |at: usize| usual.get(at).is_some_and(|bars| *bars > 0) && own.get(at) == Some(&0);
    let mut columns = cell.columns.clone();
    while columns.start > 0 && is_open(columns.start) {
        columns.start -= 1;
    }
    while columns.end < grid.columns.len() && is_open(columns.end) {
        columns.end += 1;
    }
    stands_in(grid, cell, &columns).then_some(columns)
}

/// Returns all columns for an entry in the middle of the table that is not aligned with its column.
fn columns_of_title(grid: &Grid<'_>, cell: &Cell<'_>) -> Option<Range<usize>> {
    let all = 0..grid.columns.len();
    let ([line], true) = (cell.lines.as_slice(), cell.columns.len() == 1) else {
        return None;
    };
    let middle = |columns: &Range<usize>| {
        let (left, right) = edges(grid, columns);
        0.5 * (left + right)
    };
    let off = |columns: &Range<usize>| (line.bbox.centre() - middle(columns)).abs();
    let slack = EXACT * grid.em;
    let (left, _) = edges(grid, &cell.columns);
    (off(&all) < slack && off(&cell.columns) > slack && (line.bbox.x0 - left).abs() > slack).then_some(all)
}

/// Reports whether an entry stands in the middle or at an end of columns.
fn stands_in(grid: &Grid<'_>, cell: &Cell<'_>, columns: &Range<usize>) -> bool {
    let [line] = cell.lines.as_slice() else { return false };
    let (left, right) = edges(grid, columns);
    let slack = 0.5 * grid.em;
    let is_at = |a: f32, b: f32| (a - b).abs() < slack;
    is_at(line.bbox.centre(), 0.5 * (left + right)) || is_at(line.bbox.x0, left) || is_at(line.bbox.x1, right)
}

/// Returns the left and right edges of the contents of some columns.
fn edges(grid: &Grid<'_>, columns: &Range<usize>) -> (f32, f32) {
    let edges = columns.clone().filter_map(|column| grid.columns.get(column));
    edges.fold((f32::INFINITY, f32::NEG_INFINITY), |all, edges| {
        (all.0.min(edges.0), all.1.max(edges.1))
    })
}

/// Returns the alignment of each column: that of most of its entries.
pub(super) fn alignments(grid: &Grid<'_>) -> Vec<Alignment> {
    (0..grid.columns.len()).map(|column| alignment(grid, column)).collect()
}

fn alignment(grid: &Grid<'_>, column: usize) -> Alignment {
    let Some(&(left, right)) = grid.columns.get(column) else {
        return Alignment::Left;
    };
    let cells = || grid.cells.iter().filter(|cell| cell.columns == (column..column + 1));
    let lines = || cells().flat_map(|cell| &cell.lines);
    let is_paragraph = cells().any(|cell| cell.lines.len() > 1 && cell.rows.len() == 1);
    let slack = EXACT * grid.em;
    let count = |fits: &dyn Fn(&Line<'_>) -> bool| lines().filter(|line| fits(line)).count();
    let lefts = count(&|line| (line.bbox.x0 - left).abs() < slack);
    let rights = count(&|line| (line.bbox.x1 - right).abs() < slack);
    let centres = count(&|line| (line.bbox.centre() - 0.5 * (left + right)).abs() < slack);
    if is_paragraph && lefts >= centres {
        return Alignment::Paragraph((right - left) / grid.em);
    }
    let is_uniform = lefts == lines().count() && rights == lefts;
    if is_uniform {
        // All alignments fit: authors centre numbers and symbols.
        return if column == 0 {
            Alignment::Left
        } else {
            Alignment::Centre
        };
    }
    if lefts >= centres && lefts >= rights {
        Alignment::Left
    } else if centres >= rights {
        Alignment::Centre
    } else {
        Alignment::Right
    }
}

/// Returns the alignment of an entry in its columns, if it is clear and differs from that of the column.
pub(super) fn own_alignment(grid: &Grid<'_>, cell: &Cell<'_>, usual: Alignment) -> Option<Alignment> {
    let ([line], Some(first), Some(last)) = (
        cell.lines.as_slice(),
        grid.columns.get(cell.columns.start),
        grid.columns.get(cell.columns.end.wrapping_sub(1)),
    ) else {
        return None;
    };
    let slack = EXACT * grid.em;
    let fits = |alignment: Alignment| match alignment {
        Alignment::Left | Alignment::Paragraph(_) => (line.bbox.x0 - first.0).abs() < slack,
        Alignment::Right => (line.bbox.x1 - last.1).abs() < slack,
        Alignment::Centre => (line.bbox.centre() - 0.5 * (first.0 + last.1)).abs() < slack,
    };
    if fits(usual) {
        return None;
    }
    [Alignment::Centre, Alignment::Left, Alignment::Right]
        .into_iter()
        .find(|alignment| fits(*alignment))
}
