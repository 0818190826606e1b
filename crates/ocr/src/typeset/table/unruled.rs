//! Tables without horizontal rules: consecutive lines with wide gaps at the same places.
//!
//! Entries are `2\tabcolsep` (12 pt) apart, wider than any space of running text. Next to the caption of a table, two
//! such lines are a table. Elsewhere three are, unless they are mathematics or fill the column of the page.

use texlens_vocabulary::Style;

use super::super::columns::Region;
use super::super::lines::Line;
use super::super::mark::{Extent, Mark, bounds};
use super::super::symbols::{self, Class};
use super::super::words;
use super::find;
use super::grid::Grid;
use super::ruling::Ruling;
use super::{Table, chunks, is_table};

/// Least gap between two entries, in em.
const GAP: f32 = 0.9;
/// Largest distance from the bottom of a row to the top of the next, in em.
const NEXT_ROW: f32 = 1.9;
/// Least width of the first column where the entries of another are paragraphs, in em.
const INDENT: f32 = 3.0;
/// Largest distance from a table to its caption, in em.
const CAPTION: f32 = 4.0;
/// Most lines of a caption.
const MAX_CAPTION: usize = 8;
/// Most characters of the number of an equation or an item.
const MAX_NUMBER: usize = 6;
/// Fewest rows of a table without a caption.
const LEAST_ROWS: usize = 3;
/// Distance of baselines from which lines are opened up by `\jot`, in em. Lines are 1.2 em apart, and `\jot` is 0.3 em.
const OPENED_UP: f32 = 1.4;
/// Largest share of the column's width that a table without a caption fills.
const WIDEST: f32 = 0.93;

/// Replaces each table among the lines of a column of the page by one line. `is_first` says that the page may have
/// names of authors side by side. O(n log n) for n marks.
pub(in crate::typeset) fn join_rows(lines: Vec<Line<'_>>, is_first: bool) -> (Vec<Line<'_>>, Vec<Table<'_>>) {
    let width = bounds(lines.iter().map(|line| &line.bbox)).width();
    let mut tables = Vec::new();
    let mut out: Vec<Line<'_>> = Vec::with_capacity(lines.len());
    let mut rest = lines.as_slice();
    while let Some((first, others)) = rest.split_first() {
        let (rows, after) = rest.split_at(run(rest));
        let surroundings = Surroundings {
            is_named: has_caption(&out, rows, after),
            may_be_authors: is_first
                && !out
                    .iter()
                    .any(|line| line.bbox.width() > WIDEST * width && !has_gap(line)),
            width,
        };
        match table(rows, &surroundings) {
            Some(table) => {
                out.push(Line::new(vec![table.mark()], Vec::new()));
                tables.push(table);
                rest = after;
            }
            None => {
                // The rows below are not examined again: a part of what is no table is no table.
                let (lines, after) = if rows.is_empty() {
                    (std::slice::from_ref(first), others)
                } else {
                    (rows, after)
                };
                out.extend(lines.iter().cloned());
                rest = after;
            }
        }
    }
    (out, tables)
}

/// The context that shows whether lines with gaps are a table.
struct Surroundings {
    /// Whether the caption of a table stands next to the lines.
    is_named: bool,
    /// Whether no full line of text stands above the lines on the first page.
    may_be_authors: bool,
    /// Width of the column of the page.
    width: f32,
}

