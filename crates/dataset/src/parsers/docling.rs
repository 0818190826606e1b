//! Docling's `DoclingDocument`: `{"schema_name", "body": {"children": [{"$ref": "#/texts/0"}]}, "texts", "tables",
//! "pictures", "groups"}`.
//!
//! The order is that of the references from `body`, depth first. Texts have no markup. Formulas are LaTeX; a formula
//! that was not decoded has an empty text. Tables are a `grid` of cells, in which a cell over several rows or columns
//! occurs at each of them. Captions and footnotes are texts that their table, picture or listing refers to. Texts in the
//! layer `furniture`, and running heads and page numbers by their label, are omitted. Pages count from 1.
//!
//! Source: docling-project/docling-core, `docling_core/types/doc/document.py`; examples in docling-project/docling,
//! `tests/data/pdf/groundtruth`.

use std::collections::{HashMap, HashSet};

use super::adapter::{Adapter, Parser};
use super::document::Document;
use super::node::Node;
use crate::convert::{Block, Run, TableBody, TableCell, Words};

pub(super) const ADAPTER: Adapter = Adapter {
    parser: Parser::Docling,
    mark: "\"DoclingDocument\"",
    suffixes: &[],
    read,
};

fn read(root: &Node) -> Option<Document> {
    if root.get("schema_name").text() != "DoclingDocument" {
        return None;
    }
    let mut lists: HashMap<&str, &[Node]> = HashMap::new();
    for (name, value) in root.members() {
        lists.entry(name).or_insert(value.list());
    }
    let mut reader = Reader {
        lists,
        document: Document::default(),
        page: 1,
        seen: HashSet::new(),
    };
    reader.children(root.get("body"), 0);
    Some(reader.document)
}

struct Reader<'n> {
    /// The lists of nodes by their names.
    lists: HashMap<&'n str, &'n [Node]>,
    document: Document,
    /// The page of the last block whose place is known.
    page: u64,
    /// Nodes that have been read, by their lists and places. Each node has one place, and references may form a circle.
    seen: HashSet<(&'n str, usize)>,
}

/// Maximum depth of the tree. Deeper blocks are omitted.
const MAX_DEPTH: usize = 64;

