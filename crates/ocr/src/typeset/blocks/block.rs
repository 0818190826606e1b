//! The kinds of blocks, as data. The module of each kind reads and writes its blocks.

use texlens_vocabulary::BBox;

use crate::typeset::lines::Line;
use crate::typeset::table::Table;
use crate::typeset::text::Piece;

use super::equation_number::Number;
use super::row::{Row, Rows};

/// A part of the text of a page.
#[derive(Debug)]
pub(crate) enum Block<'a> {
    Heading(Heading<'a>),
    Paragraph(Paragraph<'a>),
    Note(Note<'a>),
    /// One formula, or several below each other.
    Display(Vec<Equation<'a>>),
    Float(Float<'a>),
    Code(Vec<Row<'a>>),
    Algorithm(Algorithm<'a>),
    Bibliography(Bibliography<'a>),
    List(List<'a>),
    Theorem(Theorem<'a>),
    Quote(Quote<'a>),
    Front(Front<'a>),
    Abstract(Abstract<'a>),
    Contents(Contents),
}

impl<'a> Block<'a> {
    /// Creates a paragraph of running text in a column with this left edge.
    pub(super) fn paragraph(rows: Vec<Row<'a>>, margin: f32) -> Self {
        Self::Paragraph(Paragraph {
            rows,
            label: None,
            continues: false,
            broken: None,
            is_set_in: false,
            margin,
        })
    }

    /// Returns the innermost blocks inside this one, or the block itself if it contains no others.
    pub(crate) fn leaves(&self) -> Vec<&Self> {
        match self {
            Self::List(list) => list.items.iter().flatten().flat_map(Self::leaves).collect(),
            Self::Abstract(text) => text.blocks.iter().flat_map(Self::leaves).collect(),
            Self::Theorem(theorem) => theorem.blocks.iter().flat_map(Self::leaves).collect(),
            Self::Quote(quote) => quote.blocks.iter().flat_map(Self::leaves).collect(),
            block => vec![block],
        }
    }

    /// Returns the rows, if the block is running text.
    pub(crate) fn text_rows(&self) -> Option<&[Row<'a>]> {
        match self {
            Self::Paragraph(paragraph) => Some(&paragraph.rows),
            Self::Note(note) => Some(&note.rows),
            _ => None,
        }
    }

    /// Returns the rows, if the block is running text or a heading.
    pub(super) fn rows(&self) -> &[Row<'a>] {
        match self {
            Self::Heading(heading) => &heading.rows,
            block => block.text_rows().unwrap_or_default(),
        }
    }

    pub(super) fn into_rows(self) -> Rows<'a> {
        match self {
            Self::Heading(heading) => heading.rows,
            Self::Paragraph(paragraph) => paragraph.rows,
            Self::Note(note) => note.rows,
            _ => Vec::new(),
        }
    }

    pub(super) fn text_rows_mut(&mut self) -> Option<&mut Vec<Row<'a>>> {
        match self {
            Self::Paragraph(paragraph) => Some(&mut paragraph.rows),
            Self::Note(note) => Some(&mut note.rows),
            _ => None,
        }
    }

    /// Returns the printed numbers of the formulas.
    pub(crate) fn equation_numbers(&self) -> impl Iterator<Item = String> {
        let equations = match self {
            Self::Display(equations) => equations.as_slice(),
            _ => &[],
        };
        let numbers = equations.iter().filter_map(|equation| equation.number.as_ref());
        numbers.filter_map(|number| number.counter().map(str::to_owned))
    }
}

/// A heading of one or more lines.
#[derive(Debug)]
pub(crate) struct Heading<'a> {
    /// The level; 0 is the title.
    pub(super) level: usize,
    /// The command that sets the heading.
    pub(super) command: &'static str,
    pub(super) rows: Vec<Row<'a>>,
    /// Whether the class sets headings of this kind in capitals, whatever the source has (`\MakeUppercase`).
    pub(super) in_capitals: bool,
}

/// A paragraph of text, or the first one of a list item.
#[derive(Debug)]
pub(crate) struct Paragraph<'a> {
    pub(super) rows: Vec<Row<'a>>,
    pub(super) label: Option<ItemLabel>,
    /// Whether the paragraph continues text from before, for example the sentence above a display.
    pub(super) continues: bool,
    /// The second half of the last word, if the end of the page broke that word.
    pub(super) broken: Option<Piece>,
    /// Whether the paragraph is narrower than the column on both sides.
    pub(super) is_set_in: bool,
    /// The left edge of the column.
    pub(super) margin: f32,
}

/// The kind of labels in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListKind {
    Bullets,
    Numbers,
    Words,
}

/// The label of a list item, at the beginning of its first row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ItemLabel {
    pub(super) kind: ListKind,
    /// The number of segments of the row that the label takes.
    pub(super) segments: usize,
    /// The left edge of the item's text.
    pub(super) text: f32,
    /// The number that the label shows; 0 if it shows none.
    pub(super) rank: usize,
}

/// A list with all its items.
#[derive(Debug)]
pub(crate) struct List<'a> {
    pub(super) kind: ListKind,
    pub(super) items: Vec<Vec<Block<'a>>>,
}

/// A footnote.
#[derive(Debug)]
pub(crate) struct Note<'a> {
    pub(super) rows: Vec<Row<'a>>,
    /// The lines on the next page, without glyphs.
    pub(super) rest: Vec<Vec<Piece>>,
}

/// A row of a display, apart from its number.
#[derive(Debug)]
pub(crate) struct Equation<'a> {
    pub(super) line: Line<'a>,
    pub(super) number: Option<Number>,
    /// The left and right edges of the column.
    pub(super) margins: (f32, f32),
}

/// Tables or pictures, with the caption above or below them. A figure of which only the caption is known has a picture
/// too.
#[derive(Debug, Default)]
pub(crate) struct Float<'a> {
    pub(super) tables: Vec<Table<'a>>,
    /// The boxes of the pictures.
    pub(super) pictures: Vec<BBox>,
    pub(super) caption: Option<Paragraph<'a>>,
    pub(super) is_above: bool,
    pub(super) subfloats: Vec<Subfloat<'a>>,
}

/// The caption of a part of a float.
#[derive(Debug)]
pub(crate) struct Subfloat<'a> {
    pub(super) letter: char,
    pub(super) lines: Vec<Line<'a>>,
}

/// An algorithm: a caption and statements.
#[derive(Debug)]
pub(crate) struct Algorithm<'a> {
    /// The rows, the caption first.
    pub(super) rows: Vec<Row<'a>>,
    /// The right margin, which long lines reach.
    pub(super) right: f32,
}

