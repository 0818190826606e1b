//! The layout of cells in rows and columns.

use super::super::error::RunError;

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The row of the upper left corner, from 0.
    pub row: usize,
    /// The column of the upper left corner, from 0.
    pub column: usize,
    /// The number of rows that the cell spans.
    pub row_span: usize,
    /// The number of columns that the cell spans.
    pub column_span: usize,
    /// Whether the cell is a heading.
    pub is_heading: bool,
    /// The text, without white space at the ends.
    pub text: String,
}

/// A cell before its place is known.
pub(super) struct Content {
    pub(super) text: String,
    pub(super) is_heading: bool,
    pub(super) row_span: usize,
    pub(super) column_span: usize,
}

/// A table: its cells, and the indices of the neighbours of each cell. A cell that spans rows or columns can have
/// several neighbours on a side. Across an empty place, the neighbour is the next cell beyond.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    cells: Vec<Cell>,
    up: Vec<Vec<usize>>,
    down: Vec<Vec<usize>>,
    left: Vec<Vec<usize>>,
    right: Vec<Vec<usize>>,
}

impl Table {
    /// Lays out rows of cells; returns `None` if there are no cells. The required places are subtracted from `slots`.
    pub(super) fn of_rows(rows: Vec<Vec<Content>>, slots: &mut usize) -> Result<Option<Self>, RunError> {
        let mut layout = Layout::new(slots);
        for row in rows {
            layout.add_row(row)?;
        }
        layout.finish_spans()?;
        Ok(layout.into_table())
    }

    /// Returns the cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the indices of the cells directly above a cell.
    #[must_use]
    pub fn up(&self, cell: usize) -> &[usize] {
        self.up.get(cell).map_or(&[], Vec::as_slice)
    }

    /// Returns the indices of the cells directly below a cell.
    #[must_use]
    pub fn down(&self, cell: usize) -> &[usize] {
        self.down.get(cell).map_or(&[], Vec::as_slice)
    }

    /// Returns the indices of the cells directly to the left of a cell.
    #[must_use]
    pub fn left(&self, cell: usize) -> &[usize] {
        self.left.get(cell).map_or(&[], Vec::as_slice)
    }

    /// Returns the indices of the cells directly to the right of a cell.
    #[must_use]
    pub fn right(&self, cell: usize) -> &[usize] {
        self.right.get(cell).map_or(&[], Vec::as_slice)
    }

    /// Returns the indices of all headings on the way up from a cell; if there are none, of the topmost cells.
    #[must_use]
    pub fn top_headings(&self, cell: usize) -> Vec<usize> {
        self.headings(cell, &self.up)
    }

    /// Returns the indices of all headings on the way left from a cell; if there are none, of the leftmost cells.
    #[must_use]
    pub fn left_headings(&self, cell: usize) -> Vec<usize> {
        self.headings(cell, &self.left)
    }

    /// Follows the neighbours of a cell to the headings, or else to the last cells. Linear in the number of cells.
    fn headings(&self, start: usize, neighbours: &[Vec<usize>]) -> Vec<usize> {
        let (mut headings, mut ends) = (Vec::new(), Vec::new());
        let mut seen = vec![false; self.cells.len()];
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            let Some(seen) = seen.get_mut(cell).filter(|seen| !**seen) else {
                continue;
            };
            *seen = true;
            let next = neighbours.get(cell).map_or(&[][..], Vec::as_slice);
            if cell != start && self.cells.get(cell).is_some_and(|cell| cell.is_heading) {
                headings.push(cell);
            }
            if cell != start && next.is_empty() {
                ends.push(cell);
            }
            open.extend(next);
        }
        let mut found = if headings.is_empty() { ends } else { headings };
        found.sort_unstable();
        found
    }
}

/// Rows of places, each with the index of the cell that covers it.
struct Layout<'a> {
    cells: Vec<Cell>,
    rows: Vec<Vec<Option<usize>>>,
    /// For each column, the cell that continues in the next row, and the number of further rows that it covers.
    spans: Vec<Option<(usize, usize)>>,
    slots: &'a mut usize,
}

impl<'a> Layout<'a> {
    fn new(slots: &'a mut usize) -> Self {
        Self {
            cells: Vec::new(),
            rows: Vec::new(),
            spans: Vec::new(),
            slots,
        }
    }

