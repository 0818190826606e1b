//! The kinds of blocks, as data. The module of each kind reads and writes it.

use texlens_vocabulary::BBox;

use crate::typeset::lines::Line;
use crate::typeset::table::Table;
use crate::typeset::text::Piece;

use super::equation_number::Number;
use super::row::{Row, Rows};

/// A part of the page's text, from top to bottom.
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
}

impl<'a> Block<'a> {
    /// A paragraph of running text.
    pub(super) fn paragraph(rows: Vec<Row<'a>>) -> Self {
        Self::Paragraph(Paragraph {
            rows,
            label: None,
            continues: false,
            broken: None,
            is_set_in: false,
        })
    }

    /// The blocks in it, and in those, if it has others; else itself.
    pub(crate) fn leaves(&self) -> Vec<&Self> {
        match self {
            Self::List(list) => list.items.iter().flatten().flat_map(Self::leaves).collect(),
            Self::Abstract(text) => text.blocks.iter().flat_map(Self::leaves).collect(),
            Self::Theorem(theorem) => theorem.blocks.iter().flat_map(Self::leaves).collect(),
            Self::Quote(quote) => quote.blocks.iter().flat_map(Self::leaves).collect(),
            block => vec![block],
        }
    }

    /// Its rows, if it is running text.
    pub(crate) fn text_rows(&self) -> Option<&[Row<'a>]> {
        match self {
            Self::Paragraph(paragraph) => Some(&paragraph.rows),
            Self::Note(note) => Some(&note.rows),
            _ => None,
        }
    }

    /// Its rows, if it is text or a heading.
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

    /// The printed numbers of its formulas.
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
    /// Level 0 is the title.
    pub(super) level: usize,
    /// What sets it.
    pub(super) command: &'static str,
    pub(super) rows: Vec<Row<'a>>,
    /// Whether the class sets headings of its kind in capitals, whatever their source has (`\MakeUppercase`).
    pub(super) in_capitals: bool,
}

/// A paragraph of text, or the first one of a list item.
#[derive(Debug)]
pub(crate) struct Paragraph<'a> {
    pub(super) rows: Vec<Row<'a>>,
    pub(super) label: Option<ItemLabel>,
    /// Whether it goes on after what stands above it.
    pub(super) continues: bool,
    /// The second half of its last word, where the end of the page broke that.
    pub(super) broken: Option<Piece>,
    /// Whether it is narrower than the column on both sides.
    pub(super) is_set_in: bool,
}

/// The kind of labels that a list has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListKind {
    Bullets,
    Numbers,
    Words,
}

/// The label of a list item, which its first row begins with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ItemLabel {
    pub(super) kind: ListKind,
    /// How many segments of the row it takes.
    pub(super) segments: usize,
    /// Left edge of the item's text.
    pub(super) text: f32,
    /// What it counts; 0 if nothing.
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
    /// What it has on the next page, without glyphs.
    pub(super) rest: Vec<Vec<Piece>>,
}

/// A row of a display without its number.
#[derive(Debug)]
pub(crate) struct Equation<'a> {
    pub(super) line: Line<'a>,
    pub(super) number: Option<Number>,
    /// Left and right edge of the column.
    pub(super) margins: (f32, f32),
}

/// Tables or pictures, and the caption above or below them. A figure of which only the caption is known has a picture too.
#[derive(Debug, Default)]
pub(crate) struct Float<'a> {
    pub(super) tables: Vec<Table<'a>>,
    /// Where pictures are.
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

/// A caption and statements.
#[derive(Debug)]
pub(crate) struct Algorithm<'a> {
    /// The caption first.
    pub(super) rows: Vec<Row<'a>>,
    /// The margin that long lines reach.
    pub(super) right: f32,
}

/// A part of the bibliography, as far as one column has it.
#[derive(Debug)]
pub(crate) struct Bibliography<'a> {
    /// Where the list begins.
    pub(super) heading: Option<Row<'a>>,
    pub(super) lines: Vec<EntryLine<'a>>,
    /// What the last entry has on the next page, without glyphs.
    pub(super) rest: Vec<Vec<Piece>>,
}

/// A line of an entry.
#[derive(Debug)]
pub(crate) struct EntryLine<'a> {
    pub(super) row: Row<'a>,
    /// The first line of an entry.
    pub(super) starts: bool,
    pub(super) label: Option<EntryLabel>,
}

/// The label that an entry begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EntryLabel {
    /// Without brackets.
    pub(super) text: String,
    /// How many words of the row it is.
    pub(super) words: usize,
}

/// A theorem or a proof with all it holds.
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

/// The abstract, which has paragraphs and other blocks.
#[derive(Debug)]
pub(crate) struct Abstract<'a> {
    pub(super) blocks: Vec<Block<'a>>,
}
