//! Tables as plain data, for drawing.

use std::ops::Range;

use texlens_latex::Outline;

use super::compared::CellState;
use super::pairs::{Pair, Side, pairs};
use super::reading::Reading;
use super::tree::TableTree;
use crate::settings::Settings;

/// A table of the reference and its partner in the prediction. One of them may be absent.
#[derive(Debug, Clone, PartialEq)]
pub struct TableComparison {
    /// The table of the reference.
    pub reference: Option<Sheet>,
    /// The table of the prediction.
    pub prediction: Option<Sheet>,
    /// The similarity by `teds`; `None` if a table is absent or too large.
    pub similarity: Option<f64>,
}

/// A table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// The byte range of the table in its text.
    pub range: Range<usize>,
    /// The cells of each row. A cell over several rows stands in the first of them.
    pub rows: Vec<Vec<SheetCell>>,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetCell {
    /// The byte range of the content in the text; empty for an empty cell.
    pub range: Range<usize>,
    /// The text without markup; formulas are LaTeX between dollars.
    pub text: String,
    /// The number of columns that the cell spans.
    pub columns: usize,
    /// The number of rows that the cell spans.
    pub rows: usize,
    /// The result for the cell.
    pub state: CellState,
}

/// Returns the tables of two texts in pairs, as the metric `teds` compares them: first the tables of the reference in
/// order, then those of the prediction without a partner.
#[must_use]
pub fn compare_tables(reference: &Outline<'_>, prediction: &Outline<'_>, settings: &Settings) -> Vec<TableComparison> {
    let pairs = pairs(reference, prediction, Reading::of(settings, false));
    pairs.into_iter().map(comparison).collect()
}

fn comparison(pair: Pair) -> TableComparison {
    let Pair {
        reference,
        prediction,
        compared,
    } = pair;
    let (similarity, states) = match compared {
        Some(Ok(compared)) => (
            Some(compared.similarity),
            Some([compared.reference, compared.prediction]),
        ),
        Some(Err(_)) => (None, None),
        None => (None, Some([Vec::new(), Vec::new()])),
    };
    let [of_reference, of_prediction] = states.map_or([None, None], |states| states.map(Some));
    TableComparison {
        reference: reference.map(|side| sheet(side, of_reference)),
        prediction: prediction.map(|side| sheet(side, of_prediction)),
        similarity,
    }
}

/// Returns a table whose cells have these states. Without a list, they were not compared; those beyond it are alone.
fn sheet(side: Side, states: Option<Vec<(CellState, Option<usize>)>>) -> Sheet {
    let tree = side.tree.unwrap_or_else(|_| TableTree::default());
    let mut rows: Vec<Vec<SheetCell>> = Vec::new();
    rows.resize_with(tree.rows, Vec::new);
    for (index, cell) in tree.cells.into_iter().enumerate() {
        let state = match &states {
            None => CellState::NotCompared,
            Some(states) => states.get(index).map_or(CellState::Alone, |(state, _)| *state),
        };
        // HTML may have cells outside all rows.
        if rows.len() <= cell.row {
            rows.resize_with(cell.row + 1, Vec::new);
        }
        if let Some(row) = rows.get_mut(cell.row) {
            row.push(SheetCell {
                text: cell.content.text(),
                range: cell.range,
                columns: cell.columns,
                rows: cell.rows,
                state,
            });
        }
    }
    Sheet {
        range: side.range,
        rows,
    }
}
