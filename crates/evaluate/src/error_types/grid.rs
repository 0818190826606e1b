//! Tables as rows of cells.

use std::ops::Range;

use texlens_latex::{Outline, Tabular};
use texlens_metrics::{CellWords, TabularCell, TabularRow, cell_letters, printed, tabular_rows};

/// A tabular with at least two rows and two columns.
pub(super) struct Grid {
    /// Byte range of the tabular.
    pub(super) range: Range<usize>,
    /// The rows that are not empty.
    pub(super) rows: Vec<Row>,
    /// The cells' texts.
    pub(super) words: CellWords,
}

pub(super) struct Row {
    /// Byte range of the row.
    pub(super) range: Range<usize>,
    /// The cells in order.
    pub(super) cells: Vec<Cell>,
    /// Number of columns up to the last cell that is not empty.
    pub(super) columns: usize,
}

pub(super) struct Cell {
    /// The first column of the cell, from 0.
    pub(super) column: usize,
    /// Printed letters and digits, in lower case.
    pub(super) letters: String,
    /// Whether the cell has no character. Commands alone, for example rules, do not count.
    is_empty: bool,
}

/// Returns the first tables of a text, in order.
pub(super) fn grids(outline: &Outline<'_>, most: usize) -> Vec<Grid> {
    let tabulars = outline.tables().iter().flat_map(|table| &table.tabulars);
    tabulars
        .filter_map(|tabular| Grid::of(outline, tabular))
        .take(most)
        .collect()
}

impl Grid {
    fn of(outline: &Outline<'_>, tabular: &Tabular) -> Option<Self> {
        let rows = tabular_rows(outline, tabular);
        let rows: Vec<Row> = rows.iter().filter_map(|row| Row::of(outline, row)).collect();
        let is_table = rows.len() > 1 && rows.iter().any(|row| row.columns > 1);
        is_table.then(|| {
            let cells = rows.iter().flat_map(|row| &row.cells);
            Self {
                range: tabular.range.clone(),
                words: CellWords::of(cells.map(|cell| cell.letters.clone())),
                rows,
            }
        })
    }
}

impl Row {
    /// Returns `None` for an empty row.
    fn of(outline: &Outline<'_>, row: &TabularRow) -> Option<Self> {
        let cell = |cell: &TabularCell| {
            let text = printed(outline, &cell.range);
            let letters = cell_letters(&text);
            Cell {
                column: cell.column,
                is_empty: letters.is_empty() && !text.contains(|c: char| !c.is_whitespace()),
                letters,
            }
        };
        let cells: Vec<Cell> = row.cells.iter().map(cell).collect();
        let filled = cells.iter().rposition(|cell| !cell.is_empty)?;
        Some(Self {
            range: row.range.clone(),
            columns: cells.get(filled + 1).map_or(row.columns(), |after| after.column),
            cells,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(body: &str) -> Vec<usize> {
        let source = format!("\\begin{{tabular}}{{ll}}{body}\\end{{tabular}}");
        let outline = Outline::of(&source);
        let grids = grids(&outline, 1);
        grids
            .iter()
            .flat_map(|grid| &grid.rows)
            .map(|row| row.columns)
            .collect()
    }

    #[test]
    fn rows_end_with_their_last_cell_that_has_something() {
        assert_eq!(
            shape("a & b \\\\ \\hline c & & \\\\[2pt] & $x$ \\\\ & \\\\ \\bottomrule"),
            [2, 1, 2]
        );
        assert_eq!(
            shape("\\toprule a & \\multicolumn{3}{c}{b} & c \\tabularnewline d"),
            [5, 1]
        );
    }

    #[test]
    fn what_is_in_a_group_or_environment_does_not_cut() {
        assert_eq!(
            shape("{a & b \\\\ c} & d \\\\ \\begin{tabular}{l}e & f \\\\ g\\end{tabular} & h"),
            [2, 2]
        );
        assert_eq!(shape("a \\& b & \\{e \\\\ c & \\multicolumn{9999999}{c}{d}"), [2, 2]);
    }

    #[test]
    fn lists_of_lines_are_no_tables() {
        assert!(shape("a & b").is_empty());
        assert!(shape("a \\\\ b \\\\ c").is_empty());
        assert!(shape("").is_empty());
    }
}
