//! Floats: tables and pictures with their captions. LaTeX sets the content of a float and its caption as one box.
//! Subfloats (package subcaption) stand side by side in the box, with separate captions `(a)` and `(b)`.

use texlens_vocabulary::{BBox, Style};

use super::block::{Block, Float, Paragraph, Subfloat};
use super::caption::{Caption, caption, read_caption, write_with_label};
use super::row::Row;
use crate::typeset::columns::Region;
use crate::typeset::document::Document;
use crate::typeset::lines::{self, Line};
use crate::typeset::mark::{Extent, Mark};
use crate::typeset::references;
use crate::typeset::table::{self, Table};
use crate::typeset::text::{self, Piece};
use crate::typeset::words;

/// Removes the tables in a row from those of the page. Returns the tables and pictures of the row as a float, with the
/// lines beside them.
pub(super) fn take<'a>(row: &Row<'a>, tables: &mut Vec<Table<'a>>) -> Option<(Block<'a>, Vec<Line<'a>>)> {
    let marks = &row.line.marks;
    let in_row = |table: &Table<'a>| {
        marks
            .iter()
            .any(|mark| table::is_table(mark) && mark.bbox == table.bbox)
    };
    let (mut found, rest): (Vec<Table<'a>>, Vec<Table<'a>>) = std::mem::take(tables).into_iter().partition(in_row);
    *tables = rest;
    let pictures: Vec<BBox> = marks
        .iter()
        .filter(|mark| mark.is_picture())
        .map(|mark| mark.bbox)
        .collect();
    if found.is_empty() && pictures.is_empty() {
        return None;
    }
    found.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
    let is_beside = |mark: &&Mark<'a>| !table::is_table(mark) && !mark.is_picture();
    let region = Region {
        marks: marks.iter().filter(is_beside).copied().collect(),
        rules: row.line.rules.clone(),
    };
    let float = Float {
        tables: found,
        pictures,
        ..Float::default()
    };
    Some((Block::Float(float), lines::lines(region)))
}

/// Joins captions and the tables next to them to floats, from top to bottom. A table takes the caption above it, if no
/// other table has taken that, and otherwise the one below. Captions of parts of a float stand between.
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

/// Returns a caption as a float, and any other block unchanged.
fn as_float(block: Block<'_>) -> Block<'_> {
    match block {
        Block::Paragraph(paragraph) if read_caption(&paragraph).is_some() => Block::Float(Float {
            caption: Some(paragraph),
            ..Float::default()
        }),
        block => block,
    }
}

/// Joins captions of parts to the float above them. Joins a float to the captions of parts and to the float above it.
/// Returns the block, unless it was joined to one above.
fn join<'a>(out: &mut Vec<Block<'a>>, block: Block<'a>) -> Option<Block<'a>> {
    match block {
        Block::Paragraph(paragraph) => match (out.last_mut(), subfloats(&paragraph)) {
            (Some(Block::Float(above)), Some(found)) if above.takes_subfloats() => {
                above.subfloats.extend(found);
                None
            }
            _ => Some(Block::Paragraph(paragraph)),
        },
        Block::Float(mut float) => loop {
            let has_taken = float.take_subfloats(out);
            match out.pop() {
                Some(Block::Float(mut above)) if above.belongs_to(&float, has_taken) => {
                    above.absorb(float);
                    float = above;
                }
                above => {
                    out.extend(above);
                    return Some(Block::Float(float));
                }
            }
        },
        block => Some(block),
    }
}

/// Returns the captions of parts, side by side, if the paragraph consists of such captions.
fn subfloats<'a>(paragraph: &Paragraph<'a>) -> Option<Vec<Subfloat<'a>>> {
    let mut found: Vec<Subfloat<'a>> = Vec::new();
    for chunk in paragraph.rows.iter().flat_map(|row| table::chunks(&row.line)) {
        match letter(&chunk) {
            Some(letter) => found.push(Subfloat {
                letter,
                lines: vec![chunk],
            }),
            // A chunk without a letter continues the caption above it.
            None => {
                let above =
                    |part: &&mut Subfloat<'a>| part.lines.iter().any(|line| line.bbox.overlap_x(&chunk.bbox) > 0.0);
                found.iter_mut().find(above)?.lines.push(chunk);
            }
        }
    }
    (!found.is_empty()).then_some(found)
}

/// Returns the letter in `(a)` at the start of a line.
fn letter(line: &Line<'_>) -> Option<char> {
    match line.marks.as_slice() {
        [open, letter, close, _, ..] if open.symbol == "(" && close.symbol == ")" => {
            letter.char().filter(char::is_ascii_lowercase)
        }
        _ => None,
    }
}

impl<'a> Float<'a> {
    fn is_of_table(&self) -> bool {
        self.caption
            .as_ref()
            .and_then(read_caption)
            .is_none_or(|caption| caption.is_table)
    }

