//! Tables in HTML.

use super::super::error::RunError;
use super::super::limits::MAX_SLOTS;
use super::grid::{Content, Table};
use crate::html::{Document, Nesting, NodeKind};
use crate::python::strip;

/// The maximum length of the text in the cells of a page, in bytes. Text in nested tables counts for each cell that
/// contains it.
const MAX_TEXT_BYTES: usize = 1 << 22;

/// Returns the tables in the HTML of a page, each with the rows of the tables inside it. `th` elements and all cells
/// within `thead` are headings.
///
/// Elements are nested as in Python's BeautifulSoup with `html.parser`: an end tag closes the last element of its name
/// and everything open in it. Nothing closes by itself, so cells without end tags are part of the cell before. A
/// `rowspan` of 0 reaches to the last row.
///
/// Time is linear in the length of the page and in that of the cells' texts; both are limited.
///
/// # Errors
///
/// Fails if the tables have more cells, or more text, than the limits allow.
pub fn html_tables(html: &str) -> Result<Vec<Table>, RunError> {
    let document = Document::of(html, Nesting::EndTags);
    let (mut slots, mut bytes) = (MAX_SLOTS, MAX_TEXT_BYTES);
    let tables = document.elements_named("table", 0..document.nodes.len());
    let tables = tables.map(|table| Table::of_rows(rows(&document, table, &mut bytes)?, &mut slots));
    tables.filter_map(Result::transpose).collect()
}

/// Returns the rows of a table. The bytes of their texts are subtracted from `bytes`.
fn rows(document: &Document, table: usize, bytes: &mut usize) -> Result<Vec<Vec<Content>>, RunError> {
    let rows: Vec<usize> = document.elements_named("tr", document.descendants(table)).collect();
    let count = rows.len();
    let rows = rows.into_iter().enumerate();
    rows.map(|(at, row)| row_cells(document, row, count - at, bytes))
        .collect()
}

/// Returns the cells of a row. `rows_left` is the number of rows from this one to the last.
fn row_cells(document: &Document, row: usize, rows_left: usize, bytes: &mut usize) -> Result<Vec<Content>, RunError> {
    let in_head = document.ancestors(row).any(|node| document.name(node) == Some("thead"));
    let cell = |node: usize| match &document.nodes.get(node)?.kind {
        NodeKind::Element {
            name,
            row_span,
            column_span,
        } if name == "td" || name == "th" => Some(Content {
            text: strip(&document.text(node)).to_owned(),
            is_heading: in_head || name == "th",
            row_span: span(row_span.as_deref(), rows_left),
            column_span: span(column_span.as_deref(), 1),
        }),
        _ => None,
    };
    let within_limit = |cell: Content| {
        *bytes = bytes.checked_sub(cell.text.len()).ok_or(RunError::TablesTooLarge)?;
        Ok(cell)
    };
    document.children(row).filter_map(cell).map(within_limit).collect()
}

/// Returns the number of rows or columns that a cell spans. It is 1 if the attribute is missing or not a number above
/// 0, as read by Python's `int`. For "0", it is `for_zero`.
fn span(attribute: Option<&str>, for_zero: usize) -> usize {
    let number = strip(attribute.unwrap_or_default());
    if number == "0" {
        return for_zero.max(1);
    }
    let digits = number.strip_prefix('+').unwrap_or(number);
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return 1;
    }
    // A number with too many digits is a span that no table has.
    digits.parse().unwrap_or(usize::MAX).max(1)
}
