//! MinerU's intermediate result: `{"pdf_info": [{"page_idx", "para_blocks", "discarded_blocks"}]}`.
//!
//! A block has lines of spans (`{"type": "text" | "inline_equation" | "interline_equation" | "table", "content",
//! "html"}`), or blocks inside it: the body, captions and footnotes of a table or an image. A word that is hyphenated at
//! the end of a line is joined, as MinerU does for its Markdown. Discarded blocks are omitted, except for footnotes.
//!
//! Source: opendatalab/MinerU, `docs/en/reference/output_files.md`.

use super::adapter::{Adapter, Parser};
use super::document::Document;
use super::mineru::{FURNITURE, Runs};
use super::node::Node;
use crate::convert::{Block, TableBody, Words};

pub(super) const ADAPTER: Adapter = Adapter {
    parser: Parser::MineruMiddle,
    mark: "\"pdf_info\"",
    suffixes: &["_middle"],
    read,
};

fn read(root: &Node) -> Option<Document> {
    let pages = root.get("pdf_info");
    if !pages.is_list() {
        return None;
    }
    let mut document = Document::default();
    for (number, page) in (1..).zip(pages.list()) {
        let number = page.get("page_idx").number().map_or(number, |index| index + 1);
        let mut blocks = Vec::new();
        for block in page.get("para_blocks").list() {
            read_block(block, &mut document, &mut blocks);
        }
        let is_footnote = |block: &&Node| block.get("type").text() == "page_footnote";
        let discarded = page.get("discarded_blocks").list().iter();
        blocks.extend(discarded.filter(is_footnote).map(|block| Block::Footnote(words(block))));
        document.page(number).extend(blocks);
    }
    Some(document)
}

fn read_block(block: &Node, document: &mut Document, blocks: &mut Vec<Block>) {
    cutouts(block, document);
    match block.get("type").text() {
        "title" => blocks.push(Block::Heading {
            level: block.get("level").number().filter(|level| *level > 0).unwrap_or(1),
            words: words(block),
        }),
        "text" | "abstract" | "phonetic" => blocks.push(Block::Paragraph(words(block))),
        "interline_equation" => blocks.push(Block::Formula(contents(block, "content"))),
        "list" | "index" => blocks.extend(items(block).into_iter().map(|words| Block::Item {
            is_numbered: block.get("attribute").text() == "ordered",
            depth: 0,
            words,
        })),
        "ref_text" => blocks.extend(items(block).into_iter().map(Block::Paragraph)),
        "image" | "chart" => blocks.push(Block::Figure {
            captions: parts(block, "_caption"),
            notes: parts(block, "_footnote"),
        }),
        "table" => {
            let bodies = block.get("blocks").list().iter();
            let html: String = bodies
                .filter(|part| part.get("type").text() == "table_body")
                .map(|part| contents(part, "html"))
                .collect();
            blocks.push(Block::Table {
                body: TableBody::Words(Words::Html(html)),
                captions: parts(block, "_caption"),
                notes: parts(block, "_footnote"),
            });
        }
        "code" => {
            let captions = parts(block, "_caption");
            let bodies = block.get("blocks").list().iter();
            let bodies = bodies.filter(|part| part.get("type").text() == "code_body");
            if block.get("sub_type").text() == "algorithm" {
                blocks.extend(captions.into_iter().map(Block::Paragraph));
                blocks.extend(bodies.map(|body| Block::Paragraph(words(body))));
            } else {
                let text = bodies.map(code).collect();
                blocks.push(Block::Code { text, captions });
            }
        }
        kind if FURNITURE.contains(&kind) => {}
        kind => {
            document.unknown(kind);
            blocks.extend(items(block).into_iter().map(Block::Paragraph));
        }
    }
}

/// Notes the pictures that the spans of a block name. Blocks are at most one level deep.
fn cutouts(block: &Node, document: &mut Document) {
    let parts = std::iter::once(block).chain(block.get("blocks").list());
    for span in parts.flat_map(spans) {
        let path = span.get("image_path").text();
        if !path.is_empty() {
            document.cutouts.push(format!("images/{path}"));
        }
    }
}

fn spans(block: &Node) -> impl Iterator<Item = &Node> {
    block
        .get("lines")
        .list()
        .iter()
        .flat_map(|line| line.get("spans").list())
}

/// Returns the text of the lines of a block.
fn words(block: &Node) -> Words {
    let mut runs = Runs::default();
    for line in block.get("lines").list() {
        for (index, span) in line.get("spans").list().iter().enumerate() {
            runs.span(span, index == 0);
        }
    }
    runs.words()
}

/// Returns the texts of the blocks inside a block, or of its own lines if there are none.
fn items(block: &Node) -> Vec<Words> {
    match block.get("blocks").list() {
        [] => vec![words(block)],
        parts => parts.iter().map(words).collect(),
    }
}

/// Returns the texts of the blocks inside a block whose type ends like this.
fn parts(block: &Node, ending: &str) -> Vec<Words> {
    let parts = block.get("blocks").list().iter();
    parts
        .filter(|part| part.get("type").text().ends_with(ending))
        .map(words)
        .collect()
}

/// Returns a member of the spans of a block, joined.
fn contents(block: &Node, member: &str) -> String {
    spans(block).map(|span| span.get(member).text()).collect()
}

/// Returns the lines of a listing.
fn code(body: &Node) -> String {
    let line = |line: &Node| -> String {
        line.get("spans")
            .list()
            .iter()
            .map(|span| span.get("content").text())
            .collect()
    };
    body.get("lines").list().iter().map(|each| line(each) + "\n").collect()
}
