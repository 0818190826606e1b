//! The tables of reference and prediction side by side, as plain data: which cells differ, are missing or extra.

use serde::{Deserialize, Serialize};
use texlens_evaluate::{InputError, table_comparisons};
use texlens_metrics::{CellState, Settings, Sheet, TableComparison};

/// Maximum number of tables of a sample that are drawn.
pub const MAX_TABLES: usize = 50;

/// Maximum number of cells of a table that are drawn. Later rows are left out.
pub const MAX_CELLS: usize = 2000;

/// Maximum number of columns and rows of a cell, as in browsers.
const MAX_SPAN: usize = 1000;

/// A table of the reference and its partner in the prediction. One of them may be absent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRow {
    /// The table of the reference.
    pub reference: Option<DrawnTable>,
    /// The table of the prediction.
    pub prediction: Option<DrawnTable>,
    /// The number of cells that are not equal on both sides. A pair of different cells counts once.
    pub differences: usize,
    /// Whether the tables are too large to be compared.
    pub is_too_large: bool,
}

/// A table as it is drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawnTable {
    /// The cells of each row. A cell over several rows stands in the first of them.
    pub rows: Vec<Vec<DrawnCell>>,
    /// The number of rows that are left out.
    pub omitted: usize,
}

/// A cell as it is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawnCell {
    /// The text without markup; formulas are LaTeX between dollars.
    pub text: String,
    /// The number of columns that the cell spans.
    pub columns: usize,
    /// The number of rows that the cell spans.
    pub rows: usize,
    /// The mark of the cell.
    pub mark: CellMark,
}

/// How a cell is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum CellMark {
    /// Both tables have the cell, or the tables were not compared.
    None,
    /// The other table has another cell in its place.
    Different,
    /// Only the reference has the cell.
    Missing,
    /// Only the prediction has the cell.
    Extra,
}

impl CellMark {
    /// Returns the word for readers; empty without a mark.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Different => "different",
            Self::Missing => "missing",
            Self::Extra => "extra",
        }
    }
}

/// Returns the tables of two texts: first those of the reference in order, then those of the prediction without a
/// partner. They are matched and compared as by the metric `teds` with these settings.
///
/// # Errors
///
/// If either text is longer than [`MAX_BYTES`](texlens_evaluate::MAX_BYTES).
pub fn tables(reference: &str, prediction: &str, settings: &Settings) -> Result<Vec<TableRow>, InputError> {
    let tables = table_comparisons(reference, prediction, settings)?;
    Ok(tables.iter().map(row).collect())
}

fn row(table: &TableComparison) -> TableRow {
    let TableComparison {
        reference, prediction, ..
    } = table;
    let count = |sheet: &Option<Sheet>, is_counted: fn(CellState) -> bool| {
        let cells = sheet.iter().flat_map(|sheet| &sheet.rows).flatten();
        cells.filter(|cell| is_counted(cell.state)).count()
    };
    let is_alone = |state| state == CellState::Alone;
    TableRow {
        reference: reference.as_ref().map(|sheet| drawn(sheet, CellMark::Missing)),
        prediction: prediction.as_ref().map(|sheet| drawn(sheet, CellMark::Extra)),
        differences: count(reference, |state| {
            matches!(state, CellState::Alone | CellState::Different)
        }) + count(prediction, is_alone),
        is_too_large: reference.is_some() && prediction.is_some() && table.similarity.is_none(),
    }
}

/// Draws a table. Cells that only this side has get the mark `alone`.
fn drawn(sheet: &Sheet, alone: CellMark) -> DrawnTable {
    let mut room = MAX_CELLS;
    let is_kept = |row: &&Vec<_>| {
        let rest = room.checked_sub(row.len());
        room = rest.unwrap_or(0);
        rest.is_some()
    };
    let mark = |state| match state {
        CellState::Equal | CellState::NotCompared => CellMark::None,
        CellState::Different => CellMark::Different,
        CellState::Alone => alone,
    };
    let rows: Vec<Vec<DrawnCell>> = sheet
        .rows
        .iter()
        .take_while(is_kept)
        .map(|row| {
            let cells = row.iter().map(|cell| DrawnCell {
                text: cell.text.trim().to_owned(),
                columns: cell.columns.clamp(1, MAX_SPAN),
                rows: cell.rows.clamp(1, MAX_SPAN),
                mark: mark(cell.state),
            });
            cells.collect()
        })
        .collect();
    DrawnTable {
        omitted: sheet.rows.len() - rows.len(),
        rows,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tabular(body: &str) -> String {
        format!("\\begin{{tabular}}{{ll}} {body} \\end{{tabular}}")
    }

    #[test]
    fn cells_carry_the_mark_of_their_side() {
        let reference = tabular("\\multicolumn{2}{c}{a} \\\\ b & c \\\\ d & e");
        let prediction = format!(
            "{}{}",
            tabular("\\multicolumn{2}{c}{a} \\\\ b & x"),
            tabular("y & z \\\\ y & z")
        );
        let tables = tables(&reference, &prediction, &Settings::default()).unwrap();
        let marks = |table: &Option<DrawnTable>| -> Vec<Vec<_>> {
            let rows = &table.as_ref().unwrap().rows;
            let cell = |cell: &DrawnCell| (cell.text.clone(), cell.columns, cell.mark.word());
            rows.iter().map(|row| row.iter().map(cell).collect()).collect()
        };
        assert_eq!(
            marks(&tables[0].reference),
            [
                vec![("a".to_owned(), 2, "")],
                vec![("b".to_owned(), 1, ""), ("c".to_owned(), 1, "different")],
                vec![("d".to_owned(), 1, "missing"), ("e".to_owned(), 1, "missing")],
            ]
        );
        assert_eq!(marks(&tables[0].prediction)[1][1], ("x".to_owned(), 1, "different"));
        assert_eq!((tables[0].differences, tables[1].differences), (3, 4));
        assert!(tables[1].reference.is_none());
        assert_eq!(marks(&tables[1].prediction)[0][0].2, "extra");
    }

    #[test]
    fn long_tables_are_cut_between_rows() {
        let long = tabular(&"a & b & c \\\\".repeat(1000));
        let tables = tables(&long, "", &Settings::default()).unwrap();
        let table = tables[0].reference.as_ref().unwrap();
        assert_eq!((table.rows.len(), table.omitted), (666, 334));
        assert!(!tables[0].is_too_large);
    }
}
