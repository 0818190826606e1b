//! MinerU's second content list: `[[{"type", "content": {...}}]]`, a list of blocks for each page in reading order.
//!
//! Texts are lists of spans, `{"type": "text" | "equation_inline", "content"}`, in a member that is named after the
//! type: `{"title_content", "level"}`, `{"paragraph_content"}`, `{"math_content"}`.
//!
//! Source: opendatalab/MinerU, `mineru/backend/pipeline/pipeline_middle_json_mkcontent.py`
//! (`make_blocks_to_content_list_v2`).

use super::adapter::{Adapter, Parser};
use super::document::Document;
use super::mineru::{FURNITURE, Runs};
use super::node::Node;
use crate::convert::{Block, TableBody, Words};

pub(super) const ADAPTER: Adapter = Adapter {
    parser: Parser::MineruContentListV2,
    mark: "_content\"",
    suffixes: &["_content_list_v2"],
    read,
};

fn read(pages: &Node) -> Option<Document> {
    let pages = pages.list();
    let is_block =
        |block: &Node| !block.get("type").text().is_empty() && matches!(block.get("content"), Node::Object(_));
    let mut blocks = pages.iter().flat_map(Node::list);
    if !pages.iter().all(Node::is_list) || !blocks.next().is_some_and(is_block) {
        return None;
    }
    let mut document = Document::default();
    for (number, page) in (1..).zip(pages) {
        let mut blocks = Vec::new();
        for block in page.list() {
            let content = block.get("content");
            let cutout = content.get("image_source").get("path").text();
            if !cutout.is_empty() {
                document.cutouts.push(cutout.to_owned());
            }
            read_block(block.get("type").text(), content, &mut document, &mut blocks);
        }
        document.page(number).extend(blocks);
    }
    Some(document)
}

fn read_block(kind: &str, content: &Node, document: &mut Document, blocks: &mut Vec<Block>) {
    let words = |name: &str| words(content.get(name));
    let captions = |name: &str| Vec::from_iter(some(content.get(name)));
    match kind {
        "title" => blocks.push(Block::Heading {
            level: content.get("level").number().unwrap_or(1),
            words: words("title_content"),
        }),
        "paragraph" => blocks.push(Block::Paragraph(words("paragraph_content"))),
        "equation_interline" => blocks.push(Block::Formula(content.get("math_content").text().to_owned())),
        "image" => blocks.push(Block::Figure {
            captions: captions("image_caption"),
            notes: captions("image_footnote"),
        }),
        "chart" => blocks.push(Block::Figure {
            captions: captions("chart_caption"),
            notes: captions("chart_footnote"),
        }),
        "table" => blocks.push(Block::Table {
            body: TableBody::Words(Words::Html(content.get("html").text().to_owned())),
            captions: captions("table_caption"),
            notes: captions("table_footnote"),
        }),
        "code" => blocks.push(Block::Code {
            text: content
                .get("code_content")
                .list()
                .iter()
                .map(|span| span.get("content").text())
                .collect(),
            captions: captions("code_caption"),
        }),
        "algorithm" => {
            blocks.extend(captions("algorithm_caption").into_iter().map(Block::Paragraph));
            blocks.push(Block::Paragraph(words("algorithm_content")));
        }
        "list" | "index" => {
            let is_references = content.get("list_type").text() == "reference_list";
            let is_numbered = content.get("attribute").text() == "ordered";
            let items = content
                .get("list_items")
                .list()
                .iter()
                .map(|item| self::words(item.get("item_content")));
            blocks.extend(items.map(|words| {
                if is_references {
                    Block::Paragraph(words)
                } else {
                    Block::Item {
                        is_numbered,
                        depth: 0,
                        words,
                    }
                }
            }));
        }
        "page_footnote" => blocks.push(Block::Footnote(words("page_footnote_content"))),
        kind if FURNITURE.contains(&kind) => {}
        kind => {
            document.unknown(kind);
            let Node::Object(members) = content else { return };
            blocks.extend(
                members
                    .iter()
                    .filter_map(|(_, spans)| some(spans))
                    .map(Block::Paragraph),
            );
        }
    }
}

/// Returns the text of spans.
fn words(spans: &Node) -> Words {
    let mut runs = Runs::default();
    for span in spans.list() {
        runs.span(span, false);
    }
    runs.words()
}

/// Returns the text of spans, or `None` if there is none.
fn some(spans: &Node) -> Option<Words> {
    let has_text = spans
        .list()
        .iter()
        .any(|span| !span.get("content").text().trim().is_empty());
    has_text.then(|| words(spans))
}
