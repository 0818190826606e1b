//! Marker's JSON: a tree `{"block_type": "Document", "children": [page]}`, or chunks `{"blocks": [...], "page_info"}`.
//!
//! A block is `{"id": "/page/0/Text/1", "block_type", "html", "children"}`. The HTML of a block with children is a row
//! of `<content-ref src='ID'>`; their order is that of the children. Formulas are LaTeX in `<math>`. A paragraph of the
//! class `has-continuation` goes on in the next one; both are joined where the first one stands, if they are on one
//! page. Pages count from 0. Chunks have the blocks of the top level alone, with their whole HTML and `page`.
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

/// The class of a paragraph that goes on in the next one.
const CONTINUED: &str = "has-continuation";

/// Types of blocks whose HTML says all.
const TEXTS: [&str; 12] = [
    "SectionHeader",
    "ListGroup",
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
            let mut reader = Reader::default();
            reader.read(page, &mut document);
            document.page(number).extend(reader.finish());
        }
    } else if root.get("blocks").is_list() && *root.get("page_info") != Node::Nothing {
        let (mut number, mut reader) = (1, Reader::default());
        for block in root.get("blocks").list() {
            let next = page_of(block).map_or(number, |index| index + 1);
            if next != number {
                document.page(number).extend(std::mem::take(&mut reader).finish());
                number = next;
            }
            reader.read(block, &mut document);
        }
        document.page(number).extend(reader.finish());
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

/// Reads the blocks of a page.
#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    /// The paragraph that goes on in the next one, and its HTML.
    open: Option<(usize, String)>,
}

impl Reader {
    /// Reads a block with all blocks inside it. The depth is limited by the parser of JSON.
    fn read(&mut self, block: &Node, document: &mut Document) {
        let html = || Words::Html(block.get("html").text().to_owned());
        match block.get("block_type").text() {
            "PageHeader" | "PageFooter" => {}
            "Picture" | "Figure" => self.blocks.push(Block::Figure {
                captions: Vec::new(),
                notes: Vec::new(),
            }),
            "Caption" => self.blocks.push(Block::Caption(html())),
            "Footnote" => self.blocks.push(Block::Footnote(html())),
            // The children of a table are its cells, which its HTML repeats.
            "Table" => self.blocks.push(Block::Table {
                body: TableBody::Words(html()),
                captions: Vec::new(),
                notes: Vec::new(),
            }),
            "ListGroup" if !block.get("children").list().is_empty() => {
                self.blocks.push(Block::Paragraph(Words::Html(list(block))));
            }
            "Page" | "Document" | "FigureGroup" | "PictureGroup" | "TableGroup" => self.inside(block, document),
            "Text" | "TextInlineMath" => self.paragraph(block.get("html").text()),
            kind if TEXTS.contains(&kind) => self.blocks.push(Block::Paragraph(html())),
            kind => {
                document.unknown(kind);
                self.inside(block, document);
            }
        }
    }

    /// Reads the blocks inside a block, or its own HTML if there are none.
    fn inside(&mut self, block: &Node, document: &mut Document) {
        let children = block.get("children").list();
        if children.is_empty() {
            let html = block.get("html").text().to_owned();
            self.blocks.push(Block::Paragraph(Words::Html(html)));
        }
        for child in children {
            self.read(child, document);
        }
    }

    /// Adds a paragraph, or joins it to the one that goes on.
    fn paragraph(&mut self, html: &str) {
        match &mut self.open {
            Some((_, before)) => join(before, html),
            None => {
                self.open = Some((self.blocks.len(), html.to_owned()));
                // The paragraph comes here once all of its parts are known.
                self.blocks.push(Block::Paragraph(Words::Html(String::new())));
            }
        }
        if !html.split('>').next().is_some_and(|tag| tag.contains(CONTINUED)) {
            self.close();
        }
    }

    fn close(&mut self) {
        if let Some((place, html)) = self.open.take()
            && let Some(block) = self.blocks.get_mut(place)
        {
            *block = Block::Paragraph(Words::Html(html));
        }
    }

    /// Returns the blocks of the page.
    fn finish(mut self) -> Vec<Block> {
        self.close();
        self.blocks
    }
}

/// Joins the HTML of a paragraph to the one before it. A hyphen between them is removed after a small letter, as Marker
/// does for its Markdown.
fn join(before: &mut String, html: &str) {
    before.truncate(before.trim_end().len());
    if before.ends_with("</p>") {
        before.truncate(before.len() - "</p>".len());
        before.truncate(before.trim_end().len());
    }
    let html = match html.split_once('>') {
        Some((tag, rest)) if tag.starts_with("<p") => rest,
        _ => html,
    };
    if before
        .strip_suffix('-')
        .is_some_and(|word| word.ends_with(char::is_lowercase))
    {
        before.pop();
    } else {
        before.push(' ');
    }
    before.push_str(html);
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