/// Returns how many lines, from the first, follow each other as rows do; 0 if the first is no row.
fn run(lines: &[Line<'_>]) -> usize {
    let Some(first) = lines.first().filter(|first| has_gap(first)) else {
        return 0;
    };
    let follows = |pair: &[Line<'_>]| {
        let [above, below] = pair else { return false };
        let gap = (below.bbox.y0 - above.bbox.y1) / above.size;
        // A continuation line of an entry stands to the right of the first column.
        let goes_on = below.bbox.x0 > first.bbox.x0 + INDENT * above.size && gap < 0.5 * NEXT_ROW;
        gap < NEXT_ROW && (has_gap(below) || goes_on)
    };
    1 + lines.windows(2).take_while(|pair| follows(pair)).count()
}

fn has_gap(line: &Line<'_>) -> bool {
    let is_code = line.marks.iter().all(|mark| mark.style == Style::Typewriter);
    let mut right = f32::INFINITY;
    let has_gap = line.marks.iter().any(|mark| {
        let gap = mark.bbox.x0 - right;
        right = if right.is_finite() {
            right.max(mark.bbox.x1)
        } else {
            mark.bbox.x1
        };
        gap > GAP * line.size
    });
    has_gap && !is_code && !line.marks.iter().any(|mark| is_table(mark) || mark.is_picture())
}

/// Reports whether the caption of a table ends above the rows or begins below them.
fn has_caption(above: &[Line<'_>], rows: &[Line<'_>], below: &[Line<'_>]) -> bool {
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
        return false;
    };
    let is_below = below
        .first()
        .is_some_and(|line| find::is_table_caption(line) && line.bbox.y0 - last.bbox.y1 < CAPTION * line.size);
    let mut top = first.bbox.y0;
    let mut reach = CAPTION * first.size;
    let mut caption = above.iter().rev().take(MAX_CAPTION).take_while(|line| {
        let is_near = top - line.bbox.y1 < reach;
        (top, reach) = (line.bbox.y0, 0.8 * line.size);
        is_near
    });
    is_below || caption.any(find::is_table_caption)
}

/// Reports whether the rows begin with consecutive numbers: lines of an algorithm or items of a list.
fn are_numbered(rows: &[Line<'_>]) -> bool {
    let number = |row: &Line<'_>| {
        let first = words::segments(row).first()?.symbols();
        first.trim_end_matches([':', '.']).parse::<u32>().ok()
    };
    let is_next =
        |pair: &[Option<u32>]| matches!(pair, [Some(above), Some(below)] if above.checked_add(1) == Some(*below));
    let numbers: Vec<Option<u32>> = rows.iter().map(number).collect();
    numbers.windows(2).all(is_next)
}

fn table<'a>(rows: &[Line<'a>], surroundings: &Surroundings) -> Option<Table<'a>> {
    let is_named = surroundings.is_named;
    if rows.len() < if is_named { 2 } else { LEAST_ROWS } {
        return None;
    }
    let bbox = bounds(rows.iter().map(|row| &row.bbox));
    let is_plain = |row: &Line<'a>| {
        let segments = words::segments(row);
        2 * segments.iter().filter(|segment| segment.is_math).count() <= segments.len()
    };
    let plain = rows.iter().filter(|row| is_plain(row)).count();
    let is_text = 2 * plain > rows.len() && bbox.width() < WIDEST * surroundings.width && !surroundings.may_be_authors;
    if !is_named && (!is_text || are_numbered(rows)) {
        return None;
    }
    let chunks = rows.iter().flat_map(|row| {
        let region = Region {
            marks: row.marks.clone(),
            rules: row.rules.clone(),
        };
        chunks::chunks(region, &[])
    });
    let grid = Grid::new(chunks.collect(), &[], &[])?;
    let has_gaps = grid
        .columns
        .windows(2)
        .all(|pair| matches!(pair, [a, b] if b.0 - a.1 > 0.5 * GAP * grid.em));
    let is_display = || is_display(&grid) || are_equations(rows);
    (grid.is_table() && (is_named || has_gaps && grid.is_regular() && !is_display())).then(|| Table {
        bbox,
        grid,
        ruling: Ruling::default(),
    })
}

/// Reports whether most entries of a column are relations, numbers of equations, or labels of items and statements.
/// Aligned displays, lists and algorithms have such columns.
fn is_display(grid: &Grid<'_>) -> bool {
    (0..grid.columns.len()).any(|column| {
        let lines = || {
            let cells = grid.cells.iter().filter(|cell| cell.columns == (column..column + 1));
            cells.flat_map(|cell| &cell.lines)
        };
        let is_sign = |line: &&Line<'_>| is_relation(line) || is_number(line) || column == 0 && is_label(line);
        2 * lines().filter(is_sign).count() > lines().count()
    })
}

/// Reports whether every row has a relation and is `\jot` farther from the next than lines of a table. Such rows are
/// equations in pairs of columns, of which the second may be text.
fn are_equations(rows: &[Line<'_>]) -> bool {
    let has_relation = |row: &Line<'_>| {
        let is_relation = |mark: &Mark<'_>| symbols::class(mark.symbol) == Class::Relation;
        row.marks.iter().any(is_relation)
    };
    let is_open = |pair: &[Line<'_>]| matches!(pair, [a, b] if b.baseline - a.baseline > OPENED_UP * a.size);
    rows.iter().all(has_relation) && rows.windows(2).all(is_open)
}

fn is_relation(line: &Line<'_>) -> bool {
    matches!(line.marks.as_slice(), [mark] if symbols::class(mark.symbol) == Class::Relation)
}

/// Reports whether the line is the number of an equation: `(3)`, `(2a)`.
fn is_number(line: &Line<'_>) -> bool {
    matches!(line.marks.as_slice(), [open, inner @ .., close]
        if open.symbol == "(" && close.symbol == ")" && inner.iter().any(Mark::is_digit) && inner.len() < MAX_NUMBER)
}

/// Reports whether the line is a label: `3:`, `iv.`, `b)`, `[7]`, or a bullet.
fn is_label(line: &Line<'_>) -> bool {
    match line.marks.as_slice() {
        [mark] => !mark.is_letter() && !mark.is_digit(),
        [.., last] => line.marks.len() < MAX_NUMBER && matches!(last.symbol, ":" | "." | ")" | "]"),
        [] => false,
    }
}
