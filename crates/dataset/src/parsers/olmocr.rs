//! olmOCR's results in the format of Dolma: a line for each document, `{"text", "source": "olmocr", "metadata":
//! {"Source-File"}, "attributes": {"pdf_page_numbers": [[start, end, page]]}}`.
//!
//! The text is Markdown with LaTeX and tables in HTML. `start` and `end` count characters of the text; pages count from
//! 1.
//!
//! Source: allenai/olmocr, `olmocr/pipeline.py` (`build_dolma_document`).

use super::adapter::{Adapter, Parser};
use super::document::Document;
use super::node::Node;
use crate::convert::{Block, Words};

pub(super) const ADAPTER: Adapter = Adapter {
    parser: Parser::Olmocr,
    mark: "\"Source-File\"",
    suffixes: &[],
    read,
};

fn read(record: &Node) -> Option<Document> {
    let source = record.get("metadata").get("Source-File").text();
    let Node::Text(text) = record.get("text") else {
        return None;
    };
    if source.is_empty() {
        return None;
    }
    let mut document = Document::default();
    document.source = Some(source.to_owned());
    let mut places: Vec<usize> = text.char_indices().map(|(place, _)| place).collect();
    places.push(text.len());
    let mut done = 0;
    let spans = record.get("attributes").get("pdf_page_numbers").list().iter();
    let pages: Option<Vec<(u64, &str)>> = spans.map(|span| page(span, text, &places, &mut done)).collect();
    match pages {
        Some(pages) if !pages.is_empty() => {
            for (number, text) in pages {
                document.page(number).push(markdown(text));
            }
        }
        _ => document.page(1).push(markdown(text)),
    }
    Some(document)
}

/// Returns the number and the text of a page that begins at `done` or later. Spans that overlap would repeat text.
fn page<'t>(span: &Node, text: &'t str, places: &[usize], done: &mut usize) -> Option<(u64, &'t str)> {
    let [start, end, number] = span.list() else { return None };
    let place = |index: &Node| places.get(usize::try_from(index.number()?).ok()?).copied();
    let (start, end) = (place(start)?, place(end)?);
    let page = text.get(start..end).filter(|_| start >= *done)?;
    *done = end;
    Some((number.number()?, page))
}

fn markdown(text: &str) -> Block {
    Block::Paragraph(Words::Markdown(text.to_owned()))
}
