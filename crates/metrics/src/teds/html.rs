//! The cells of a table in HTML, and its tree as the published code builds it.

use std::ops::Range;

use texlens_latex::Markup;

use super::content::{Content, Tags, Writer};
use super::plain::SpannedCell;
use super::tree::{Cell, MAX_NODES, TableTree, TooLarge};
use crate::html::{Document, NodeKind};
use crate::python::strip;

/// Elements within a line that LaTeX has as well, and the one that stands for them.
const INLINE: [(&str, &str); 11] = [
    ("b", "b"),
    ("strong", "b"),
    ("i", "i"),
    ("em", "i"),
    ("cite", "i"),
    ("dfn", "i"),
    ("code", "code"),
    ("tt", "code"),
    ("u", "u"),
    ("sup", "sup"),
    ("sub", "sub"),
];

/// Returns the element that stands for an element within a line; `None` if only its content counts.
pub(super) fn inline(name: &str) -> Option<&'static str> {
    INLINE
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, stands)| *stands)
}

/// Returns the outermost tables of a document.
pub(super) fn tables(document: &Document) -> Vec<usize> {
    let mut end = 0;
    let all = document.elements_named("table", 0..document.nodes.len());
    let is_outermost = |table: &usize| {
        let is_outermost = *table >= end;
        if is_outermost {
            end = document.descendants(*table).end;
        }
        is_outermost
    };
    all.filter(is_outermost).collect()
}

/// Returns the rows of a table, without those of tables in its cells.
pub(super) fn rows(document: &Document, table: usize, tags: &mut Tags) -> Result<Vec<Vec<SpannedCell>>, TooLarge> {
    let mut rows = Vec::new();
    let mut places = 0_usize;
    let mut node = table + 1;
    while node < document.descendants(table).end {
        match document.name(node) {
            Some("tr") => {
                rows.push(row(document, node, tags));
                node = document.descendants(node).end;
            }
            Some("td" | "th" | "caption") => node = document.descendants(node).end,
            _ => node += 1,
        }
    }
    // For each column, the first row that no cell from above covers.
    let mut free: Vec<usize> = Vec::new();
    for (index, row) in rows.iter_mut().enumerate() {
        let mut column = 0;
        for cell in row {
            while free.get(column).is_some_and(|free| *free > index) {
                column += 1;
            }
            cell.column = column;
            column += cell.columns;
            places = places.saturating_add(cell.columns);
            if places > MAX_NODES {
                return Err(TooLarge);
            }
            free.resize(free.len().max(column), 0);
            if let Some(free) = free.get_mut(cell.column..column) {
                free.fill(index.saturating_add(cell.rows.unsigned_abs()));
            }
        }
    }
    Ok(rows)
}

fn row(document: &Document, row: usize, tags: &mut Tags) -> Vec<SpannedCell> {
    let cells = document.children(row);
    let cells = cells.filter(|node| matches!(document.name(*node), Some("td" | "th")));
    cells
        .map(|node| {
            let [columns, rows] = spans(document, node);
            SpannedCell {
                content: plain_content(document, node, tags),
                range: inside(document, node),
                column: 0,
                columns: columns.max(1),
                rows: rows.clamp(1, MAX_NODES).cast_signed(),
            }
        })
        .collect()
}

/// Returns the numbers of columns and rows of a cell as Python's `int` reads them; 1 where it reads none.
fn spans(document: &Document, node: usize) -> [usize; 2] {
    let Some(NodeKind::Element {
        row_span, column_span, ..
    }) = document.nodes.get(node).map(|node| &node.kind)
    else {
        return [1, 1];
    };
    [column_span, row_span].map(|span| span.as_deref().and_then(|span| strip(span).parse().ok()).unwrap_or(1))
}

