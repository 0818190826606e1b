//! Lines to blocks, and blocks to LaTeX. One module for each kind of block: it tells whether a line begins or goes on
//! with one, and writes it. A new kind is a variant of [`Block`], one branch in [`Reader::add`] and one in
//! [`Block::write`]; kinds that stand beside the lines of text, as tables do, are taken out of a region before it is
//! cut into lines.

mod algorithm;
mod bibliography;
mod caption;
mod code;
mod column;
mod display;
mod float;
mod front;
mod heading;
mod list;
mod look;
mod note;
mod number;
mod paragraph;
mod plain;
mod quote;
mod run_in;
mod theorem;
mod view;

use std::cell::OnceCell;

use crate::page::Kind;

use super::document::Document;
use super::lines::Line;
use super::table::Table;
use super::text::{self, Piece};
use super::words::{Segment, segments};

use column::Column;
use look::Looks;
use view::{Place, View};

pub(super) use bibliography::{split_plain as split_plain_bibliography, write_plain as write_plain_bibliography};
pub(super) use column::Body;
pub(super) use note::{Composed as ComposedNote, rule as note_rule, write_unmatched as write_unmatched_notes};
pub(super) use plain::{pieces as plain_pieces, write as write_plain};

/// A line and the words and formulas in it.
#[derive(Debug)]
pub(super) struct Row<'a> {
    line: Line<'a>,
    segments: Vec<Segment<'a>>,
    /// Whether it stands below the rule over the footnotes of its column.
    is_at_foot: bool,
    /// What the segments are written as, once that was asked for: several readers of blocks look at the same words.
    pieces: OnceCell<Vec<Piece>>,
}

impl<'a> Row<'a> {
    fn new(line: Line<'a>) -> Self {
        Self {
            segments: segments(&line),
            is_at_foot: false,
            line,
            pieces: OnceCell::new(),
        }
    }

    /// LaTeX of its words and formulas.
    pub(super) fn pieces(&self) -> Vec<Piece> {
        let pieces = self.pieces.get_or_init(|| text::pieces(&self.segments, &self.line));
        pieces.clone()
    }

    /// Removes the first word, if it is one word of letters in one style.
    fn take_first_word(&mut self) -> Option<Piece> {
        let mut pieces = self.pieces().into_iter();
        let first = pieces.next().filter(|first| first.kind == Kind::Text)?;
        let is_word = first.latex.starts_with(char::is_alphabetic) && pieces.next().is_none_or(|next| next.spaced);
        is_word.then(|| {
            self.segments.remove(0);
            self.pieces.take();
            first
        })
    }
}

