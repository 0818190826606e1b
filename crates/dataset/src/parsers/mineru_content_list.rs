//! MinerU's content list: `[{"type", "text", "text_level", "page_idx", ...}]`, the blocks of all pages in reading order.
//!
//! Texts are Markdown within a paragraph, formulas have their dollars, tables are HTML. Headings are texts with
//! `text_level`. `page_idx` counts from 0. Versions before 2.0 call captions `img_caption` instead of `image_caption`.
//!
//! Source: opendatalab/MinerU, `docs/en/reference/output_files.md`.

use super::adapter::{Adapter, Parser, is_sample};
use super::document::Document;
use super::lines::{item, paragraphs};
use super::mineru::FURNITURE;
use super::node::Node;
use crate::convert::{Block, TableBody, Words};

pub(super) const ADAPTER: Adapter = Adapter {
    parser: Parser::MineruContentList,
    mark: "\"page_idx\"",
    suffixes: &["_content_list"],
    read,
};

/// Types of blocks by which the form is recognised, besides those outside the text.
const TYPES: [&str; 10] = [
    "text",
    "title",
    "ref_text",
    "equation",
    "image",
    "chart",
    "table",
    "code",
    "list",
    "page_footnote",
];

fn read(list: &Node) -> Option<Document> {
    let first = list.list().first()?;
    let is_block = first.get("page_idx").number().is_some() && !is_sample(first);
    if !is_block || !(TYPES.contains(&first.get("type").text()) || FURNITURE.contains(&first.get("type").text())) {
        return None;
    }
    let mut document = Document::default();
    let mut number = 1;
    for block in list.list() {
        number = block.get("page_idx").number().map_or(number, |index| index + 1);
        let cutout = block.get("img_path").text();
        if !cutout.is_empty() {
            document.cutouts.push(cutout.to_owned());
        }
        let blocks = blocks(block, &mut document);
        document.page(number).extend(blocks);
    }
    Some(document)
}

fn blocks(block: &Node, document: &mut Document) -> Vec<Block> {
    let words = |names: &[&str]| -> Vec<Words> {
        let texts = block.either(names).texts();
        texts.into_iter().map(|text| Words::Line(text.to_owned())).collect()
    };
    let text = || block.get("text").text().to_owned();
    match block.get("type").text() {
        "text" | "title" | "ref_text" => match block.get("text_level").number() {
            None | Some(0) => paragraphs(&text(), Words::Line),
            Some(level) => vec![Block::Heading {
                level,
                words: Words::Line(text()),
            }],
        },
        "equation" => vec![Block::Formula(text())],
        "image" | "chart" => vec![Block::Figure {
            captions: words(&["image_caption", "img_caption", "chart_caption"]),
            notes: words(&["image_footnote", "img_footnote", "chart_footnote"]),
        }],
        "table" => vec![Block::Table {
            body: TableBody::Words(Words::Html(block.get("table_body").text().to_owned())),
            captions: words(&["table_caption"]),
            notes: words(&["table_footnote"]),
        }],
        "code" => code(block, words(&["code_caption"])),
        "list" => {
            let items = block.get("list_items").texts().into_iter();
            if block.get("sub_type").text() == "ref_text" {
                items
                    .map(|text| Block::Paragraph(Words::Line(text.to_owned())))
                    .collect()
            } else {
                items.map(|text| item(text, Words::Line)).collect()
            }
        }
        "page_footnote" => vec![Block::Footnote(Words::Line(text()))],
        kind if FURNITURE.contains(&kind) => Vec::new(),
        kind => {
            document.unknown(kind);
            let texts = ["text", "content"].map(|name| paragraphs(block.get(name).text(), Words::Line));
            texts.into_iter().flatten().collect()
        }
    }
}

/// Returns a listing, whose text may have a fence, or an algorithm, which is text with formulas.
fn code(block: &Node, captions: Vec<Words>) -> Vec<Block> {
    let body = block.get("code_body").text();
    let is_text = block.get("sub_type").text() == "algorithm" || body.trim_start().starts_with("```");
    if !is_text {
        let text = body.to_owned();
        return vec![Block::Code { text, captions }];
    }
    let mut blocks: Vec<Block> = captions.into_iter().map(Block::Paragraph).collect();
    blocks.push(Block::Paragraph(Words::Markdown(body.to_owned())));
    blocks
}
