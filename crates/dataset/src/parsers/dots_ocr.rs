//! dots.ocr's layout: `[{"bbox", "category", "text"}]`, the elements of a page in reading order.
//!
//! Formulas are LaTeX, tables HTML, all other texts Markdown; headings may have their `#`. Pictures have no text.
//!
//! Source: rednote-hilab/dots.ocr, `dots_ocr/utils/prompts.py` and `format_transformer.py`.

use super::adapter::{Adapter, Parser, is_sample};
use super::document::Document;
use super::lines::{item, level, split_heading};
use super::node::Node;
use crate::convert::{Block, TableBody, Words};

pub(super) const ADAPTER: Adapter = Adapter {
    parser: Parser::DotsOcr,
    mark: "\"category\"",
    suffixes: &[],
    read,
};

/// All categories.
const CATEGORIES: [&str; 11] = [
    "Caption",
    "Footnote",
    "Formula",
    "List-item",
    "Page-footer",
    "Page-header",
    "Picture",
    "Section-header",
    "Table",
    "Text",
    "Title",
];

fn read(list: &Node) -> Option<Document> {
    let first = list.list().first()?;
    let is_element = first.get("bbox").is_list() && !is_sample(first);
    if !is_element || !CATEGORIES.contains(&first.get("category").text()) {
        return None;
    }
    let mut document = Document::default();
    for element in list.list() {
        let text = element.get("text").text();
        let block = read_block(element.get("category").text(), text, &mut document);
        document.page(1).extend(block);
    }
    Some(document)
}

fn read_block(category: &str, text: &str, document: &mut Document) -> Option<Block> {
    let markdown = || Words::Markdown(text.to_owned());
    Some(match category {
        "Title" => Block::Title(Words::Line(split_heading(text).1.to_owned())),
        "Section-header" => {
            let (marks, title) = split_heading(text);
            Block::Heading {
                // The first mark is that of the title.
                level: if marks > 0 { (marks - 1).max(1) } else { level(title) },
                words: Words::Line(title.to_owned()),
            }
        }
        "Formula" => Block::Formula(text.to_owned()),
        "Table" => Block::Table {
            body: TableBody::Words(Words::Html(text.to_owned())),
            captions: Vec::new(),
            notes: Vec::new(),
        },
        "Picture" => Block::Figure {
            captions: Vec::new(),
            notes: Vec::new(),
        },
        "Caption" => Block::Caption(Words::Line(text.to_owned())),
        "Footnote" => Block::Footnote(Words::Line(text.to_owned())),
        "List-item" => item(text, Words::Line),
        "Page-header" | "Page-footer" => return None,
        "Text" => Block::Paragraph(markdown()),
        category => {
            document.unknown(category);
            Block::Paragraph(markdown())
        }
    })
}