/// Returns the range of the content of an element.
fn inside(document: &Document, node: usize) -> Range<usize> {
    let start = |node: usize| document.nodes.get(node).map(|node| node.range.start);
    let children: Vec<usize> = document.children(node).collect();
    let whole = document.nodes.get(node).map_or(0..0, |node| node.range.clone());
    match (children.first(), children.last()) {
        (Some(first), Some(last)) => {
            let end = document.nodes.get(*last).map_or(whole.end, |last| last.range.end);
            start(*first).unwrap_or(whole.start)..end
        }
        _ => whole,
    }
}

/// Returns the content of a cell in the form that all formats have in common.
fn plain_content(document: &Document, cell: usize, tags: &mut Tags) -> Content {
    let mut writer = Writer::new(tags);
    write(document, cell, &mut writer);
    writer.finish()
}

/// Writes the children of a node. The depth of a document is limited.
fn write(document: &Document, node: usize, writer: &mut Writer<'_>) {
    for child in document.children(node) {
        match document.nodes.get(child).map(|node| &node.kind) {
            Some(NodeKind::Text(text)) => write_text(text, writer),
            Some(NodeKind::Element { name, .. }) => {
                let element = inline(name);
                // Only elements within a line touch the text beside them.
                let is_block = matches!(name.as_str(), "br" | "p" | "div" | "li" | "table" | "tr" | "td" | "th");
                if is_block {
                    writer.space();
                }
                element.into_iter().for_each(|tag| writer.open(tag));
                write(document, child, writer);
                element.into_iter().for_each(|tag| writer.close(tag));
                if is_block {
                    writer.space();
                }
            }
            None => {}
        }
    }
}

/// Writes text with formulas between delimiters.
fn write_text(text: &str, writer: &mut Writer<'_>) {
    let mut done = 0;
    for formula in Markup::Markdown.formulas(text) {
        writer.text(text.get(done..formula.range.start).unwrap_or_default());
        writer.formula(text.get(formula.body.clone()).unwrap_or_default());
        done = formula.range.end;
    }
    writer.text(text.get(done..).unwrap_or_default());
}

/// Returns the tree of a table as the published code builds it: every element outside `td` is a node, and only `td` has
/// content, with white space as written.
pub(super) fn tree(document: &Document, table: usize, tags: &mut Tags) -> Result<TableTree, TooLarge> {
    let mut tree = TableTree::default();
    add(document, table, tags, &mut tree)?;
    tree.elements -= 1;
    Ok(tree)
}

/// Adds an element and what is in it. The depth of a document is limited.
fn add(document: &Document, node: usize, tags: &mut Tags, tree: &mut TableTree) -> Result<(), TooLarge> {
    let Some(name) = document.name(node) else {
        return Ok(());
    };
    let (start, tag) = (tree.start(), tags.number(name));
    let is_data = name == "td";
    if !is_data {
        for child in document.children(node) {
            add(document, child, tags, tree)?;
        }
    }
    if is_data || name == "th" {
        let [columns, rows] = spans(document, node);
        let mut content = Content::default();
        collect(document, node, tags, &mut content);
        let cell = Cell {
            range: inside(document, node),
            row: tree.rows,
            columns,
            rows,
            content,
        };
        return tree.cell(tag, cell, is_data, start);
    }
    tree.rows += usize::from(name == "tr");
    tree.end(tag, start)
}

/// Collects the content of a cell: each element gives the tags of its start and end, also if it cannot have content.
/// Text after a cell within the cell does not count.
fn collect(document: &Document, node: usize, tags: &mut Tags, content: &mut Content) {
    let mut is_after_cell = false;
    for child in document.children(node) {
        match document.nodes.get(child).map(|node| &node.kind) {
            Some(NodeKind::Text(text)) if !is_after_cell => content.tokens.extend(text.chars().map(u32::from)),
            Some(NodeKind::Text(_)) | None => {}
            Some(NodeKind::Element { name, .. }) => {
                let tag = tags.number(name);
                content.tokens.push(tag);
                content.elements += 1;
                collect(document, child, tags, content);
                // The published code leaves the end of this element out.
                if name != "unk" {
                    content.tokens.push(tag + 1);
                }
                is_after_cell = name == "td";
            }
        }
    }
}
