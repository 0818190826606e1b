//! The JSON of PaddleOCR-VL and PP-StructureV3: `{"page_index", "parsing_res_list": [{"block_label",
//! "block_content"}]}`, or the answer of their services with several pages, `{"layoutParsingResults": [{"prunedResult":
//! {"parsing_res_list"}}]}`.
//!
//! The order is that of the list. Texts are Markdown within a paragraph; a line is a paragraph, as in the Markdown that
//! the pipeline writes. Formulas may have dollars, tables are HTML. The number of a heading (`1.2`) tells its level.
//! `page_index` counts from 0 and is null for an image.
//!
//! Source: PaddlePaddle/PaddleOCR, `docs/version3.x/pipeline_usage/PaddleOCR-VL.en.md`.

use super::adapter::{Adapter, Parser};
use super::document::Document;
use super::lines::level;
use super::node::Node;
use crate::convert::{Block, TableBody, Words};

pub(super) const ADAPTER: Adapter = Adapter {
    parser: Parser::PaddleOcrVl,
    mark: "\"parsing_res_list\"",
    suffixes: &["_res"],
    read,
};

fn read(root: &Node) -> Option<Document> {
    let mut document = Document::default();
    let result = root.either(&["result", "res"]);
    if let Some(page) = [root, result]
        .into_iter()
        .find(|page| page.get("parsing_res_list").is_list())
    {
        let number = page.get("page_index").number().map_or(1, |index| index + 1);
        read_page(page, number, &mut document);
        return Some(document);
    }
    let answers = [root, result].map(|node| node.get("layoutParsingResults"));
    let answer = answers.into_iter().find(|answer| answer.is_list())?;
    for (number, page) in (1..).zip(answer.list()) {
        read_page(page.get("prunedResult"), number, &mut document);
    }
    Some(document)
}

fn read_page(page: &Node, number: u64, document: &mut Document) {
    let mut blocks = Vec::new();
    for block in page.get("parsing_res_list").list() {
        let content = block.get("block_content").text();
        read_block(block.get("block_label").text(), content, document, &mut blocks);
    }
    document.page(number).extend(blocks);
}

fn read_block(label: &str, content: &str, document: &mut Document, blocks: &mut Vec<Block>) {
    let words = || Words::Line(content.to_owned());
    match label {
        "doc_title" => blocks.push(Block::Title(words())),
        "paragraph_title" => blocks.push(Block::Heading {
            level: level(content),
            words: words(),
        }),
        "display_formula" | "inline_formula" | "formula" => blocks.push(Block::Formula(content.to_owned())),
        "table" => blocks.push(Block::Table {
            body: TableBody::Words(Words::Markdown(content.to_owned())),
            captions: Vec::new(),
            notes: Vec::new(),
        }),
        "image" | "figure" | "chart" | "seal" => blocks.push(Block::Figure {
            captions: Vec::new(),
            notes: Vec::new(),
        }),
        "figure_title" | "table_title" | "chart_title" | "figure_table_chart_title" => {
            blocks.push(Block::Caption(words()));
        }
        "footnote" => blocks.push(Block::Footnote(words())),
        "algorithm" => blocks.push(Block::Code {
            text: content.to_owned(),
            captions: Vec::new(),
        }),
        // Running heads, page numbers, text in the margin, and numbers of formulas, which LaTeX prints.
        "header" | "footer" | "number" | "header_image" | "footer_image" | "aside_text" | "formula_number" => {}
        "text" | "vertical_text" | "vision_footnote" | "abstract" | "content" | "reference" | "reference_content"
        | "ocr" => {
            blocks.extend(lines(content));
        }
        label => {
            document.unknown(label);
            blocks.extend(lines(content));
        }
    }
}

/// Returns a paragraph for each line.
fn lines(content: &str) -> impl Iterator<Item = Block> {
    let lines = content.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| Block::Paragraph(Words::Line(line.to_owned())))
}
