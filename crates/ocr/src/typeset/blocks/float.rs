//! Floats: tables and pictures with their captions. LaTeX sets what a float holds and its caption as one box, and
//! subfloats (package subcaption) with captions `(a)`, `(b)` of their own side by side in it.

use crate::page::Style;

use super::caption::{Caption, caption, write_with_label};
use super::paragraph::Paragraph;
use super::{Block, Row};
use crate::typeset::columns::Region;
use crate::typeset::document::Document;
use crate::typeset::lines::{self, Line};
use crate::typeset::mark::{Extent, Mark};
use crate::typeset::references;
use crate::typeset::table::{self, Table};
use crate::typeset::text::{self, Piece};
use crate::typeset::words;

/// Tables side by side, or a picture, of which nothing is known, and the caption above or below them.
#[derive(Debug)]
pub(crate) struct Float<'a> {
    tables: Vec<Table<'a>>,
    caption: Option<Paragraph<'a>>,
    is_above: bool,
    subfloats: Vec<Subfloat<'a>>,
}

/// The caption of a part of a float.
#[derive(Debug)]
struct Subfloat<'a> {
    letter: char,
    lines: Vec<Line<'a>>,
}

/// The tables in a row, taken from those of the page, with the lines of what stands beside them.
pub(super) fn tables<'a>(row: &Row<'a>, tables: &mut Vec<Table<'a>>) -> Option<(Block<'a>, Vec<Line<'a>>)> {
    let (marks, beside): (Vec<Mark<'a>>, Vec<Mark<'a>>) = row.line.marks.iter().partition(|mark| table::is_table(mark));
    let in_row = |table: &Table<'a>| marks.iter().any(|mark| mark.bbox == table.bbox);
    let (mut found, rest): (Vec<Table<'a>>, Vec<Table<'a>>) = std::mem::take(tables).into_iter().partition(in_row);
    *tables = rest;
    if found.is_empty() {
        return None;
    }
    found.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
    let rules = row.line.rules.clone();
    let beside = lines::lines(Region { marks: beside, rules });
    Some((Block::Float(Float::of(found)), beside))
}

/// Makes floats of captions, with the tables next to them, from top to bottom: a caption above a table that no other
/// table has taken, else one below. Captions of parts of a float stand between.
pub(super) fn gather(blocks: Vec<Block<'_>>) -> Vec<Block<'_>> {
    let mut out: Vec<Block<'_>> = Vec::with_capacity(blocks.len());
    for block in blocks {
        let block = as_float(block);
        if let Some(rest) = join(&mut out, block) {
            out.push(rest);
        }
    }
    out
}

/// A caption as a float.
fn as_float(block: Block<'_>) -> Block<'_> {
    match block {
        Block::Paragraph(paragraph) if read_caption(&paragraph).is_some() => Block::Float(Float {
            caption: Some(paragraph),
            ..Float::of(Vec::new())
        }),
        block => block,
    }
}

/// Joins a block to the float that ends the blocks above it, or captions of parts that end them to the float that the
/// block is; gives back what joins nothing.
fn join<'a>(out: &mut Vec<Block<'a>>, block: Block<'a>) -> Option<Block<'a>> {
    match block {
        Block::Paragraph(paragraph) => match (out.last_mut(), subfloats(&paragraph)) {
            (Some(Block::Float(above)), Some(found)) if above.has_tables_without_captions() => {
                above.subfloats.extend(found);
                None
            }
            _ => Some(Block::Paragraph(paragraph)),
        },
        Block::Float(mut float) => {
            float.take_subfloats(out);
            match out.pop() {
                Some(Block::Float(mut above)) if above.belongs_to(&float) => {
                    above.absorb(float);
                    Some(Block::Float(above))
                }
                above => {
                    out.extend(above);
                    Some(Block::Float(float))
                }
            }
        }
        block => Some(block),
    }
}

/// What the paragraph is the caption of, if it is one.
fn read_caption(paragraph: &Paragraph<'_>) -> Option<Caption> {
    let pieces: Vec<Piece> = paragraph.rows.iter().take(2).flat_map(Row::pieces).collect();
    caption(&pieces).filter(|_| paragraph.label.is_none())
}

/// Whether the block is a float, or will be one.
pub(super) fn is_float(block: &Block<'_>) -> bool {
    match block {
        Block::Float(_) => true,
        Block::Paragraph(paragraph) => read_caption(paragraph).is_some(),
        _ => false,
    }
}

/// The captions of parts, side by side, that a paragraph consists of.
fn subfloats<'a>(paragraph: &Paragraph<'a>) -> Option<Vec<Subfloat<'a>>> {
    let mut found: Vec<Subfloat<'a>> = Vec::new();
    for chunk in paragraph.rows.iter().flat_map(|row| table::chunks(&row.line)) {
        match letter(&chunk) {
            Some(letter) => found.push(Subfloat {
                letter,
                lines: vec![chunk],
            }),
            // A line that goes on stands below.
            None => {
                let above =
                    |part: &&mut Subfloat<'a>| part.lines.iter().any(|line| line.bbox.overlap_x(&chunk.bbox) > 0.0);
                found.iter_mut().find(above)?.lines.push(chunk);
            }
        }
    }
    (!found.is_empty()).then_some(found)
}

/// The letter in `(a)` at the start of a line.
fn letter(line: &Line<'_>) -> Option<char> {
    match line.marks.as_slice() {
        [open, letter, close, _, ..] if open.symbol == "(" && close.symbol == ")" => {
            letter.char().filter(char::is_ascii_lowercase)
        }
        _ => None,
    }
}