/// A part of the page's text, from top to bottom.
#[derive(Debug)]
pub(super) enum Block<'a> {
    Heading(heading::Heading<'a>),
    Paragraph(paragraph::Paragraph<'a>),
    Note(note::Note<'a>),
    /// One formula, or several below each other.
    Display(Vec<display::Equation<'a>>),
    Float(float::Float<'a>),
    Code(Vec<Row<'a>>),
    Algorithm(algorithm::Algorithm<'a>),
    Bibliography(bibliography::Bibliography<'a>),
    List(list::List<'a>),
    Theorem(theorem::Theorem<'a>),
    Quote(quote::Quote<'a>),
    Front(front::Front<'a>),
    Abstract(front::Abstract<'a>),
}

impl<'a> Block<'a> {
    /// A paragraph of running text.
    fn paragraph(rows: Vec<Row<'a>>) -> Self {
        Self::Paragraph(paragraph::Paragraph {
            rows,
            label: None,
            continues: false,
            broken: None,
            is_set_in: false,
        })
    }

    /// The blocks in it, and in those, if it has others; else itself.
    pub(super) fn leaves(&self) -> Vec<&Self> {
        match self {
            Self::List(list) => list.blocks().flat_map(Self::leaves).collect(),
            Self::Abstract(text) => text.blocks().flat_map(Self::leaves).collect(),
            Self::Theorem(theorem) => theorem.blocks().flat_map(Self::leaves).collect(),
            Self::Quote(quote) => quote.blocks().flat_map(Self::leaves).collect(),
            block => vec![block],
        }
    }

    /// Its rows, if it is running text.
    pub(super) fn text_rows(&self) -> Option<&[Row<'a>]> {
        match self {
            Self::Paragraph(paragraph) => Some(&paragraph.rows),
            Self::Note(note) => Some(&note.rows),
            _ => None,
        }
    }

    /// Its rows, if it is text or a heading.
    fn rows(&self) -> &[Row<'a>] {
        match self {
            Self::Heading(heading) => &heading.rows,
            block => block.text_rows().unwrap_or_default(),
        }
    }

    fn into_rows(self) -> Rows<'a> {
        match self {
            Self::Heading(heading) => heading.rows,
            Self::Paragraph(paragraph) => paragraph.rows,
            Self::Note(note) => note.rows,
            _ => Vec::new(),
        }
    }

    fn text_rows_mut(&mut self) -> Option<&mut Vec<Row<'a>>> {
        match self {
            Self::Paragraph(paragraph) => Some(&mut paragraph.rows),
            Self::Note(note) => Some(&mut note.rows),
            _ => None,
        }
    }

    /// The printed numbers of its formulas.
    pub(super) fn equation_numbers(&self) -> impl Iterator<Item = String> {
        let equations = match self {
            Self::Display(equations) => equations.as_slice(),
            _ => &[],
        };
        equations
            .iter()
            .filter_map(|equation| equation.number().map(str::to_owned))
    }

    /// Writes the block after those before it.
    pub(super) fn write(&self, document: &mut Document) {
        match self {
            Self::Heading(heading) => heading.write(document),
            Self::Paragraph(paragraph) => paragraph.write(document),
            Self::Display(equations) => display::write(equations, document),
            Self::Float(float) => float.write(document),
            Self::Code(rows) => code::write(rows, document),
            Self::Algorithm(algorithm) => algorithm::write(algorithm, document),
            Self::Bibliography(list) => list.write(document),
            Self::List(list) => list.write(document),
            Self::Theorem(theorem) => theorem.write(document),
            Self::Quote(quote) => quote.write(document),
            Self::Front(front) => front.write(document),
            Self::Abstract(text) => text.write(document),
            // Notes stand where their marks are.
            Self::Note(_) => {}
        }
    }
}

/// The rows of one column, from top to bottom.
pub(super) type Rows<'a> = Vec<Row<'a>>;

/// Cuts the lines of a column into words and formulas. Those below `foot` are footnotes.
pub(super) fn rows<'a>(lines: Vec<Line<'a>>, foot: Option<f32>) -> Rows<'a> {
    let row = |line: Line<'a>| {
        let is_at_foot = foot.is_some_and(|foot| line.bbox.y1 > foot && line.baseline > foot);
        Row {
            is_at_foot,
            ..Row::new(line)
        }
    };
    lines.into_iter().map(row).collect()
}

/// A page before its blocks are told apart.
pub(super) struct Page<'a> {
    /// In reading order.
    pub(super) columns: Vec<Rows<'a>>,
    pub(super) tables: Vec<Table<'a>>,
    pub(super) body: Body,
}

/// The blocks of each page of a document.
pub(super) fn blocks(pages: Vec<Page<'_>>) -> Vec<Vec<Block<'_>>> {
    let columns = pages.iter().flat_map(|page| {
        let of_column = |rows: &Rows<'_>| Column::of(rows, page.body);
        page.columns
            .iter()
            .map(move |rows| (rows.as_slice(), of_column(rows), page.body))
    });
    let looks = Looks::of(columns);
    let mut all: Vec<Vec<Block<'_>>> = Vec::with_capacity(pages.len());
    for page in pages {
        let above = all.last().map(Vec::as_slice);
        all.push(page_blocks(page, &looks, above));
    }
    all
}

/// The blocks of a page, given those of the page before; the first page may have a title.
fn page_blocks<'a>(mut page: Page<'a>, looks: &Looks, above: Option<&[Block<'a>]>) -> Vec<Block<'a>> {
    let mut blocks: Vec<Block<'a>> = Vec::new();
    let mut follows = above.is_some_and(ends_with_bibliography);
    for rows in page.columns {
        let read = Above {
            is_titled: above.is_some() || !blocks.is_empty(),
            follows,
            blocks,
        };
        blocks = add_column(read, rows, &mut page.tables, page.body, looks);
        follows = ends_with_bibliography(&blocks);
    }
    let blocks = heading::drop_names(join_columns(blocks));
    let blocks = theorem::gather(list::gather(blocks, page.body.size));
    quote::gather(if above.is_none() {
        front::gather(blocks, page.body.size)
    } else {
        blocks
    })
}

fn ends_with_bibliography(blocks: &[Block<'_>]) -> bool {
    matches!(blocks.last(), Some(Block::Bibliography(_)))
}

/// What was read of a page before one of its columns.
struct Above<'a> {
    blocks: Vec<Block<'a>>,
    /// Whether the column before ended with the bibliography.
    follows: bool,
    /// Whether no title of the document can follow.
    is_titled: bool,
}

/// Adds the blocks of one column to those above it on the page. `tables` are those of the page; those of the column are
/// taken from it.
fn add_column<'a>(
    above: Above<'a>,
    rows: Rows<'a>,
    tables: &mut Vec<Table<'a>>,
    body: Body,
    looks: &Looks,
) -> Vec<Block<'a>> {
    let Above {
        blocks: mut above,
        follows,
        is_titled,
    } = above;
    let is_first = above.is_empty();
    let mut reader = Reader {
        body,
        tables,
        column: Column::of(&rows, body),
        looks,
        blocks: Vec::new(),
        untitled: !is_titled,
        above: None,
    };
    let (before, bibliography, after) = bibliography::split(rows, &reader.column, body, follows, is_first);
    reader.read(before);
    reader.blocks.extend(bibliography.map(Block::Bibliography));
    reader.read(after);
    let mut blocks = float::gather(reader.blocks);
    for block in &mut blocks {
        if let Block::Paragraph(paragraph) = block {
            paragraph.is_set_in = quote::is_set_in(paragraph, &reader.column, body.size);
        }
    }
    above.extend(blocks);
    above
}

/// Joins paragraphs and the bibliography where they were cut by the end of a column.
fn join_columns(blocks: Vec<Block<'_>>) -> Vec<Block<'_>> {
    let mut joined: Vec<Block<'_>> = Vec::with_capacity(blocks.len());
    for block in bibliography::join_columns(blocks) {
        match (last_text(&mut joined), block) {
            (_, Block::Note(below)) if below.continues() => {
                let above = joined.iter_mut().rev().find_map(|block| match block {
                    Block::Note(note) => Some(note),
                    _ => None,
                });
                match above {
                    Some(above) => above.rows.extend(below.rows),
                    None => joined.push(Block::Note(below)),
                }
            }
            (Some(Block::Paragraph(above)), Block::Paragraph(below))
                if below.continues && below.label.is_none() && above.is_unfinished() =>
            {
                above.rows.extend(below.rows);
            }
            (_, block) => joined.push(block),
        }
    }
    joined
}

/// Gives words, entries and footnotes that were broken by the end of a page to the page where they begin.
pub(super) fn join_pages(pages: &mut [Vec<Block<'_>>]) {
    for i in 1..pages.len() {
        let (above, below) = pages.split_at_mut(i);
        if let (Some(above), Some(below)) = (above.last_mut(), below.first_mut()) {
            join_notes(above, below);
        }
        let last = above.last_mut().and_then(|blocks| last_text(blocks));
        let first = below.first_mut().and_then(|blocks| first_text(blocks));
        match (last, first) {
            (Some(Block::Paragraph(last)), Some(Block::Paragraph(first))) => paragraph::join_broken_word(last, first),
            (Some(Block::Bibliography(last)), Some(Block::Bibliography(first))) => last.join_pages(first),
            _ => {}
        }
    }
}

/// Joins a footnote that goes on on the next page.
fn join_notes<'a>(above: &mut [Block<'a>], below: &mut Vec<Block<'a>>) {
    let is_note = |block: &Block<'a>| matches!(block, Block::Note(_));
    let Some(at) = below.iter().position(is_note) else {
        return;
    };
    if let (Some(Block::Note(last)), Some(Block::Note(first))) =
        (above.iter_mut().rfind(|block| is_note(block)), below.get_mut(at))
        && first.continues()
    {
        last.take(first);
        below.remove(at);
    }
}

/// The first block that is no float.
fn first_text<'b, 'a>(blocks: &'b mut [Block<'a>]) -> Option<&'b mut Block<'a>> {
    blocks.iter_mut().find(|block| !matches!(block, Block::Float(_)))
}

/// The last block that is no footnote and no float: these stand at the ends of the page, whatever the text does.
fn last_text<'b, 'a>(blocks: &'b mut [Block<'a>]) -> Option<&'b mut Block<'a>> {
    let mut last = blocks
        .iter_mut()
        .rfind(|block| !matches!(block, Block::Note(_) | Block::Float(_)))?;
    while let Block::List(list) = last {
        last = list.last_mut()?;
    }
    Some(last)
}

/// Reads the lines of one column, from top to bottom.
struct Reader<'a, 'r> {
    body: Body,
    tables: &'r mut Vec<Table<'a>>,
    column: Column,
    looks: &'r Looks,
    blocks: Vec<Block<'a>>,
    /// No title and no text has been seen.
    untitled: bool,
    /// The line before.
    above: Option<Place>,
}

impl<'a> Reader<'a, '_> {
    fn read(&mut self, rows: Vec<Row<'a>>) {
        let mut rows = rows.into_iter();
        while let Some(row) = rows.next() {
            self.add(row, rows.as_slice());
        }
    }

    fn add(&mut self, row: Row<'a>, rest: &[Row<'a>]) {
        let place = Place {
            bbox: row.line.bbox,
            baseline: row.line.baseline,
            size: row.line.size,
        };
        if let Some((float, beside)) = float::take(&row, self.tables) {
            self.blocks.push(float);
            self.above = Some(place);
            beside.into_iter().for_each(|line| self.add(Row::new(line), &[]));
            return;
        }
        if row.is_at_foot {
            note::add(&mut self.blocks, row);
            self.above = Some(place);
            return;
        }
        let view = self.view(&row, rest);
        let algorithm_goes_on = algorithm::goes_on(&view);
        if algorithm_goes_on || algorithm::begins(view.row) {
            algorithm::add(&mut self.blocks, row, algorithm_goes_on, self.column.right);
        } else if let Some(level) = heading::level(&view) {
            let goes_on = matches!(view.blocks.last(), Some(Block::Heading(heading)) if heading.goes_on(&view));
            heading::add(&mut self.blocks, level, row, goes_on, (self.body, self.looks));
        } else if code::is_code(&view) {
            code::add(&mut self.blocks, row);
        } else if display::is_display(&view) {
            display::add(&mut self.blocks, row, &self.column);
        } else {
            self.untitled &= place.bbox.x1 - place.bbox.x0 < 0.8 * self.column.width();
            if !display::take_number(&mut self.blocks, &row, &self.column, self.body.size) {
                self.add_text(row, rest);
            }
        }
        self.above = Some(place);
    }

    fn view<'v>(&'v self, row: &'v Row<'a>, rest: &'v [Row<'a>]) -> View<'v, 'a> {
        View {
            row,
            above: self.above,
            blocks: &self.blocks,
            rest,
            column: self.column,
            body: self.body,
            looks: self.looks,
            untitled: self.untitled,
        }
    }

    fn add_text(&mut self, row: Row<'a>, rest: &[Row<'a>]) {
        let view = self.view(&row, rest);
        let label = list::label(&view);
        let starts = label.is_some() || paragraph::starts(&view);
        let continues = label.is_none() && paragraph::continues(&view, starts);
        match self.blocks.last_mut().and_then(Block::text_rows_mut) {
            Some(rows) if !starts => rows.push(row),
            _ if note::begins(&row, self.body) => self.blocks.push(Block::Note(note::Note::new(row))),
            _ => self.blocks.push(Block::Paragraph(paragraph::Paragraph {
                rows: vec![row],
                label,
                continues,
                broken: None,
                is_set_in: false,
            })),
        }
    }
}
