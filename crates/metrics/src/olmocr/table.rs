//! The test `table`.

use super::error::{LoadError, RunError};
use super::fields::Fields;
use super::ratio::{ratio, threshold};
use super::tables::{Table, html_tables, markdown_tables};
use super::text::normalise;
use super::verdict::{Verdict, quoted};

/// The minimum similarity of a cell, regardless of the allowed differences.
const LEAST_SIMILARITY: f64 = 0.5;

/// A cell that must be in a table, beside other cells. All texts are normalised. Empty texts are not checked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TableRelations {
    /// The text of the cell.
    pub cell: String,
    /// The text of a cell above it.
    pub up: String,
    /// The text of a cell below it.
    pub down: String,
    /// The text of a cell to its left.
    pub left: String,
    /// The text of a cell to its right.
    pub right: String,
    /// The text of a heading above it, or of the topmost cell if there is no heading.
    pub top_heading: String,
    /// The text of a heading to its left, or of the leftmost cell if there is no heading.
    pub left_heading: String,
    /// Whether Markdown tables are ignored.
    pub ignore_markdown_tables: bool,
}

impl TableRelations {
    pub(super) fn from_fields(fields: &mut Fields) -> Result<Self, LoadError> {
        let mut text = |field| Ok(normalise(&fields.optional(field)?.unwrap_or_default()));
        let [up, down, left, right, top_heading, left_heading] = [
            text("up")?,
            text("down")?,
            text("left")?,
            text("right")?,
            text("top_heading")?,
            text("left_heading")?,
        ];
        Ok(Self {
            cell: normalise(&fields.required("cell")?),
            up,
            down,
            left,
            right,
            top_heading,
            left_heading,
            ignore_markdown_tables: fields.flag("ignore_markdown_tables", false)?,
        })
    }

    /// Passes if a table has a cell with a similar text that has all the given neighbours. LaTeX tables are not found.
    pub(super) fn run(&self, markdown: &str, max_diffs: usize) -> Result<Verdict, RunError> {
        let mut tables = Vec::new();
        if !self.ignore_markdown_tables {
            tables = markdown_tables(markdown)?;
        }
        tables.extend(html_tables(markdown)?);
        if tables.is_empty() {
            return Ok(Verdict::fail("the page has no table"));
        }
        let mut candidates = 0;
        for table in &tables {
            let texts: Vec<String> = table.cells().iter().map(|cell| normalise(&cell.text)).collect();
            for (index, _) in texts
                .iter()
                .enumerate()
                .filter(|(_, text)| is_like(&self.cell, text, max_diffs))
            {
                if self.holds_at(index, table, &texts, max_diffs) {
                    let cell = quoted(&self.cell);
                    return Ok(Verdict::pass(format!(
                        "a cell {cell} has the neighbours that it should have"
                    )));
                }
                candidates += 1;
            }
        }
        Ok(Verdict::fail(match candidates {
            0 => format!("no cell of a table is {}", quoted(&self.cell)),
            _ => format!(
                "no cell {} has all the neighbours that it should have",
                quoted(&self.cell)
            ),
        }))
    }

    fn holds_at(&self, index: usize, table: &Table, texts: &[String], max_diffs: usize) -> bool {
        let finds = |expected: &str, neighbours: &dyn Fn() -> Vec<usize>| {
            let is_found = |neighbour: &usize| {
                texts
                    .get(*neighbour)
                    .is_some_and(|text| is_like(expected, text, max_diffs))
            };
            expected.is_empty() || neighbours().iter().any(is_found)
        };
        finds(&self.up, &|| table.up(index).to_vec())
            && finds(&self.down, &|| table.down(index).to_vec())
            && finds(&self.left, &|| table.left(index).to_vec())
            && finds(&self.right, &|| table.right(index).to_vec())
            && finds(&self.left_heading, &|| table.left_headings(index))
            && finds(&self.top_heading, &|| table.top_headings(index))
    }
}

fn is_like(expected: &str, text: &str, max_diffs: usize) -> bool {
    ratio(expected, text) >= threshold(max_diffs, expected.chars().count()).max(LEAST_SIMILARITY)
}
