//! Conversion of tables.

/// A cell, which may span several rows and columns.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Cell {
    pub(super) latex: String,
    pub(super) columns: usize,
    pub(super) rows: usize,
}

/// Maximum number of columns of a table. Cells beyond them are omitted.
const MAX_COLUMNS: usize = 256;

/// Maximum number of rows that one cell spans.
const MAX_ROWS: usize = 1024;

/// Returns rows as a `tabular` with a line above, below the first row, and at the bottom. A cell over several columns
/// becomes `\multicolumn`; a cell over several rows becomes `\multirow` with empty cells below. `room` limits the
/// number of empty cells: a few bytes could ask for hundreds in each row.
pub(super) fn tabular(rows: Vec<Vec<Cell>>, align: impl Fn(usize) -> char, room: &mut usize) -> String {
    let mut columns = 1;
    let mut lines = Vec::with_capacity(rows.len());
    // For each column, the number of following rows that a cell above covers.
    let mut covered: Vec<usize> = Vec::new();
    for row in rows {
        let mut line: Vec<String> = Vec::new();
        let mut column = 0;
        for cell in row {
            column = skip_covered(&mut covered, column, &mut line, room);
            if column >= MAX_COLUMNS {
                break;
            }
            let width = cell.columns.clamp(1, MAX_COLUMNS - column);
            let height = cell.rows.clamp(1, MAX_ROWS);
            if covered.len() < column + width {
                covered.resize(column + width, 0);
            }
            for below in covered.iter_mut().skip(column).take(width) {
                *below = height - 1;
            }
            column += width;
            line.push(spanning(cell.latex, width, height));
        }
        column = skip_covered(&mut covered, column, &mut line, room);
        columns = columns.max(column);
        lines.push(line.join(" & ").trim_end().to_owned());
    }
    let alignment: String = (0..columns).map(align).collect();
    let mut out = format!("\\begin{{tabular}}{{{alignment}}}\n\\hline\n");
    for (index, line) in lines.iter().enumerate() {
        out.push_str(line);
        out.push_str(" \\\\\n");
        if index == 0 || index + 1 == lines.len() {
            out.push_str("\\hline\n");
        }
    }
    out.push_str("\\end{tabular}");
    out
}

/// Adds empty cells below cells that span rows. Returns the column after them.
fn skip_covered(covered: &mut [usize], mut column: usize, line: &mut Vec<String>, room: &mut usize) -> usize {
    while let Some(rows) = covered.get_mut(column).filter(|rows| **rows > 0) {
        *rows -= 1;
        if let Some(rest) = room.checked_sub(1) {
            *room = rest;
            line.push(String::new());
        }
        column += 1;
    }
    column
}

fn spanning(latex: String, columns: usize, rows: usize) -> String {
    let latex = if rows > 1 {
        format!("\\multirow{{{rows}}}{{*}}{{{latex}}}")
    } else {
        latex
    };
    if columns > 1 {
        format!("\\multicolumn{{{columns}}}{{c}}{{{latex}}}")
    } else {
        latex
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_reach_over_rows_and_columns() {
        let cell = |latex: &str, columns, rows| Cell {
            latex: latex.to_owned(),
            columns,
            rows,
        };
        let rows = vec![
            vec![cell("a", 1, 2), cell("b", 2, 1)],
            vec![cell("c", 1, 1), cell("d", 1, 1)],
            vec![cell("e", 1_000_000_000, 9)],
        ];
        let shown = tabular(rows, |_| 'l', &mut 100);
        assert!(
            shown.contains("\\hline\n\\multirow{2}{*}{a} & \\multicolumn{2}{c}{b} \\\\\n\\hline\n & c & d \\\\\n"),
            "{shown}"
        );
        assert!(shown.contains("\\multicolumn{256}{c}"), "limited: {shown}");
    }
}
