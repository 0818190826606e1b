//! Texts that have no place in the plan yet.

use std::ops::Range;

use super::{Part, Passage};
use crate::input::{FileId, parent};
use crate::parsers::{self, Parser};
use crate::syntax::Syntax;

/// The output of a document parser for one document.
#[derive(Debug, Clone)]
pub(crate) struct Output {
    pub(crate) by: Parser,
    /// Byte range of the record in the file's text, and its line; `None` if the output fills the file.
    pub(crate) record: Option<(Range<usize>, usize)>,
    /// The name of the document, if the output tells it.
    pub(crate) name: Option<String>,
    /// The numbers of the pages.
    pub(crate) pages: Vec<u64>,
}

impl Output {
    /// Returns the output as a text of a file with this path.
    pub(super) fn candidate<'l>(&self, file: FileId, path: &str, given: Option<&'l str>) -> Candidate<'l> {
        let name = match &self.name {
            Some(name) if parent(path).is_empty() => name.clone(),
            Some(name) => format!("{}/{name}", parent(path)),
            None => parsers::document_name(self.by, path).to_owned(),
        };
        Candidate {
            text: Passage {
                file,
                part: Part::Parsed {
                    by: self.by,
                    record: self.record.clone(),
                    page: None,
                },
                syntax: Syntax::Latex,
            },
            name,
            given,
            pages: self.pages.clone(),
        }
    }
}

/// A text that may be given to a sample: a file, or the output of a document parser.
#[derive(Debug, Clone)]
pub(crate) struct Candidate<'l> {
    pub(crate) text: Passage,
    /// The path without its ending, in the folder of the system, and without what a parser adds to the name of the
    /// document.
    pub(crate) name: String,
    /// The system for which the file was added.
    pub(crate) given: Option<&'l str>,
    /// The numbers of the pages, if the text is the output of a parser.
    pub(crate) pages: Vec<u64>,
}

impl Candidate<'_> {
    /// Reports whether the text is a file of LaTeX.
    pub(crate) fn is_latex(&self) -> bool {
        self.text.part.is_whole() && self.text.syntax == Syntax::Latex
    }

    /// Reports whether the text is the JSON of a document parser.
    pub(crate) fn is_output(&self) -> bool {
        matches!(self.text.part, Part::Parsed { .. })
    }

    /// Returns the rank among texts for the same place, of which the first is used: LaTeX, then JSON of parsers, which
    /// says what each block is, then other texts.
    pub(crate) fn rank(&self) -> usize {
        match &self.text.part {
            Part::Parsed { by, .. } => 1 + parsers::rank(*by),
            _ if self.is_latex() => 0,
            _ => usize::MAX,
        }
    }

    /// Returns the text of a page.
    pub(crate) fn page(&self, number: u64) -> Passage {
        let mut text = self.text.clone();
        if let Part::Parsed { page, .. } = &mut text.part {
            *page = Some(number);
        }
        text
    }
}

/// Returns a whole file as a text.
pub(crate) fn whole(file: FileId, path: &str) -> Passage {
    Passage {
        file,
        part: Part::Whole,
        syntax: Syntax::of(path).unwrap_or(Syntax::Auto),
    }
}
