//! Table similarity, structure only.
//!
//! # What it measures
//! How similar the tables are in rows, cells and spans, whatever the cells contain.
//!
//! # Formula
//! That of `teds`, with all cells empty: a cell costs 1 if its spans differ, otherwise 0.
//!
//! # Example
//! ```text
//! reference:
//!   \begin{tabular}{cc} a & b \\ 1.50 & 2 \end{tabular}
//! prediction:
//!   \begin{tabular}{cc} \multicolumn{2}{c}{a} \\ 1.25 & 2 \end{tabular}
//! score: 0.6666666667 = 1 - 2 / 6
//! ```
//!
//! One cell spans another number of columns, and one is missing. Two rows and four cells are the six nodes. With `teds`,
//! the value is 0.5833333333.
//!
//! # Range and direction
//! 0 (nothing in common) to 1 (equal structure); higher is better.
//!
//! # Edge cases
//! Those of `teds`, without the limits on the contents of cells. The settings are those of `teds`.
//!
//! # Deviations from the paper
//! Those of `teds`. The paper has no such variant: later ones call it TEDS-S or TEDS-Struct. The elements in cells still
//! count as nodes, as in the published code.
//!
//! # Source
//! `structure_only` of PubTabNet's code; table-recognition-metric 0.0.4.

use texlens_vocabulary::{Kind, Score};

use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::teds::score;

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &TableStructure;

pub(super) static INFO: Info = Info {
    id: "teds_structure",
    name: "Table similarity, structure only (TEDS-S)",
    about: "How similar the tables are in rows, cells and spans, by the edit distance of trees.",
    group: Group::Table,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "PubTabNet; table-recognition-metric 0.0.4",
    limits: "Tables that only the prediction has do not count.",
    headline: None,
    parameters: &[],
};

struct TableStructure;

impl Metric for TableStructure {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        score(INFO.id, input, true)
    }
}
