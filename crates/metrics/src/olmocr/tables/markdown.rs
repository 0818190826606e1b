//! Tables in Markdown.

use super::super::error::RunError;
use super::super::limits::MAX_SLOTS;
use super::grid::{Content, Table};
use crate::python::strip;

/// Returns the tables in Markdown: two or more consecutive lines that each contain a bar. The first row and the first
/// column are headings. Rows of dashes are ignored. Linear time.
///
/// # Errors
///
/// Fails if the tables have more cells than the limit allows.
pub fn markdown_tables(markdown: &str) -> Result<Vec<Table>, RunError> {
    let mut slots = MAX_SLOTS;
    let lines: Vec<&str> = strip(markdown).split('\n').collect();
    let blocks = lines.split(|line| !line.contains('|')).filter(|block| block.len() >= 2);
    let tables = blocks.map(|block| Table::of_rows(rows(block), &mut slots));
    tables.filter_map(Result::transpose).collect()
}

fn rows(lines: &[&str]) -> Vec<Vec<Content>> {
    let separator = lines.iter().position(|line| is_separator(line));
    let lines = lines.iter().enumerate();
    let kept = lines.filter(|(at, line)| Some(*at) != separator && !is_rule(line));
    let cells = kept.map(|(_, line)| cells(line)).filter(|cells| !cells.is_empty());
    cells
        .enumerate()
        .map(|(row, cells)| {
            let cells = cells.into_iter().enumerate();
            cells
                .map(|(column, text)| content(text, row == 0 || column == 0))
                .collect()
        })
        .collect()
}

fn content(text: &str, is_heading: bool) -> Content {
    Content {
        text: text.to_owned(),
        is_heading,
        row_span: 1,
        column_span: 1,
    }
}

/// Whether a line is the one below the headings: dashes and colons between the bars.
fn is_separator(line: &str) -> bool {
    let between = line.replace('|', "");
    let between = strip(&between);
    !between.is_empty() && between.chars().all(|c| "- :".contains(c))
}

/// Whether a line consists only of dashes, colons and bars.
fn is_rule(line: &str) -> bool {
    !strip(line).is_empty() && line.chars().all(|c| "- :|".contains(c))
}

/// Returns the cells of a line, without those outside the outer bars.
fn cells(line: &str) -> Vec<&str> {
    let cells: Vec<&str> = line.split('|').map(strip).collect();
    let cells = cells.strip_prefix(&[""]).unwrap_or(&cells);
    cells.strip_suffix(&[""]).unwrap_or(cells).to_vec()
}
