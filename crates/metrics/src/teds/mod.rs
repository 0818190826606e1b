//! Tree-edit-distance-based similarity of tables: TEDS and TEDS-S.
//!
//! `found` finds the tables of a text, `latex`, `html` and `markdown` read their cells, `plain` brings these into the form
//! that all formats have in common, `tree` is what `compared` compares by the `distance` of trees.

mod compared;
mod content;
mod distance;
mod found;
mod html;
mod latex;
mod markdown;
mod pairs;
mod plain;
mod reading;
mod score;
mod sheet;
mod tree;

pub use compared::CellState;
pub(crate) use reading::{PLAIN_HTML, TREE_NODES};
pub(crate) use score::score;
pub use sheet::{Sheet, SheetCell, TableComparison, compare_tables};
