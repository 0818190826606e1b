//! Table similarity.
//!
//! # What it measures
//! How similar the tables are in structure and content: rows, cells, spans and the text in the cells.
//!
//! # Formula
//! The mean of `1 - distance / nodes` over the tables of the reference. The distance is that of two ordered trees: a
//! deleted or inserted node costs 1. A renamed node costs 1 if tags or spans differ. Otherwise a cell costs the
//! Levenshtein distance of both contents divided by the length of the longer one, in characters; the start and the end
//! of an element such as `<b>` count as one character each. The nodes are the elements within the larger table, with
//! those in its cells.
//!
//! A table in LaTeX or Markdown becomes the tree `table`, `tr`, `td`. `\multicolumn` is `colspan`, `\multirow` is
//! `rowspan`, and the empty cells below it are not in the tree. Short rows are filled with empty cells. Rules, layout
//! commands, captions and rows without separator and content are omitted; white space and line breaks in a cell are one
//! space. Bold, italic, typewriter, underlined, raised and lowered text become `b`, `i`, `code`, `u`, `sup` and `sub`.
//! Accents, escaped characters, dashes and quotation marks become characters. A formula is its LaTeX between dollars
//! after the steps that `exact` also takes. Other commands stay as they are written, without braces.
//!
//! Two tables in HTML are read as the published code reads them: each element outside `td` is a node, white space counts,
//! and `th` is a node without text. HTML beside another format becomes the tree above, with `th` as `td`.
//!
//! Tables are matched one to one: those with the most equal cells first, then the rest in order. A table without partner
//! has similarity 0.
//!
//! # Example
//! ```text
//! reference:
//!   \begin{tabular}{cc} a & b \\ 1.50 & 2 \end{tabular}
//! prediction:
//!   \begin{tabular}{cc} a & b \\ 1.25 & 2 \end{tabular}
//! score: 0.9166666667 = 1 - (2 / 4) / 6
//! ```
//!
//! Two of four characters differ in one cell. Two rows and four cells are the six nodes.
//!
//! # Range and direction
//! 0 (nothing in common) to 1 (equal tables); higher is better.
//!
//! # Edge cases
//! The reference has no table: undefined. Tables that only the prediction has do not count, but are marked. A LaTeX table
//! needs two rows with content and content beyond the first column; `array` is a formula. Two tables without elements: 1.
//! Above 2^27 pairs of nodes, or 2^26 pairs of different cells, in two tables, and above 2^30 steps or 2^34 pairs of
//! characters in a sample, the score is undefined. Two tables of 1,000 rows and 10 columns are below that.
//!
//! # Deviations from the paper
//! The paper compares HTML only; for HTML the values are those of PubTabNet's code. That code counts the elements within
//! the table as nodes, so inline elements too, while the paper counts the nodes of the trees (`teds.tree_nodes`). It
//! ignores the text of `th`, which PubTabNet does not have; OmniDocBench replaces `th` by `td` before
//! (`teds.plain_html` does so). Its value can be below 0 for trees of unlike depth, and is 0 if a table is absent; here,
//! the least value is 0. Imported HTML and Markdown are converted to LaTeX before they are scored.
//!
//! # Source
//! `Image-based table recognition: data, model, and evaluation` (PubTabNet); table-recognition-metric 0.0.4.

use texlens_vocabulary::{Kind, Score};

use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::teds::{PLAIN_HTML, TREE_NODES, score};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &TableSimilarity;

pub(super) static INFO: Info = Info {
    id: "teds",
    name: "Table similarity (TEDS)",
    about: "How similar the tables are in rows, cells, spans and content, by the edit distance of trees.",
    group: Group::Table,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "PubTabNet; table-recognition-metric 0.0.4",
    limits: "Tables that only the prediction has do not count. Of two tables in HTML, the text of th is not compared.",
    headline: None,
    parameters: &[&PLAIN_HTML, &TREE_NODES],
};

struct TableSimilarity;

impl Metric for TableSimilarity {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        score(INFO.id, input, false)
    }
}
