//! Rows, cells and rules of a tabular.

use std::ops::Range;

use texlens_latex::TokenKind;

use crate::view::{View, plain};

/// A tabular as rows and rules.
#[derive(Debug, Default)]
pub(crate) struct Grid {
    pub(crate) rows: Vec<Row>,
    pub(crate) rules: Vec<Rule>,
}

/// A row with at least one cell that is not blank.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) range: Range<usize>,
    /// The words of the cells.
    pub(crate) cells: Vec<String>,
}

/// A horizontal rule.
#[derive(Debug)]
pub(crate) struct Rule {
    /// The command with its backslash.
    pub(crate) name: String,
    pub(crate) range: Range<usize>,
    /// The number of rows above it.
    pub(crate) above: usize,
}

/// Rules over the whole width.
const RULES: [&str; 4] = ["\\toprule", "\\midrule", "\\bottomrule", "\\hline"];
/// Rules with an argument, and other commands between rows.
const OTHERS: [&str; 4] = ["\\cmidrule", "\\cline", "\\addlinespace", "\\specialrule"];

impl Grid {
    /// Reads the body of a tabular, or the lines of an aligned formula.
    pub(crate) fn of(view: &View<'_>, body: &Range<usize>) -> Self {
        let mut grid = Self::default();
        let mut row = RowReader::new(body.start);
        let mut depth = 0_usize;
        let mut tokens = view.tokens_in(body).iter().peekable();
        while let Some(token) = tokens.next() {
            let text = token.text(view.source);
            match token.kind {
                TokenKind::GroupOpen => depth += 1,
                TokenKind::GroupClose => depth = depth.saturating_sub(1),
                TokenKind::Command if text == "\\begin" => depth += 1,
                TokenKind::Command if text == "\\end" => depth = depth.saturating_sub(1),
                TokenKind::Special if text == "&" && depth == 0 => row.end_cell(token.start, token.end),
                TokenKind::Command if depth == 0 && matches!(text, "\\\\" | "\\tabularnewline") => {
                    grid.end_row(view, row, token.start);
                    let mut next = token.end;
                    // The optional distance after a row.
                    if let Some(option) = tokens.peek()
                        && option.text(view.source).starts_with('[')
                    {
                        let length = option.text(view.source).find(']').map_or(0, |at| at + 1);
                        next = option.start + length;
                    }
                    row = RowReader::new(next);
                }
                TokenKind::Command if depth == 0 && RULES.contains(&text) => {
                    grid.rules.push(Rule {
                        name: text.to_owned(),
                        range: token.range(),
                        above: grid.rows.len(),
                    });
                    row.skip_to(token.end);
                }
                TokenKind::Command if depth == 0 && OTHERS.contains(&text) => {
                    // Their arguments are in braces and parentheses up to the end of the line.
                    let line = view.source.get(token.end..body.end).unwrap_or_default();
                    let length = line.find(['\n', '\\', '&']).unwrap_or(line.len());
                    row.skip_to(token.end + length);
                }
                _ => {}
            }
        }
        grid.end_row(view, row, body.end);
        grid
    }

    fn end_row(&mut self, view: &View<'_>, mut row: RowReader, end: usize) {
        row.end_cell(end, end);
        let cells: Vec<String> = row.cells.iter().map(|cell| plain(view.text(cell))).collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            self.rows.push(Row {
                range: row.start..end,
                cells,
            });
        }
    }

    /// Returns the first rule of a name.
    pub(crate) fn rule(&self, name: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.name == name)
    }
}

struct RowReader {
    start: usize,
    cell: usize,
    cells: Vec<Range<usize>>,
}

impl RowReader {
    fn new(start: usize) -> Self {
        Self {
            start,
            cell: start,
            cells: Vec::new(),
        }
    }

    fn end_cell(&mut self, end: usize, next: usize) {
        self.cells.push(self.cell.min(end)..end);
        self.cell = next;
    }

    fn skip_to(&mut self, next: usize) {
        if self.cells.is_empty() {
            (self.start, self.cell) = (next, next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_cells_and_rules() {
        let source = "\\begin{tabular}{ll}\n\\toprule\nA & \\textbf{B} \\\\[2pt]\n\\midrule\\cmidrule(lr){1-2}\n\
                      a \\& b & {1 & 2} \\\\\n\n\\bottomrule\n\\end{tabular}";
        let view = View::of(source);
        let grid = Grid::of(&view, &view.outline.tables()[0].tabulars[0].body);
        let cells: Vec<_> = grid.rows.iter().map(|row| row.cells.join("|")).collect();
        assert_eq!(cells, ["A|B", "a \\& b|1 & 2"]);
        let rules: Vec<_> = grid.rules.iter().map(|rule| (rule.name.as_str(), rule.above)).collect();
        assert_eq!(rules, [("\\toprule", 0), ("\\midrule", 1), ("\\bottomrule", 2)]);
    }
}