impl<'a> Float<'a> {
    fn of(tables: Vec<Table<'a>>) -> Self {
        Self {
            tables,
            caption: None,
            is_above: false,
            subfloats: Vec::new(),
        }
    }

    fn is_of_table(&self) -> bool {
        self.caption
            .as_ref()
            .and_then(read_caption)
            .is_none_or(|caption| caption.is_table)
    }

    fn has_tables_without_captions(&self) -> bool {
        self.tables.len() > self.subfloats.len().max(1)
    }

    /// Takes the captions of parts that stand right above: over tables, or under the pictures of a figure.
    fn take_subfloats(&mut self, out: &mut Vec<Block<'a>>) {
        while let Some(Block::Paragraph(above)) = out.last() {
            let Some(found) = subfloats(above).filter(|found| self.takes(found)) else {
                break;
            };
            out.pop();
            self.subfloats.splice(0..0, found);
        }
    }

    fn takes(&self, found: &[Subfloat<'a>]) -> bool {
        let size = |lines: &[Line<'_>]| lines.first().map_or(0.0, |line| line.size);
        let caption = self.caption.as_ref().and_then(|caption| caption.rows.first());
        // Items of a list are set in the size of the text, which captions may have too, but not side by side.
        let are_beside = found.len() > 1;
        let are_small = caption.is_some_and(|row| found.iter().all(|part| size(&part.lines) < 0.98 * row.line.size));
        if self.tables.is_empty() {
            !self.is_of_table() && (are_beside || are_small)
        } else {
            self.tables.len() > 1 && self.subfloats.len() + found.len() <= self.tables.len()
        }
    }

    /// Whether this, which stands above, is the caption of tables below or tables whose caption is below.
    fn belongs_to(&self, below: &Self) -> bool {
        let (above, below) = ((&self.tables, &self.caption), (&below.tables, &below.caption));
        let is_caption_above = above.0.is_empty() && self.is_of_table() && !below.0.is_empty() && below.1.is_none();
        let is_caption_below = !above.0.is_empty() && above.1.is_none() && below.0.is_empty();
        is_caption_above || is_caption_below
    }

    fn absorb(&mut self, below: Self) {
        self.is_above = self.caption.is_some();
        self.tables.extend(below.tables);
        self.subfloats.extend(below.subfloats);
        self.caption = self.caption.take().or(below.caption);
    }

    pub(super) fn write(&self, document: &mut Document) {
        let pieces = self.caption.as_ref().map(|caption| caption.pieces(document));
        let read = pieces.and_then(|pieces| caption(&pieces).map(|caption| (caption, pieces)));
        document.writer.next_block();
        match read {
            Some((caption, pieces)) => {
                let name = if caption.is_table { "table" } else { "figure" };
                document.writer.raw(&format!("\\begin{{{name}}}\n\\centering\n"));
                if self.is_above {
                    caption.write_text(pieces, document);
                    self.write_content(Some(&caption), document);
                } else {
                    self.write_content(Some(&caption), document);
                    caption.write_text(pieces, document);
                }
                document.writer.raw(&format!("\\end{{{name}}}"));
            }
            None => {
                self.write_content(None, document);
                self.subfloats.iter().for_each(|part| part.write_alone(document));
            }
        }
        document.writer.next_block();
    }

    fn write_content(&self, caption: Option<&Caption>, document: &mut Document) {
        if self.tables.is_empty() {
            match caption.filter(|caption| !caption.is_table) {
                Some(caption) if self.subfloats.is_empty() => caption.write_picture("", document),
                Some(caption) => self
                    .subfloats
                    .iter()
                    .for_each(|part| part.write(None, caption, document)),
                None => {}
            }
        }
        for table in &self.tables {
            let centre = table.bbox.centre();
            let off = |part: &&Subfloat<'a>| {
                part.lines
                    .first()
                    .map_or(f32::INFINITY, |line| (line.bbox.centre() - centre).abs())
            };
            let nearest = self.subfloats.iter().min_by(|a, b| off(a).total_cmp(&off(b)));
            match (nearest, caption) {
                (Some(part), Some(caption)) => part.write(Some(table), caption, document),
                _ => table.write(&mut document.writer, &document.vocabulary),
            }
        }
    }
}

impl Subfloat<'_> {
    /// Writes a part of a float with its caption.
    fn write(&self, table: Option<&Table<'_>>, of: &Caption, document: &mut Document) {
        let name = if of.is_table { "subtable" } else { "subfigure" };
        document
            .writer
            .raw(&format!("\\begin{{{name}}}{{0.45\\textwidth}}\n\\centering\n"));
        let is_above = table.is_some_and(|table| self.lines.iter().all(|line| line.bbox.y0 < table.bbox.y0));
        if is_above {
            self.write_caption(of, document);
        }
        match table {
            Some(table) => table.write(&mut document.writer, &document.vocabulary),
            None => of.write_picture(&self.letter.to_string(), document),
        }
        if !is_above {
            self.write_caption(of, document);
        }
        document.writer.raw(&format!("\\end{{{name}}}\n"));
    }

    fn write_caption(&self, of: &Caption, document: &mut Document) {
        let pieces = self.pieces(document);
        write_with_label(pieces, 1, &of.label(&self.letter.to_string()), document);
    }

    /// Writes a line that turned out to be no caption.
    fn write_alone(&self, document: &mut Document) {
        let pieces = self.pieces(document);
        document.writer.next_block();
        document.writer.text(&references::link(pieces), Style::Roman);
    }

    fn pieces(&self, document: &Document) -> Vec<Piece> {
        let lines = self.lines.iter().map(|line| text::pieces(&words::segments(line), line));
        text::join_lines(lines.collect::<Vec<_>>(), &document.vocabulary)
    }
}
