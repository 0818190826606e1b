//! The parsers, and what an adapter provides.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::document::Document;
use super::node::Node;
use crate::mapping::side;

/// A document parser whose JSON texlens reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parser {
    /// MinerU, `NAME_content_list.json`.
    MineruContentList,
    /// MinerU, `NAME_content_list_v2.json`.
    MineruContentListV2,
    /// MinerU, `NAME_middle.json`.
    MineruMiddle,
    /// Marker: a tree of blocks, or its chunks.
    Marker,
    /// Docling: a `DoclingDocument`.
    Docling,
    /// olmOCR: a record in the format of Dolma.
    Olmocr,
    /// PaddleOCR-VL and PP-StructureV3: `NAME_res.json`.
    PaddleOcrVl,
    /// dots.ocr: a list of located elements.
    DotsOcr,
}

impl fmt::Display for Parser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MineruContentList => "MinerU, content list",
            Self::MineruContentListV2 => "MinerU, content list 2",
            Self::MineruMiddle => "MinerU, middle",
            Self::Marker => "Marker",
            Self::Docling => "Docling",
            Self::Olmocr => "olmOCR",
            Self::PaddleOcrVl => "PaddleOCR-VL",
            Self::DotsOcr => "dots.ocr",
        })
    }
}

/// How the JSON of a parser is read.
pub(super) struct Adapter {
    pub(super) parser: Parser,
    /// A text that every file of the parser contains. It saves the reading of other files.
    pub(super) mark: &'static str,
    /// Ends of file names, without the ending, that say nothing about the document.
    pub(super) suffixes: &'static [&'static str],
    /// Returns the document, or `None` if the JSON has another shape.
    pub(super) read: fn(&Node) -> Option<Document>,
}

/// Reports whether the first object of a list is a sample and no block: it has an id, a reference or a prediction.
pub(super) fn is_sample(first: &Node) -> bool {
    first
        .members()
        .any(|(name, value)| *value != Node::Nothing && (name == "id" || side(name).is_some()))
}
