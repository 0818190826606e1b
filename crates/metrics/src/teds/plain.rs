//! The rows of a table in the form that all formats have in common.

use std::ops::Range;

use super::content::Content;
use super::tree::{Cell, MAX_NODES, TooLarge};

/// A cell with its columns, and the empty cells around it that it covers.
pub(super) struct SpannedCell {
    pub(super) content: Content,
    pub(super) range: Range<usize>,
    /// The first column, from 0.
    pub(super) column: usize,
    pub(super) columns: usize,
    /// The number of rows; negative if the cell is the lowest of them.
    pub(super) rows: isize,
}

/// Returns rows of cells as HTML has them: a cell over several rows stands in the first of them, and the empty cells
/// that it covers are absent. A row that is shorter than others is filled with empty cells, since that looks the same.
pub(super) fn laid_out(mut rows: Vec<Vec<SpannedCell>>) -> Result<Vec<Vec<Cell>>, TooLarge> {
    raise(&mut rows);
    let end = |cell: &SpannedCell| cell.column + cell.columns;
    let width = rows.iter().flatten().map(end).max().unwrap_or(0);
    let height = rows.len();
    if width.saturating_mul(height) > MAX_NODES {
        return Err(TooLarge);
    }
    // For each column, the first row that no cell from above covers.
    let mut free = vec![0; width];
    let mut out = Vec::with_capacity(height);
    for (index, row) in rows.into_iter().enumerate() {
        let at = row.last().map_or(0, |last| last.range.end);
        let missing = row.last().map_or(0, end)..width;
        let mut cells = Vec::with_capacity(width);
        for cell in row {
            let columns = free
                .get_mut(cell.column..cell.column + cell.columns)
                .unwrap_or_default();
            if cell.content.is_empty() && columns.iter().all(|free| *free > index) {
                continue;
            }
            let rows = cell.rows.unsigned_abs().clamp(1, height - index);
            columns.fill(index + rows);
            cells.push(Cell {
                range: cell.range,
                row: index,
                columns: cell.columns,
                rows,
                content: cell.content,
            });
        }
        let missing = free.get(missing).unwrap_or_default();
        cells.extend(missing.iter().filter(|free| **free <= index).map(|_| Cell {
            range: at..at,
            row: index,
            columns: 1,
            rows: 1,
            content: Content::default(),
        }));
        out.push(cells);
    }
    Ok(out)
}

/// Moves cells that are the lowest of their rows to the highest, if the cell there is empty.
fn raise(rows: &mut [Vec<SpannedCell>]) {
    for index in 0..rows.len() {
        let (above, row) = rows.split_at_mut(index);
        for cell in row.first_mut().into_iter().flatten().filter(|cell| cell.rows < 0) {
            let height = std::mem::replace(&mut cell.rows, 1).unsigned_abs();
            let highest = (index + 1)
                .checked_sub(height)
                .and_then(|highest| above.get_mut(highest));
            let place = highest.and_then(|row| row.iter_mut().find(|place| place.column == cell.column));
            if let Some(place) = place.filter(|place| place.content.is_empty() && place.columns == cell.columns) {
                place.content = std::mem::take(&mut cell.content);
                place.range = cell.range.clone();
                place.rows = height.cast_signed();
            }
        }
    }
}