impl<'n> Reader<'n> {
    fn children(&mut self, parent: &'n Node, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        for child in parent.get("children").list() {
            self.reference(child, depth, 0);
        }
    }

    /// Follows a reference, unless its node has been read before.
    fn resolve(&mut self, reference: &'n Node) -> Option<&'n Node> {
        let path = reference.either(&["$ref", "cref"]).text();
        let (list, index) = path.strip_prefix("#/")?.split_once('/')?;
        let index = index.parse().ok()?;
        let node = self.lists.get(list)?.get(index)?;
        self.seen.insert((list, index)).then_some(node)
    }

    /// Reads what a reference points to. `lists` is the number of lists around it.
    fn reference(&mut self, reference: &'n Node, depth: usize, lists: usize) {
        let Some(node) = self.resolve(reference) else { return };
        if node.get("content_layer").text() == "furniture" {
            return;
        }
        let place = node.get("prov").list().first();
        self.page = place
            .and_then(|place| place.get("page_no").number())
            .unwrap_or(self.page);
        self.node(node, depth, lists);
    }

    fn push(&mut self, block: Block) {
        self.document.page(self.page).push(block);
    }

    fn node(&mut self, node: &'n Node, depth: usize, lists: usize) {
        let words = || words(node);
        match node.get("label").text() {
            "page_header" | "page_footer" => return,
            "title" => self.push(Block::Title(words())),
            "section_header" => self.push(Block::Heading {
                level: node.get("level").number().unwrap_or(1),
                words: words(),
            }),
            "list_item" => {
                // The text of an item may be in a group inside it.
                let inner = if node.get("text").text().trim().is_empty() {
                    self.inline_of(node)
                } else {
                    words()
                };
                self.push(Block::Item {
                    is_numbered: node.get("enumerated").is_true(),
                    depth: lists.saturating_sub(1),
                    words: inner,
                });
            }
            "formula" => self.push(Block::Formula(node.get("text").text().to_owned())),
            "code" => {
                let captions = self.linked(node, "captions");
                self.push(Block::Code {
                    text: node.get("text").text().to_owned(),
                    captions,
                });
            }
            "footnote" => self.push(Block::Footnote(words())),
            "caption" => self.push(Block::Caption(words())),
            "table" | "document_index" => {
                let (captions, notes) = (self.linked(node, "captions"), self.linked(node, "footnotes"));
                self.push(Block::Table {
                    body: TableBody::Rows(rows(node.get("data"))),
                    captions,
                    notes,
                });
                return;
            }
            "picture" | "chart" => {
                let (captions, notes) = (self.linked(node, "captions"), self.linked(node, "footnotes"));
                self.push(Block::Figure { captions, notes });
                let path = node.get("image").get("uri").text();
                if !path.is_empty() {
                    self.document.cutouts.push(path.to_owned());
                }
                // Text in a picture belongs to the picture.
                return;
            }
            "inline" => {
                let inner = self.inline_of_group(node);
                self.push(Block::Paragraph(inner));
                return;
            }
            "list" | "ordered_list" => return self.items(node, depth, lists + 1),
            "text"
            | "paragraph"
            | "reference"
            | "checkbox_selected"
            | "checkbox_unselected"
            | "handwritten_text"
            | "empty_value" => self.push(Block::Paragraph(words())),
            // Other groups have no text of their own.
            kind => {
                if !node.get("text").text().trim().is_empty() {
                    self.document.unknown(kind);
                    self.push(Block::Paragraph(words()));
                }
            }
        }
        if node.get("label").text() == "list_item" {
            self.items(node, depth, lists);
        } else {
            self.children(node, depth + 1);
        }
    }

    fn items(&mut self, parent: &'n Node, depth: usize, lists: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        for child in parent.get("children").list() {
            self.reference(child, depth + 1, lists);
        }
    }

    /// Returns the texts that a node refers to, such as its captions.
    fn linked(&mut self, node: &'n Node, member: &str) -> Vec<Words> {
        let references = node.get(member).list().iter();
        references
            .filter_map(|reference| self.resolve(reference))
            .map(words)
            .collect()
    }

    /// Returns the text of the inline group that is the first child of an item.
    fn inline_of(&mut self, item: &'n Node) -> Words {
        let first = item.get("children").list().first();
        match first.and_then(|first| self.resolve(first)) {
            Some(group) if group.get("label").text() == "inline" => self.inline_of_group(group),
            Some(other) => words(other),
            None => Words::Runs(Vec::new()),
        }
    }

    /// Returns the texts and formulas of an inline group, with blanks between them.
    fn inline_of_group(&mut self, group: &'n Node) -> Words {
        let mut runs = Vec::new();
        for child in group.get("children").list() {
            let Some(node) = self.resolve(child) else { continue };
            let text = node.get("text").text().to_owned();
            if !runs.is_empty() {
                runs.push(Run::Text(" ".to_owned()));
            }
            runs.push(if node.get("label").text() == "formula" {
                Run::Formula(text)
            } else {
                Run::Text(text)
            });
        }
        Words::Runs(runs)
    }
}

fn words(node: &Node) -> Words {
    Words::Plain(node.get("text").text().to_owned())
}

/// Returns the rows of a table. A cell stands where it begins.
fn rows(data: &Node) -> Vec<Vec<TableCell>> {
    let row = |(row, cells): (u64, &Node)| {
        let cells = (0..).zip(cells.list());
        let begins = |(column, cell): &(u64, &Node)| {
            cell.get("start_row_offset_idx").number().unwrap_or(row) == row
                && cell.get("start_col_offset_idx").number().unwrap_or(*column) == *column
        };
        let span = |cell: &Node, member: &str| {
            let span = cell.get(member).number().unwrap_or(1).max(1);
            usize::try_from(span).unwrap_or(usize::MAX)
        };
        cells
            .filter(begins)
            .map(|(_, cell)| TableCell {
                words: words(cell),
                columns: span(cell, "col_span"),
                rows: span(cell, "row_span"),
            })
            .collect()
    };
    (0..).zip(data.get("grid").list()).map(row).collect()
}
