//! A table.

use serde::{Deserialize, Serialize};
use texlens_latex::Tabular;

use super::LabelAsk;
use super::figure::check_caption;
use crate::check::booktabs_flaw;
use crate::finding::{ErrorType, Findings};
use crate::grid::Grid;
use crate::view::View;

/// Exactly one table with the given cells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// The cells, row by row; the first row is the header.
    pub cells: Vec<Vec<String>>,
    /// Whether the rules must be those of booktabs, without vertical lines.
    pub booktabs: bool,
    /// The caption, which makes it a float; `None` for a bare tabular.
    pub caption: Option<String>,
    /// The label.
    pub label: LabelAsk,
}

impl Table {
    pub(crate) fn check(&self, view: &View<'_>, findings: &mut Findings<'_>) {
        let [table] = view.outline.tables() else {
            let (found, range) = match view.outline.tables().get(1) {
                Some(second) => ("more than one table", second.range.clone()),
                None => ("no table", view.end()),
            };
            return findings.add(
                ErrorType::Capability,
                range,
                format!("There is {found}, but exactly one was asked for"),
                "Write one table",
            );
        };
        let Some(tabular) = table.tabulars.first() else {
            return findings.add(
                ErrorType::Capability,
                table.range.clone(),
                "The table has no tabular",
                "Write the cells in a tabular environment",
            );
        };
        let grid = Grid::of(view, &tabular.body);
        self.check_cells(&grid, &tabular.range, findings);
        if self.booktabs {
            check_booktabs(view, &grid, tabular, findings);
        }
        match &self.caption {
            Some(caption) => check_caption(view, "table", &table.range, caption, &self.label, findings),
            None if table.range == tabular.range => {}
            None => findings.add(
                ErrorType::Constraint,
                table.range.start..tabular.range.start,
                "The tabular stands in a float, although none was asked for",
                "Write the tabular alone",
            ),
        }
    }

    fn check_cells(&self, grid: &Grid, tabular: &std::ops::Range<usize>, findings: &mut Findings<'_>) {
        if grid.rows.len() != self.cells.len() {
            return findings.add(
                ErrorType::Constraint,
                tabular.clone(),
                format!(
                    "The table has {} rows with the header, not {}",
                    grid.rows.len(),
                    self.cells.len()
                ),
                "Write exactly the given rows",
            );
        }
        for (row, asked) in grid.rows.iter().zip(&self.cells) {
            if row.cells != *asked {
                findings.add(
                    ErrorType::Logical,
                    row.range.clone(),
                    format!("This row must have the cells {}", asked.join(", ")),
                    "Copy the cells from the task, each in its column",
                );
            }
        }
    }
}

fn check_booktabs(view: &View<'_>, grid: &Grid, tabular: &Tabular, findings: &mut Findings<'_>) {
    let columns = tabular.range.start..tabular.body.start;
    if view.text(&columns).contains('|') {
        findings.add(
            ErrorType::Formatting,
            columns,
            "The table has vertical lines",
            "Remove every | from the columns, as booktabs advises",
        );
    }
    // Incomplete rules are reported by the rules that hold for every answer.
    if grid.rule("\\toprule").is_none() && booktabs_flaw(grid, &tabular.range).is_none() {
        findings.add(
            ErrorType::Formatting,
            tabular.range.clone(),
            "The table has no rules of booktabs",
            "Use \\toprule, \\midrule and \\bottomrule",
        );
    }
}
