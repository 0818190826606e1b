//! Tables as rows of cells.

use std::collections::HashMap;
use std::ops::Range;

use texlens_latex::{Outline, Tabular, Token, TokenKind};
use texlens_metrics::printed;

/// A tabular with at least two rows and two columns.
pub(super) struct Grid {
    /// Byte range of the tabular.
    pub(super) range: Range<usize>,
    /// The rows that are not empty.
    pub(super) rows: Vec<Row>,
    /// Number of occurrences of each cell's text.
    words: HashMap<String, usize>,
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
    let tabulars = outline.tables.iter().flat_map(|table| &table.tabulars);
    tabulars
        .filter_map(|tabular| Grid::of(outline, tabular))
        .take(most)
        .collect()
}

impl Grid {
    fn of(outline: &Outline<'_>, tabular: &Tabular) -> Option<Self> {
        let rows = Splitter::new(outline, tabular).rows();
        let is_table = rows.len() > 1 && rows.iter().any(|row| row.columns > 1);
        is_table.then(|| {
            let mut words = HashMap::new();
            for cell in rows
                .iter()
                .flat_map(|row| &row.cells)
                .filter(|cell| !cell.letters.is_empty())
            {
                *words.entry(cell.letters.clone()).or_default() += 1;
            }
            Self {
                range: tabular.range.clone(),
                rows,
                words,
            }
        })
    }

    /// Returns the number of cells with equal text that both tables have.
    pub(super) fn common_words(&self, other: &Self) -> usize {
        let common = |(word, count): (&String, &usize)| other.words.get(word).map_or(0, |others| *others.min(count));
        self.words.iter().map(common).sum()
    }
}

/// Divides a tabular at its separators. Separators in nested groups and environments are ignored.
struct Splitter<'a> {
    outline: &'a Outline<'a>,
    tokens: &'a [Token],
    end: usize,
    /// Number of open groups and environments.
    depth: usize,
    rows: Vec<Row>,
    row: RowParts,
}

/// A row under construction.
struct RowParts {
    start: usize,
    cells: Vec<Cell>,
    /// Byte offset at which the current cell starts.
    cell: usize,
    /// First column of the current cell.
    column: usize,
    /// Number of columns of the current cell.
    span: usize,
}

impl RowParts {
    fn at(start: usize) -> Self {
        Self {
            start,
            cells: Vec::new(),
            cell: start,
            column: 0,
            span: 1,
        }
    }
}

impl<'a> Splitter<'a> {
    fn new(outline: &'a Outline<'a>, tabular: &Tabular) -> Self {
        let body = &tabular.body;
        let first = outline.tokens.partition_point(|token| token.start < body.start);
        let last = outline.tokens.partition_point(|token| token.start < body.end);
        Self {
            outline,
            tokens: outline.tokens.get(first..last).unwrap_or_default(),
            end: body.end,
            depth: 0,
            rows: Vec::new(),
            row: RowParts::at(body.start),
        }
    }

    fn rows(mut self) -> Vec<Row> {
        for (index, token) in self.tokens.iter().enumerate() {
            self.token(index, token);
        }
        self.end_row(self.end, self.end);
        self.rows
    }

    fn token(&mut self, index: usize, token: &Token) {
        match (token.kind, token.text(self.outline.source)) {
            (TokenKind::GroupOpen, _) | (TokenKind::Command, "\\begin") => self.depth += 1,
            (TokenKind::GroupClose, _) | (TokenKind::Command, "\\end") => self.depth = self.depth.saturating_sub(1),
            (TokenKind::Special, "&") if self.depth == 0 => self.end_cell(token.start, token.end),
            (TokenKind::Command, "\\\\" | "\\tabularnewline") if self.depth == 0 => {
                self.end_row(token.start, token.end)
            }
            (TokenKind::Command, "\\multicolumn") if self.depth == 0 => self.row.span = self.columns_after(index),
            _ => {}
        }
    }

    /// Returns the number in `\multicolumn{3}`; the token at `index` is the command.
    fn columns_after(&self, index: usize) -> usize {
        let tokens = self.tokens.get(index + 1..).unwrap_or_default();
        let mut words = tokens.iter().filter(|token| token.kind != TokenKind::Whitespace);
        let number = words
            .nth(1)
            .and_then(|token| token.text(self.outline.source).trim().parse().ok());
        number
            .filter(|columns| (1..=MAX_COLUMNS).contains(columns))
            .unwrap_or(1)
    }

    fn end_cell(&mut self, end: usize, next: usize) {
        let range = self.row.cell..end;
        let text = printed(self.outline, &range);
        let letters: String = text
            .chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect();
        self.row.cells.push(Cell {
            column: self.row.column,
            is_empty: letters.is_empty() && !text.contains(|c: char| !c.is_whitespace()),
            letters,
        });
        self.row.column += self.row.span;
        (self.row.cell, self.row.span) = (next, 1);
    }

    /// Ends a row and keeps it unless it is empty.
    fn end_row(&mut self, end: usize, next: usize) {
        let last = self.row.column + self.row.span;
        self.end_cell(end, next);
        let row = std::mem::replace(&mut self.row, RowParts::at(next));
        let filled = row.cells.iter().rposition(|cell| !cell.is_empty);
        let Some(filled) = filled else { return };
        let columns = row.cells.get(filled + 1).map_or(last, |after| after.column);
        self.rows.push(Row {
            range: row.start..end,
            cells: row.cells,
            columns,
        });
    }
}

/// Largest valid number of columns of a cell. A larger number counts as 1.
const MAX_COLUMNS: usize = 1000;

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
