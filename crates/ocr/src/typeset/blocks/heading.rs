//! Headings: size, weight, place and number tell them from text (`\@startsection` of the classes).

use crate::page::{BBox, Kind, Style};

use super::view::View;
use super::{Block, Row};
use crate::typeset::document::Document;
use crate::typeset::latex::Latex;
use crate::typeset::mark::{self, Mark};
use crate::typeset::text;
use crate::typeset::words::Segment;

/// Lines of the longest heading.
const LONGEST: usize = 3;
/// What sets a heading, by its level.
const COMMANDS: &[&str] = &["\\title", "\\section", "\\subsection", "\\subsubsection"];

/// A heading of one or more lines.
#[derive(Debug)]
pub(crate) struct Heading<'a> {
    /// Level 0 is the title, 1 a section.
    pub(super) level: usize,
    pub(super) rows: Vec<Row<'a>>,
}

/// The level of the heading that the row is, by size, weight and number.
pub(super) fn level(view: &View<'_, '_>) -> Option<usize> {
    let row = view.row;
    let letters: Vec<&Mark<'_>> = row.line.marks.iter().filter(|mark| mark.is_letter()).collect();
    let math: usize = row
        .segments
        .iter()
        .filter(|segment| segment.is_math)
        .map(|segment| segment.cells.len())
        .sum();
    if letters.is_empty() || row.line.marks.len() > 200 || 3 * math > row.line.marks.len() {
        return None;
    }
    let number = number(row);
    if is_centred(view, &letters) {
        return Some(number.map_or(1, |number| number.level));
    }
    let bold = letters.iter().filter(|mark| mark.style.is_bold()).count() as f32 / letters.len() as f32;
    let ratio = row.line.size / view.body.size;
    let is_bold = bold > 0.85 && !view.body.is_bold;
    if !is_bold && (letters.len() > 60 || number.is_none() && continues_paragraph(view)) {
        return None;
    }
    if !is_bold && ratio < 1.15 || letters.len() < 2 || ratio < 0.87 {
        return None;
    }
    let apart = view.is_apart()
        || view
            .below()
            .is_some_and(|next| next.line.bbox.x0 > row.line.bbox.x0 + view.body.size);
    match number {
        Some(number) => Some(number.level),
        None if view.untitled && ratio > 1.5 => Some(0),
        None if ratio > 1.3 => Some(1),
        None if ratio > 1.12 => Some(2),
        None if apart && row.line.bbox.x1 < view.column.right - view.body.size => Some(3),
        None => None,
    }
}

/// Whether the line goes on with the paragraph above it, in its size.
fn continues_paragraph(view: &View<'_, '_>) -> bool {
    let Some(Block::Paragraph(paragraph)) = view.blocks.last() else {
        return false;
    };
    let row = view.row;
    let is_close = |last: &Row<'_>| {
        row.line.baseline - last.line.baseline < 1.5 * view.column.leading
            && (row.line.size / last.line.size).ln().abs() < 0.06
    };
    paragraph.rows.last().is_some_and(is_close)
}

/// Some journals set headings centred, in capitals or italics, at the size of the text.
fn is_centred(view: &View<'_, '_>, letters: &[&Mark<'_>]) -> bool {
    let (line, em, column) = (&view.row.line, view.body.size, view.column);
    let centred = view.is_centred() && line.bbox.x0 > column.left + 1.5 * em && line.bbox.x1 < column.right - 1.5 * em;
    let share = |fits: &dyn Fn(&Mark<'_>) -> bool| {
        letters.iter().filter(|mark| fits(mark)).count() as f32 > 0.85 * letters.len() as f32
    };
    let capitals = share(&|mark| mark.style == Style::SmallCaps || mark.char().is_some_and(char::is_uppercase));
    let italics = share(&|mark| matches!(mark.style, Style::Italic | Style::Slanted));
    let numbered = number(view.row).is_some();
    centred && letters.len() > 3 && view.is_apart() && line.size > 0.9 * em && (capitals || italics && numbered)
}

/// Adds a line to the heading above it or begins one with it.
pub(super) fn add<'a>(blocks: &mut Vec<Block<'a>>, level: usize, row: Row<'a>) {
    match blocks.last_mut() {
        Some(Block::Heading(heading)) if heading.goes_on(&row) => heading.rows.push(row),
        _ => blocks.push(Block::Heading(Heading { level, rows: vec![row] })),
    }
    demote_long(blocks);
}