    /// Puts each cell into the first column that no span of an earlier row covers. A span to the right that the cell
    /// overlaps ends there.
    fn add_row(&mut self, contents: Vec<Content>) -> Result<(), RunError> {
        let mut row = Vec::new();
        let mut contents = contents.into_iter();
        loop {
            if let Some(cell) = self.next_of_span(row.len()) {
                row.push(Some(cell));
            } else if let Some(content) = contents.next() {
                self.add_cell(content, &mut row)?;
            } else if row.len() < self.spans.len() {
                row.push(None);
            } else {
                break;
            }
        }
        self.add_places(row)
    }

    fn add_cell(&mut self, content: Content, row: &mut Vec<Option<usize>>) -> Result<(), RunError> {
        let Content {
            text,
            is_heading,
            row_span,
            column_span,
        } = content;
        let (index, column) = (self.cells.len(), row.len());
        let end = column.saturating_add(column_span);
        if end > *self.slots || row_span > *self.slots {
            return Err(RunError::TablesTooLarge);
        }
        self.cells.push(Cell {
            row: self.rows.len(),
            column,
            row_span,
            column_span,
            is_heading,
            text,
        });
        row.resize(end, Some(index));
        self.spans.resize(self.spans.len().max(end), None);
        if let Some(spans) = self.spans.get_mut(column..end) {
            spans.fill((row_span > 1).then_some((index, row_span - 1)));
        }
        Ok(())
    }

    /// Returns the cell of an earlier row that covers this column of the next row.
    fn next_of_span(&mut self, column: usize) -> Option<usize> {
        let span = self.spans.get_mut(column)?;
        let (cell, rows) = (*span)?;
        *span = (rows > 1).then_some((cell, rows - 1));
        Some(cell)
    }

    /// Adds rows for the spans that extend beyond the last row.
    fn finish_spans(&mut self) -> Result<(), RunError> {
        while self.spans.iter().any(Option::is_some) {
            let row = (0..self.spans.len()).map(|column| self.next_of_span(column)).collect();
            self.add_places(row)?;
        }
        Ok(())
    }

    fn add_places(&mut self, row: Vec<Option<usize>>) -> Result<(), RunError> {
        *self.slots = self
            .slots
            .checked_sub(row.len().max(1))
            .ok_or(RunError::TablesTooLarge)?;
        self.rows.push(row);
        Ok(())
    }

    fn into_table(self) -> Option<Table> {
        if self.cells.is_empty() {
            return None;
        }
        let width = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let neighbours = |side: fn(&Self, &Cell, usize) -> Vec<usize>| -> Vec<Vec<usize>> {
            let of_cell = |(index, cell): (usize, &Cell)| {
                let mut found = side(&self, cell, width);
                found.retain(|neighbour| *neighbour != index);
                found.sort_unstable();
                found.dedup();
                found
            };
            self.cells.iter().enumerate().map(of_cell).collect()
        };
        Some(Table {
            up: neighbours(|layout, cell, _| {
                let above = |column| layout.first((0..cell.row).rev().map(|row| (row, column)));
                cell.columns().filter_map(above).collect()
            }),
            down: neighbours(|layout, cell, _| {
                let below = cell.rows().end..layout.rows.len();
                let below = |column| layout.first(below.clone().map(|row| (row, column)));
                cell.columns().filter_map(below).collect()
            }),
            left: neighbours(|layout, cell, _| {
                let before = |row| layout.first((0..cell.column).rev().map(|column| (row, column)));
                cell.rows().filter_map(before).collect()
            }),
            right: neighbours(|layout, cell, width| {
                let after = cell.columns().end..width;
                let after = |row| layout.first(after.clone().map(|column| (row, column)));
                cell.rows().filter_map(after).collect()
            }),
            cells: self.cells,
        })
    }

    /// Returns the cell at the first of these places that has one.
    fn first(&self, mut places: impl Iterator<Item = (usize, usize)>) -> Option<usize> {
        places.find_map(|(row, column)| *self.rows.get(row)?.get(column)?)
    }
}

impl Cell {
    fn rows(&self) -> std::ops::Range<usize> {
        self.row..self.row + self.row_span
    }

    fn columns(&self) -> std::ops::Range<usize> {
        self.column..self.column + self.column_span
    }
}
