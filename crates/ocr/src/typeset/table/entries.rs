//! Entries of several lines, entries over several rows, and how columns are aligned.
//!
//! `p{...}` sets an entry as a paragraph (The TeXbook, chapter 14): a line ends where the next word would not have
//! fitted. `l`, `c` and `r` put glue right, around or left of entries.

use super::super::lines::Line;
use super::super::mark::Extent;
use super::super::words;
use super::grid::{Cell, Grid};
use super::ruling::Ruling;

/// How exactly edges are in line, in em.
const EXACT: f32 = 0.12;

/// Least width of a column whose entries are paragraphs, in em.
const LEAST_PARAGRAPH: f32 = 6.0;

/// How the entries of a column stand.
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
    let mut row = 1_usize;
    while let (Some(above), Some(below)) = (row.checked_sub(1).and_then(|at| grid.rows.get(at)), grid.rows.get(row)) {
        let (above, below) = (*above, *below);
        let is_parted = partitions.iter().any(|y| *y > above && *y < below);
        let is_one = !is_parted
            && match ruling.ends_row(above, below) {
                Some(ends) => !ends,
                None => continues(grid, row),
            };
        if is_one {
            join(grid, row);
        } else {
            row += 1;
        }
    }
}

/// Whether all entries of a row go on with those above them.
fn continues(grid: &Grid<'_>, row: usize) -> bool {
    let in_row = |row: usize| grid.cells.iter().filter(move |cell| cell.rows == (row..row + 1));
    let above = |cell: &Cell<'_>| in_row(row - 1).find(|above| above.columns == cell.columns);
    let goes_on = |cell: &Cell<'_>| above(cell).is_some_and(|above| is_full(above, cell, grid));
    let is_sure = |cell: &Cell<'_>| above(cell).is_some_and(|above| is_broken(above, cell));
    let is_shorter = in_row(row - 1).any(|above| !in_row(row).any(|cell| cell.columns == above.columns));
    let spans_rows = grid
        .cells
        .iter()
        .any(|cell| cell.rows.len() > 1 && cell.rows.contains(&row));
    !spans_rows && is_shorter && in_row(row).count() > 0 && in_row(row).all(goes_on) && in_row(row).any(is_sure)
}

/// Whether the first word of `below` would not have fitted at the end of `above`, which begins at the same edge.
fn is_full(above: &Cell<'_>, below: &Cell<'_>, grid: &Grid<'_>) -> bool {
    let Some((last, first)) = above.lines.last().zip(below.lines.first()) else {
        return false;
    };
    let edges = above.columns.clone().filter_map(|column| grid.columns.get(column));
    let (left, right) = edges.fold((f32::INFINITY, 0.0_f32), |all, edges| {
        (all.0.min(edges.0), all.1.max(edges.1))
    });
    let word = first_word(first);
    right - left > LEAST_PARAGRAPH * grid.em
        && (last.bbox.x0 - first.bbox.x0).abs() < EXACT * grid.em
        && last.bbox.x1 + 0.25 * grid.em + word > right - EXACT * grid.em
}

fn first_word(line: &Line<'_>) -> f32 {
    words::segments(line).first().map_or(0.0, |word| word.bbox().width())
}

/// Whether the words show that a line goes on: it is broken at a hyphen, or the next begins with a small letter.
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

/// Lets entries span the rows between two rules if they stand alone in the middle of them, where other columns have
/// rules or rows of their own.
pub(super) fn span_rows(grid: &mut Grid<'_>, ruling: &Ruling) {
    for at in 0..grid.cells.len() {
        let rows = grid.cells.get(at).and_then(|cell| rows_around(grid, ruling, cell));
        if let (Some(cell), Some(rows)) = (grid.cells.get_mut(at), rows) {
            cell.rows = rows;
        }
    }
    grid.cells.sort_by_key(|cell| (cell.rows.start, cell.columns.start));
}

fn rows_around(grid: &Grid<'_>, ruling: &Ruling, cell: &Cell<'_>) -> Option<std::ops::Range<usize>> {
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
    let fits = end - start > 1 && (line.baseline - middle).abs() < 0.35 * grid.em;
    (fits && is_alone && (is_parted || cell.rows.len() > 1)).then_some(start..end)
}

/// How each column is aligned: as most of its entries are.
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
        // Any would do: authors centre numbers and symbols.
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

/// How an entry stands in its columns, if that is plain and differs from the column's own way.
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
