//! The rows and cells of a tabular.

use std::ops::Range;

use texlens_latex::{Outline, Tabular, Token, TokenKind};

use crate::numbers::arguments_end;

/// The largest valid number of columns or rows of a cell. A larger number counts as 1.
const MAX_SPAN: usize = 1000;

/// The number of tokens after a command among which its number is searched.
const MAX_DISTANCE: usize = 8;

/// A row of a tabular.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TabularRow {
    /// Byte range of the row, without the `\\` after it and its option.
    pub range: Range<usize>,
    /// The cells in order. A row has at least one cell, which may be empty.
    pub cells: Vec<TabularCell>,
}

/// A cell of a tabular.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TabularCell {
    /// Byte range between the separators.
    pub range: Range<usize>,
    /// The first column of the cell, from 0.
    pub column: usize,
    /// The number of columns, as `\multicolumn` states it; else 1.
    pub columns: usize,
    /// The number of rows, as `\multirow` states it; else 1. It is negative if the cell is the lowest of its rows.
    pub rows: isize,
}

impl TabularRow {
    /// Returns the number of columns of all cells.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.cells.last().map_or(0, |last| last.column + last.columns)
    }
}

/// Divides a tabular at its separators, in linear time. Separators in nested groups and environments are ignored. The
/// last row may be blank: the lines after the last `\\`.
#[must_use]
pub fn tabular_rows(outline: &Outline<'_>, tabular: &Tabular) -> Vec<TabularRow> {
    let body = &tabular.body;
    let first = outline.tokens.partition_point(|token| token.start < body.start);
    let last = outline.tokens.partition_point(|token| token.start < body.end);
    let splitter = Splitter {
        source: outline.source,
        tokens: outline.tokens.get(first..last).unwrap_or_default(),
        end: body.end,
        depth: 0,
        rows: Vec::new(),
        row: RowParts::at(body.start),
    };
    splitter.rows()
}

struct Splitter<'a> {
    source: &'a str,
    tokens: &'a [Token],
    end: usize,
    /// Number of open groups and environments.
    depth: usize,
    rows: Vec<TabularRow>,
    row: RowParts,
}

/// A row under construction.
struct RowParts {
    start: usize,
    cells: Vec<TabularCell>,
    /// Byte offset at which the current cell starts.
    cell: usize,
    /// First column of the current cell.
    column: usize,
    /// Number of columns of the current cell.
    columns: usize,
    /// Number of rows of the current cell.
    rows: isize,
}

impl RowParts {
    fn at(start: usize) -> Self {
        Self {
            start,
            cells: Vec::new(),
            cell: start,
            column: 0,
            columns: 1,
            rows: 1,
        }
    }
}

impl Splitter<'_> {
    fn rows(mut self) -> Vec<TabularRow> {
        for (index, token) in self.tokens.iter().enumerate() {
            self.token(index, token);
        }
        self.end_row(self.end, self.end);
        self.rows
    }

    fn token(&mut self, index: usize, token: &Token) {
        match (token.kind, token.text(self.source)) {
            (TokenKind::GroupOpen, _) | (TokenKind::Command, "\\begin") => self.depth += 1,
            (TokenKind::GroupClose, _) | (TokenKind::Command, "\\end") => self.depth = self.depth.saturating_sub(1),
            (TokenKind::Special, "&") if self.depth == 0 => self.end_cell(token.start, token.end),
            (TokenKind::Command, name @ ("\\\\" | "\\tabularnewline")) if self.depth == 0 => {
                let rest = self.tokens.get(index + 1..).unwrap_or_default();
                let next = arguments_end(self.source, rest, name).unwrap_or(token.end);
                self.end_row(token.start, next);
            }
            (TokenKind::Command, "\\multicolumn") if self.depth == 0 => {
                self.row.columns = self
                    .number_after(index)
                    .filter(|columns| *columns > 0)
                    .map_or(1, isize::unsigned_abs);
            }
            // It may be in the argument of `\multicolumn`.
            (TokenKind::Command, "\\multirow" | "\\multirowcell") => {
                self.row.rows = self.number_after(index).unwrap_or(1)
            }
            _ => {}
        }
    }

    /// Returns the number in `\multicolumn{3}` or `\multirow[t]{-2}`; the token at `index` is the command.
    fn number_after(&self, index: usize) -> Option<isize> {
        let tokens = self.tokens.get(index + 1..).unwrap_or_default();
        let mut after = tokens.iter().take(MAX_DISTANCE);
        after.find(|token| token.kind == TokenKind::GroupOpen)?;
        let number = after.find(|token| token.kind != TokenKind::Whitespace)?;
        let number: isize = number.text(self.source).trim().parse().ok()?;
        (1..=MAX_SPAN).contains(&number.unsigned_abs()).then_some(number)
    }

    fn end_cell(&mut self, end: usize, next: usize) {
        let row = &mut self.row;
        row.cells.push(TabularCell {
            range: row.cell..end,
            column: row.column,
            columns: row.columns,
            rows: row.rows,
        });
        row.column += row.columns;
        (row.cell, row.columns, row.rows) = (next, 1, 1);
    }

    fn end_row(&mut self, end: usize, next: usize) {
        self.end_cell(end, next);
        let row = std::mem::replace(&mut self.row, RowParts::at(next));
        self.rows.push(TabularRow {
            range: row.start..end,
            cells: row.cells,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns each cell as its source, column, columns and rows.
    fn cells(body: &str) -> Vec<Vec<(String, usize, usize, isize)>> {
        let source = format!("\\begin{{tabular}}{{ll}}{body}\\end{{tabular}}");
        let outline = Outline::of(&source);
        let rows = tabular_rows(&outline, &outline.tables()[0].tabulars[0]);
        let cell = |cell: &TabularCell| {
            let text = source[cell.range.clone()].trim().to_owned();
            (text, cell.column, cell.columns, cell.rows)
        };
        rows.iter().map(|row| row.cells.iter().map(cell).collect()).collect()
    }

    #[test]
    fn spans_are_those_of_multicolumn_and_multirow() {
        let both = "\\multicolumn{2}{c}{\\multirow[t]{2}{*}{a}}";
        assert_eq!(
            cells(&format!("{both} & b \\\\ & \\multirow{{-3}}{{*}}{{c}} \\\\")),
            [
                vec![(both.to_owned(), 0, 2, 2), ("b".to_owned(), 2, 1, 1)],
                vec![(String::new(), 0, 1, 1), ("\\multirow{-3}{*}{c}".to_owned(), 1, 1, -3)],
                vec![(String::new(), 0, 1, 1)],
            ]
        );
    }

    #[test]
    fn the_distance_after_a_row_is_no_content() {
        let cell = |text: &str| vec![(text.to_owned(), 0, 1, 1)];
        assert_eq!(cells("a \\\\[2pt]b \\\\* [1ex] c"), [cell("a"), cell("b"), cell("c")]);
    }

    #[test]
    fn senseless_spans_are_one() {
        for cell in [
            "\\multicolumn{0}{c}{a}",
            "\\multirow{9999}{*}{a}",
            "\\multicolumn{-2}{c}{a}",
            "\\multirow",
        ] {
            assert_eq!(cells(cell), [[(cell.to_owned(), 0, 1, 1)]]);
        }
    }
}
