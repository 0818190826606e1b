//! The pieces of a block, and what they are in the reference.

use serde::Serialize;

/// The kind of a segment of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SegmentKind {
    /// Running text.
    Text,
    /// The title of a section.
    Heading,
    /// A formula in a line of text.
    InlineFormula,
    /// A displayed formula of one or more lines.
    DisplayFormula,
    /// A table.
    Table,
}

impl SegmentKind {
    /// Returns the name of the kind in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Heading => "heading",
            Self::InlineFormula => "inline-formula",
            Self::DisplayFormula => "display-formula",
            Self::Table => "table",
        }
    }
}

/// A piece of a page that has a place: text, a formula, a table, a heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// What it is.
    pub kind: SegmentKind,
    /// What precedes the content: a delimiter, the beginning of an environment, or nothing.
    pub open: String,
    /// The content.
    pub content: String,
    /// What follows the content.
    pub close: String,
    /// The formulas of the corpus in it, by index.
    pub formulas: Vec<usize>,
}

impl Segment {
    /// Returns the LaTeX with its delimiters.
    #[must_use]
    pub fn latex(&self) -> String {
        [&self.open, &self.content, &self.close].map(String::as_str).concat()
    }
}

/// A piece of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// LaTeX that is no segment: spaces, beginnings and ends of environments.
    Markup(String),
    /// A segment.
    Segment(Segment),
}

impl Piece {
    pub(crate) fn markup(text: impl Into<String>) -> Self {
        Self::Markup(text.into())
    }

    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Segment(Segment {
            kind: SegmentKind::Text,
            open: String::new(),
            content: text.into(),
            close: String::new(),
            formulas: Vec::new(),
        })
    }

    pub(crate) fn formula(kind: SegmentKind, delimiters: [&str; 2], content: String, formulas: Vec<usize>) -> Self {
        let [open, close] = delimiters.map(str::to_owned);
        Self::Segment(Segment {
            kind,
            open,
            content,
            close,
            formulas,
        })
    }
}