    /// Whether captions of parts may stand below the float.
    fn takes_subfloats(&self) -> bool {
        self.is_unnamed_picture() || self.tables.len() > self.subfloats.len().max(1)
    }

    /// Whether the float is a picture without a caption.
    pub(super) fn is_unnamed_picture(&self) -> bool {
        self.tables.is_empty() && !self.pictures.is_empty() && self.caption.is_none()
    }

    /// Takes the captions of parts right above the float: over tables, or under the pictures of a figure. Returns
    /// whether there were any.
    fn take_subfloats(&mut self, out: &mut Vec<Block<'a>>) -> bool {
        let before = self.subfloats.len();
        while let Some(Block::Paragraph(above)) = out.last() {
            let Some(found) = subfloats(above).filter(|found| self.takes(found)) else {
                break;
            };
            out.pop();
            self.subfloats.splice(0..0, found);
        }
        self.subfloats.len() > before
    }

    fn takes(&self, found: &[Subfloat<'a>]) -> bool {
        let size = |lines: &[Line<'_>]| lines.first().map_or(0.0, |line| line.size);
        let caption = self.caption.as_ref().and_then(|caption| caption.rows.first());
        // Items of a list have the size of the text. Captions may have it too, but items do not stand side by side.
        let are_beside = found.len() > 1;
        let are_small = caption.is_some_and(|row| found.iter().all(|part| size(&part.lines) < 0.98 * row.line.size));
        if self.tables.is_empty() {
            !self.is_of_table() && (are_beside || are_small)
        } else {
            self.tables.len() > 1 && self.subfloats.len() + found.len() <= self.tables.len()
        }
    }

    fn has_content(&self) -> bool {
        !self.tables.is_empty() || !self.pictures.is_empty()
    }

    /// Whether this float belongs to the one below: as the caption of its tables, or as the content that its caption
    /// describes. Only captions of parts stand between the pictures of one figure.
    fn belongs_to(&self, below: &Self, has_taken: bool) -> bool {
        let is_caption_above =
            !self.has_content() && self.is_of_table() && !below.tables.is_empty() && below.caption.is_none();
        let is_caption_below = self.has_content()
            && self.caption.is_none()
            && !below.has_content()
            && (self.pictures.is_empty() || !below.is_of_table());
        let is_part = self.is_unnamed_picture()
            && below.tables.is_empty()
            && !below.pictures.is_empty()
            && (has_taken || below.caption.is_none());
        is_caption_above || is_caption_below || is_part
    }

    fn absorb(&mut self, below: Self) {
        self.is_above = self.caption.is_some();
        self.tables.extend(below.tables);
        self.pictures.extend(below.pictures);
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
            self.write_pictures(caption, document);
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
                (Some(part), Some(caption)) => part.write(Some(table), None, caption, document),
                _ => table.write(&mut document.writer, &document.vocabulary),
            }
        }
    }
}

impl Float<'_> {
    /// Writes the picture of a figure, or the pictures of its parts. Without a caption, writes every picture.
    fn write_pictures(&self, caption: Option<&Caption>, document: &mut Document) {
        let whole = self.pictures.iter().copied().reduce(|a, b| a.union(&b));
        match caption {
            Some(caption) if caption.is_table => {}
            Some(caption) if self.subfloats.is_empty() => caption.write_picture("", whole, document),
            Some(caption) => {
                for part in &self.subfloats {
                    part.write(None, part.picture(&self.pictures), caption, document);
                }
            }
            None => {
                for picture in &self.pictures {
                    write_unnamed(*picture, document);
                }
            }
        }
    }
}

/// Writes a picture that has no caption.
fn write_unnamed(picture: BBox, document: &mut Document) {
    document.unnamed += 1;
    let again = match document.unnamed {
        1 => String::new(),
        count => format!("_{count}"),
    };
    document.writer.next_line();
    document.writer.picture(&format!("figure_x{again}"), Some(picture));
}

impl Subfloat<'_> {
    /// Returns the picture that the caption most likely describes, which is the nearest.
    fn picture(&self, pictures: &[BBox]) -> Option<BBox> {
        let bbox = self.lines.first()?.bbox;
        let off = |picture: &BBox| {
            let down = (bbox.y0 - picture.y1).max(picture.y0 - bbox.y1).max(0.0);
            (picture.centre() - bbox.centre()).abs() + down
        };
        pictures.iter().copied().min_by(|a, b| off(a).total_cmp(&off(b)))
    }

    /// Writes a part of a float with its caption.
    fn write(&self, table: Option<&Table<'_>>, picture: Option<BBox>, of: &Caption, document: &mut Document) {
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
            None => of.write_picture(&self.letter.to_string(), picture, document),
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

    /// Writes a line that turned out not to be a caption.
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
