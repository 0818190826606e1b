//! Tables in HTML.

use std::collections::HashMap;

use html5gum::{HtmlString, StartTag, Token, Tokenizer};

use super::super::error::RunError;
use super::super::limits::MAX_SLOTS;
use super::grid::{Content, Table};
use crate::python::strip;

/// The maximum nesting depth of elements. The text of deeper elements belongs to their parent.
const MAX_DEPTH: usize = 128;

/// The maximum length of the text in the cells of a page, in bytes. Text in nested tables counts for each cell that
/// contains it.
const MAX_TEXT_BYTES: usize = 1 << 22;

/// Elements without content, as in BeautifulSoup.
const VOID: [&str; 24] = [
    "area", "base", "basefont", "bgsound", "br", "col", "command", "embed", "frame", "hr", "image", "img", "input",
    "isindex", "keygen", "link", "menuitem", "meta", "nextid", "param", "source", "spacer", "track", "wbr",
];

/// Elements whose text is not part of the cell.
const NO_TEXT: [&str; 3] = ["script", "style", "template"];

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
    let document = Document::of(html);
    let (mut slots, mut bytes) = (MAX_SLOTS, MAX_TEXT_BYTES);
    let tables = document.elements_named("table", 0..document.nodes.len());
    let tables = tables.map(|table| Table::of_rows(document.rows(table, &mut bytes)?, &mut slots));
    tables.filter_map(Result::transpose).collect()
}

enum Kind {
    Element {
        name: String,
        row_span: Option<String>,
        column_span: Option<String>,
    },
    Text(String),
}

struct Node {
    parent: Option<usize>,
    /// The index after the last descendant; descendants follow their ancestor.
    end: usize,
    kind: Kind,
}

/// The elements and texts, in the order of the source.
struct Document {
    nodes: Vec<Node>,
}

impl Document {
    fn of(html: &str) -> Self {
        let mut builder = Builder::default();
        // The tokenizer reads from memory, which cannot fail.
        for token in Tokenizer::new(html).flatten() {
            match token {
                Token::StartTag(tag) => builder.start(&tag),
                Token::EndTag(tag) => builder.end(&text(&tag.name)),
                Token::String(string) => builder.text(text(&string)),
                _ => {}
            }
        }
        builder.finish()
    }

    fn name(&self, node: usize) -> Option<&str> {
        match &self.nodes.get(node)?.kind {
            Kind::Element { name, .. } => Some(name),
            Kind::Text(_) => None,
        }
    }

    fn elements_named<'a>(&'a self, name: &'a str, range: std::ops::Range<usize>) -> impl Iterator<Item = usize> + 'a {
        range.filter(move |node| self.name(*node) == Some(name))
    }

    fn descendants(&self, node: usize) -> std::ops::Range<usize> {
        node + 1..self.nodes.get(node).map_or(0, |node| node.end)
    }

    fn ancestors(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let parent = |node: &usize| self.nodes.get(*node)?.parent;
        std::iter::successors(parent(&node), parent)
    }

    /// Returns the rows of a table. The bytes of their texts are subtracted from `bytes`.
    fn rows(&self, table: usize, bytes: &mut usize) -> Result<Vec<Vec<Content>>, RunError> {
        let rows: Vec<usize> = self.elements_named("tr", self.descendants(table)).collect();
        let count = rows.len();
        let rows = rows.into_iter().enumerate();
        rows.map(|(at, row)| self.row(row, count - at, bytes)).collect()
    }

    /// Returns the cells of a row. `rows_left` is the number of rows from this one to the last.
    fn row(&self, row: usize, rows_left: usize, bytes: &mut usize) -> Result<Vec<Content>, RunError> {
        let in_head = self.ancestors(row).any(|node| self.name(node) == Some("thead"));
        let is_child = |node: &usize| self.nodes.get(*node).and_then(|node| node.parent) == Some(row);
        let children = self.descendants(row).filter(is_child);
        let cell = |node: usize| match &self.nodes.get(node)?.kind {
            Kind::Element {
                name,
                row_span,
                column_span,
            } if name == "td" || name == "th" => Some(Content {
                text: strip(&self.text(node)).to_owned(),
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
        children.filter_map(cell).map(within_limit).collect()
    }

    /// Returns the text of an element and its descendants; a `br` element is a line break.
    fn text(&self, node: usize) -> String {
        let mut text = String::new();
        for node in self.descendants(node) {
            match self.nodes.get(node).map(|node| &node.kind) {
                Some(Kind::Text(part)) => text += part,
                Some(Kind::Element { name, .. }) if name == "br" => text.push('\n'),
                _ => {}
            }
        }
        text
    }
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

#[derive(Default)]
struct Builder {
    nodes: Vec<Node>,
    /// The indices of the open elements, and the number of open elements of each name.
    open: Vec<usize>,
    open_names: HashMap<String, usize>,
    /// The number of open elements whose text is ignored.
    silent: usize,
}

impl Builder {
    fn start(&mut self, tag: &StartTag<()>) {
        let name = text(&tag.name);
        let is_void = tag.self_closing || VOID.contains(&name.as_str());
        if !is_void && self.open.len() >= MAX_DEPTH {
            return;
        }
        let attribute = |name: &str| tag.attributes.get(name.as_bytes()).map(|value| text(&value.value));
        let index = self.push(Kind::Element {
            row_span: attribute("rowspan"),
            column_span: attribute("colspan"),
            name: name.clone(),
        });
        if !is_void {
            self.open.push(index);
            self.silent += usize::from(NO_TEXT.contains(&name.as_str()));
            *self.open_names.entry(name).or_default() += 1;
        }
    }

    fn end(&mut self, name: &str) {
        if self.open_names.get(name).is_none_or(|count| *count == 0) {
            return;
        }
        while self.close().is_some_and(|closed| closed != name) {}
    }

    /// Closes the innermost element and returns its name.
    fn close(&mut self) -> Option<String> {
        let end = self.nodes.len();
        let node = self.nodes.get_mut(self.open.pop()?)?;
        node.end = end;
        let Kind::Element { name, .. } = &node.kind else {
            return None;
        };
        let name = name.clone();
        self.silent -= usize::from(NO_TEXT.contains(&name.as_str()));
        if let Some(count) = self.open_names.get_mut(&name) {
            *count -= 1;
        }
        Some(name)
    }

    fn text(&mut self, text: String) {
        if self.silent == 0 {
            self.push(Kind::Text(text));
        }
    }

    fn push(&mut self, kind: Kind) -> usize {
        let index = self.nodes.len();
        self.nodes.push(Node {
            parent: self.open.last().copied(),
            end: index + 1,
            kind,
        });
        index
    }

    fn finish(mut self) -> Document {
        while self.close().is_some() {}
        Document { nodes: self.nodes }
    }
}

fn text(bytes: &HtmlString) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
