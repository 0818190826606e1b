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
    let mut cursor = Cursor { rest: text, done: 0 };
    let spans = record.get("attributes").get("pdf_page_numbers").list().iter();
    let pages: Option<Vec<(u64, &str)>> = spans.map(|span| cursor.page(span)).collect();
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

/// A place in a text that only moves forwards. The pages of a document ascend; spans that overlap would repeat text.
struct Cursor<'t> {
    rest: &'t str,
    /// The number of characters before the rest.
    done: u64,
}

impl<'t> Cursor<'t> {
    /// Returns the number and the text of a page. Returns `None` if the page begins before the cursor, or ends before it
    /// begins or after the text.
    fn page(&mut self, span: &Node) -> Option<(u64, &'t str)> {
        let [start, end, number] = span.list() else { return None };
        self.text_until(start.number()?)?;
        let page = self.text_until(end.number()?)?;
        Some((number.number()?, page))
    }

    /// Moves to a character, and returns the text before it.
    fn text_until(&mut self, character: u64) -> Option<&'t str> {
        let count = usize::try_from(character.checked_sub(self.done)?).ok()?;
        let mut places = self
            .rest
            .char_indices()
            .map(|(place, _)| place)
            .chain([self.rest.len()]);
        let (before, after) = self.rest.split_at_checked(places.nth(count)?)?;
        (self.rest, self.done) = (after, character);
        Some(before)
    }
}

fn markdown(text: &str) -> Block {
    Block::Paragraph(Words::Markdown(text.to_owned()))
}
