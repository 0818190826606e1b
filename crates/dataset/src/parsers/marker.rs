//! Marker's JSON: a tree `{"block_type": "Document", "children": [page]}`, or chunks `{"blocks": [...], "page_info"}`.
//!
//! A block is `{"id": "/page/0/Text/1", "block_type", "html", "children"}`. The HTML of a block with children is a row
//! of `<content-ref src='ID'>`; their order is that of the children. Formulas are LaTeX in `<math>`. Pages count from 0.
//! Chunks have the blocks of the top level alone, with their whole HTML and `page`.
//!
//! Source: datalab-to/marker, README (output formats), `marker/renderers/json.py` and `chunk.py`.

use super::adapter::{Adapter, Parser};
use super::document::Document;
use super::node::Node;
use crate::convert::{Block, TableBody, Words};

pub(super) const ADAPTER: Adapter = Adapter {
    parser: Parser::Marker,
    mark: "\"block_type\"",
    suffixes: &[],
    read,
};

/// Types of blocks whose HTML says all.
const TEXTS: [&str; 13] = [
    "SectionHeader",
    "Text",
    "TextInlineMath",
    "ListItem",
    "Equation",
    "Code",
    "TableOfContents",
    "Handwriting",
    "Form",
    "ComplexRegion",
    "Line",
    "Span",
    "Reference",
];

fn read(root: &Node) -> Option<Document> {
    let mut document = Document::default();
    if root.get("block_type").text() == "Document" && root.get("children").is_list() {
        for (index, page) in (0..).zip(root.get("children").list()) {
            let number = page_of(page).unwrap_or(index) + 1;
            let mut blocks = Vec::new();
            read_block(page, &mut document, &mut blocks);
            document.page(number).extend(blocks);
        }
    } else if root.get("blocks").is_list() && !matches!(root.get("page_info"), Node::Nothing) {
        let mut number = 1;
        for block in root.get("blocks").list() {
            number = page_of(block).map_or(number, |index| index + 1);
            let mut blocks = Vec::new();
            read_block(block, &mut document, &mut blocks);
            document.page(number).extend(blocks);
        }
    } else {
        return None;
    }
    Some(document)
}

/// Returns the index of the page of a block: its member `page`, or the number in its id (`/page/3/Text/1`).
fn page_of(block: &Node) -> Option<u64> {
    let of_id = || {
        block
            .get("id")
            .text()
            .strip_prefix("/page/")?
            .split('/')
            .next()?
            .parse()
            .ok()
    };
    let index: Option<u64> = block.get("page").number().or_else(of_id);
    index.filter(|index| *index < u64::from(u32::MAX))
}

fn read_block(block: &Node, document: &mut Document, blocks: &mut Vec<Block>) {
    let html = || Words::Html(block.get("html").text().to_owned());
    let children = block.get("children").list();
    match block.get("block_type").text() {
        "PageHeader" | "PageFooter" => {}
        "Picture" | "Figure" => blocks.push(Block::Figure {
            captions: Vec::new(),
            notes: Vec::new(),
        }),
        "Caption" => blocks.push(Block::Caption(html())),
        "Footnote" => blocks.push(Block::Footnote(html())),
        // The children of a table are its cells, which its HTML repeats.
        "Table" => blocks.push(Block::Table {
            body: TableBody::Words(html()),
            captions: Vec::new(),
            notes: Vec::new(),
        }),
        "ListGroup" => blocks.push(Block::Paragraph(Words::Html(if children.is_empty() {
            block.get("html").text().to_owned()
        } else {
            list(block)
        }))),
        "Page" | "Document" | "FigureGroup" | "PictureGroup" | "TableGroup" => {
            if children.is_empty() {
                blocks.push(Block::Paragraph(html()));
            }
            for child in children {
                read_block(child, document, blocks);
            }
        }
        kind if TEXTS.contains(&kind) => blocks.push(Block::Paragraph(html())),
        kind => {
            document.unknown(kind);
            if children.is_empty() {
                blocks.push(Block::Paragraph(html()));
            }
            for child in children {
                read_block(child, document, blocks);
            }
        }
    }
}

/// Returns the HTML of a list from its items. The depth is limited by the parser of JSON.
fn list(group: &Node) -> String {
    let mut html = String::from("<ul>");
    for child in group.get("children").list() {
        match child.get("block_type").text() {
            "ListGroup" => html.push_str(&list(child)),
            _ => html.push_str(child.get("html").text()),
        }
    }
    html + "</ul>"
}
