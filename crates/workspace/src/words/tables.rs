//! Sentences of the tables of both sides.

use super::count;

/// Label of the tab.
pub const TAB: &str = "Tables";

/// Shown while the tables are compared.
pub const COMPARING: &str = "Comparing the tables\u{2026}";

/// Shown if there is no table.
pub const EMPTY: &str = "Neither text has a table.";

/// Shown in the place of a table that a text lacks.
pub const NONE: &str = "none";

/// Verdict on two tables with the same cells.
pub const SAME: &str = "same cells";

/// Verdict on two tables that are too large.
pub const TOO_LARGE: &str = "too large to be compared";

/// Returns the number of cells that differ.
#[must_use]
pub fn differences(cells: usize) -> String {
    format!("{} different", count(cells, "cell"))
}

/// Returns the heading of a table.
#[must_use]
pub fn table(number: usize) -> String {
    format!("Table {number}")
}

/// Returns the number of rows that are not shown.
#[must_use]
pub fn omitted(rows: usize) -> String {
    format!("{} not shown", count(rows, "row"))
}

/// Returns the number of tables that are not shown.
#[must_use]
pub fn more(tables: usize) -> String {
    format!("{} more not shown", count(tables, "table"))
}