/// Where captions or notes are most of a page, its text is large beside them: headings have few lines.
fn demote_long(blocks: &mut Vec<Block<'_>>) {
    let is_text = |heading: &Heading<'_>| {
        heading.level > 0 && heading.rows.len() > LONGEST && !heading.rows.iter().any(is_bold_row)
    };
    match blocks.pop() {
        Some(Block::Heading(heading)) if is_text(&heading) => blocks.push(Block::paragraph(heading.rows)),
        Some(block) => blocks.push(block),
        None => {}
    }
}

fn is_bold_row(row: &Row<'_>) -> bool {
    let letters = || row.line.marks.iter().filter(|mark| mark.is_letter());
    2 * letters().filter(|mark| mark.style.is_bold()).count() > letters().count()
}

impl Heading<'_> {
    /// Whether a row is one more line of the heading.
    fn goes_on(&self, row: &Row<'_>) -> bool {
        let follows = |last: &Row<'_>| {
            row.line.baseline - last.line.baseline < 1.6 * row.line.size
                && (last.line.size / row.line.size).ln().abs() < 0.1
        };
        number(row).is_none() && self.rows.last().is_some_and(follows)
    }

    /// Writes the heading with the label that its number gives it.
    pub(crate) fn write(&self, document: &mut Document) {
        let lines = self
            .rows
            .iter()
            .enumerate()
            .map(|(i, row)| text::pieces(words(row, i == 0), &row.line));
        let pieces = text::join_lines(lines, &document.vocabulary);
        let mut title = Latex::default();
        for piece in &pieces {
            if piece.spaced && !title.is_empty() {
                title += " ";
            }
            title += piece.latex.clone();
        }
        let title = Title {
            level: self.level,
            number: self.rows.first().and_then(number).map(|number| number.text),
            bbox: mark::bounds(self.rows.iter().map(|row| &row.line.bbox)),
            confidence: pieces.iter().map(|piece| piece.confidence).fold(1.0, f32::min),
            latex: title,
        };
        title.write(document);
    }
}

/// What is written of a heading.
pub(super) struct Title {
    pub(super) level: usize,
    pub(super) number: Option<String>,
    pub(super) latex: Latex,
    pub(super) bbox: BBox,
    pub(super) confidence: f32,
}

impl Title {
    /// Writes it with the label that its number gives it.
    pub(super) fn write(self, document: &mut Document) {
        let writer = &mut document.writer;
        writer.next_block();
        writer.raw(COMMANDS.get(self.level).copied().unwrap_or("\\subsubsection"));
        writer.raw("{");
        writer.token(self.latex, Kind::Heading, self.bbox, self.confidence);
        writer.raw("}");
        if let Some(number) = &self.number {
            writer.raw(&format!("\\label{{sec:section_{number}}}"));
        }
        writer.next_block();
    }
}

/// The words of a row of a heading; those of the first without the number.
fn words<'r, 'a>(row: &'r Row<'a>, is_first: bool) -> &'r [Segment<'a>] {
    let skip = usize::from(is_first && number(row).is_some());
    row.segments.get(skip..).unwrap_or_default()
}

/// A printed number without its last full stop.
pub(super) struct Number {
    pub(super) level: usize,
    pub(super) text: String,
}

/// The number a heading begins with.
fn number(row: &Row<'_>) -> Option<Number> {
    let [first, second, ..] = row.segments.as_slice() else {
        return None;
    };
    let text: String = first.symbols();
    let gap = second.bbox().x0 - first.bbox().x1;
    let stands_apart = gap > 0.45 * row.line.size || text.ends_with('.');
    Number::parse(&text).filter(|_| stands_apart)
}

impl Number {
    /// `2.1`, `A.2`, `IV.`; its level is the count of its parts.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.trim_end_matches('.').split('.').collect();
        let is_part = |part: &str| {
            !part.is_empty()
                && (part.bytes().all(|b| b.is_ascii_digit())
                    || part.len() == 1 && part.bytes().all(|b| b.is_ascii_uppercase()))
        };
        let is_roman =
            parts.len() == 1 && text.ends_with('.') && text.trim_end_matches('.').bytes().all(|b| b"IVX".contains(&b));
        let is_number = parts.iter().all(|part| is_part(part)) && parts.iter().skip(1).all(|part| part.len() < 3);
        let is_letter = parts.len() == 1
            && !is_roman
            && text.ends_with('.')
            && parts.iter().all(|part| part.bytes().all(|b| b.is_ascii_uppercase()));
        // "B." comes below "IV." where both are used.
        let level = if is_letter { 2 } else { parts.len().min(3) };
        let text = parts.join(".");
        (is_number || is_roman).then_some(Self { level, text })
    }
}