/// The part of the bibliography in one column.
#[derive(Debug)]
pub(crate) struct Bibliography<'a> {
    /// The heading, if the list begins here.
    pub(super) heading: Option<Row<'a>>,
    pub(super) lines: Vec<EntryLine<'a>>,
    /// The lines of the last entry on the next page, without glyphs.
    pub(super) rest: Vec<Vec<Piece>>,
}

/// A line of an entry.
#[derive(Debug)]
pub(crate) struct EntryLine<'a> {
    pub(super) row: Row<'a>,
    /// Whether this is the first line of an entry.
    pub(super) starts: bool,
    pub(super) label: Option<EntryLabel>,
}

/// The label that an entry begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EntryLabel {
    /// The text without brackets.
    pub(super) text: String,
    /// The number of words of the row that the label takes.
    pub(super) words: usize,
}

/// A theorem or a proof with its content.
#[derive(Debug)]
pub(crate) struct Theorem<'a> {
    pub(super) environment: &'static str,
    pub(super) blocks: Vec<Block<'a>>,
}

/// The paragraphs of a quotation.
#[derive(Debug)]
pub(crate) struct Quote<'a> {
    pub(super) blocks: Vec<Block<'a>>,
}

/// Title, authors and date.
#[derive(Debug)]
pub(crate) struct Front<'a> {
    pub(super) title: Rows<'a>,
    pub(super) authors: Rows<'a>,
    pub(super) date: Option<Row<'a>>,
}

/// The abstract: paragraphs and other blocks.
#[derive(Debug)]
pub(crate) struct Abstract<'a> {
    pub(super) blocks: Vec<Block<'a>>,
}

/// The table of contents, or the part of it on one page.
#[derive(Debug)]
pub(crate) struct Contents {
    /// Whether the table begins here.
    pub(super) is_first: bool,
}
