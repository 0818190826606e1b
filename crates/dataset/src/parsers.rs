//! Output of document parsers in their own JSON: blocks with types, in reading order, often of whole documents.
//!
//! Each adapter is one file. It recognises its form by the shape of the JSON, never by the name of a file, and turns it
//! into a [`Document`]: pages of [`Block`]s, which [`crate::convert`] writes as LaTeX. Blocks that a parser marks as
//! running heads or page numbers are omitted. The text of a block of an unknown type is kept, and the type is reported.

mod adapter;
mod docling;
mod document;
mod dots_ocr;
mod lines;
mod marker;
mod mineru;
mod mineru_content_list;
mod mineru_content_list_v2;
mod mineru_middle;
mod node;
mod olmocr;
mod paddle_ocr_vl;

use crate::notice::Problem;
use adapter::Adapter;
use node::Node;

pub use adapter::Parser;
pub(crate) use document::Document;

/// What follows the name of a document in the second text of dots.ocr, which has no running heads.
pub(crate) const NO_HEADS: &str = "_nohf";

/// All adapters. Where a parser writes a document in several forms, the first one is used.
const ADAPTERS: [Adapter; 8] = [
    mineru_content_list::ADAPTER,
    mineru_middle::ADAPTER,
    mineru_content_list_v2::ADAPTER,
    marker::ADAPTER,
    docling::ADAPTER,
    olmocr::ADAPTER,
    paddle_ocr_vl::ADAPTER,
    dots_ocr::ADAPTER,
];

fn adapter(parser: Parser) -> Option<(usize, &'static Adapter)> {
    ADAPTERS
        .iter()
        .enumerate()
        .find(|(_, adapter)| adapter.parser == parser)
}

/// Returns the rank of a form among those in which one parser writes a document. The first one is used.
pub(crate) fn rank(parser: Parser) -> usize {
    adapter(parser).map_or(ADAPTERS.len(), |(rank, _)| rank)
}

/// Returns the path of a file, without its ending, without what the parser adds to the name of the document.
pub(crate) fn document_name(parser: Parser, stem: &str) -> &str {
    let suffixes = adapter(parser).map_or(&[][..], |(_, adapter)| adapter.suffixes);
    let named = suffixes.iter().find_map(|suffix| stem.strip_suffix(suffix));
    named
        .filter(|name| !name.is_empty() && !name.ends_with('/'))
        .unwrap_or(stem)
}

/// Reads a text that is known to be of this parser.
///
/// # Errors
/// Returns an error if the text is not JSON, or has another shape.
pub(crate) fn read(parser: Parser, text: &str) -> Result<Document, Problem> {
    let none = |detail: String| Problem::NoRecords { detail };
    let node = Node::parse(text).map_err(none)?;
    let document = adapter(parser).and_then(|(_, adapter)| (adapter.read)(&node));
    document.ok_or_else(|| none(format!("it is no output of {parser}")))
}

/// Returns the parser whose output a text is, and the document. Returns `None` for any other text.
pub(crate) fn recognise(text: &str) -> Option<(Parser, Document)> {
    let mut candidates = ADAPTERS.iter().filter(|adapter| text.contains(adapter.mark)).peekable();
    candidates.peek()?;
    let node = Node::parse(text).ok()?;
    candidates.find_map(|adapter| Some((adapter.parser, (adapter.read)(&node)?)))
}
