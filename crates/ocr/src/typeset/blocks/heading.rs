//! Headings: size, weight, place and number distinguish them from text (`\@startsection` of the classes).

use texlens_vocabulary::{BBox, Style, TokenKind};

use super::base_style::main_style;
use super::block::{Block, Heading};
use super::caption::{self, caption};
use super::column::Column;
use super::contents;
use super::label;
use super::list;
use super::look::{Look, Looks, Shape, could_be_heading, is_above_space};
use super::number::Number;
use super::row::Row;
use super::theorem;
use super::view::View;
use crate::typeset::body::Body;
use crate::typeset::document::Document;
use crate::typeset::latex::Latex;
use crate::typeset::mark;
use crate::typeset::named::Named;
use crate::typeset::text::{self, Piece, Vocabulary};
use crate::typeset::words::Segment;
use crate::typeset::writer::styled;

/// Maximum number of lines in a heading.
const LONGEST: usize = 3;
/// Maximum number of lines in a bold heading; few classes set text in bold type.
const LONGEST_BOLD: usize = 6;
/// Upper bound of the distance from the number of a chapter to its title, in the size of the title: `\vskip 20pt` and
/// the line itself.
const FARTHEST_TITLE: f32 = 3.0;

/// Confidence from which on a glyph is certain.
const SURE: f32 = 0.9;
/// Least space between number and title, in the size of the title. `\quad` is 1 and a space between words 0.38, and
/// boxes may be too wide.
const LEAST_QUAD: f32 = 0.5;

/// Level of a heading that a named place announces, and that has no look of its own; the name tells the right one.
const ANNOUNCED: usize = 1;

/// Returns the level of the heading that the row is, by its number and its look, or since a named place announces it.
pub(super) fn level(view: &View<'_, '_>) -> Option<usize> {
    let is_announced = || {
        let is_strong = Look::of(view.row, view.body).is_some_and(|look| look.is_strong());
        view.row.named == Some(Named::Heading) && is_strong
    };
    level_by_look(view).or_else(|| is_announced().then_some(ANNOUNCED))
}

/// Returns the level by number and look.
fn level_by_look(view: &View<'_, '_>) -> Option<usize> {
    let row = view.row;
    if let Some(Block::Heading(heading)) = view.blocks.last().filter(|_| view.gap_above().is_finite())
        && heading.goes_on(view)
    {
        return Some(heading.level);
    }
    if caption::names_float(view)
        || row.line.marks.len() > 200
        || !could_be_heading(row, view.gap_above(), &view.column)
    {
        return None;
    }
    let look = Look::of(row, view.body)?;
    if label::has_bullet(row)
        || caption(&row.pieces()).is_some()
        || !is_above_space(row, view.below(), &view.column, view.body)
    {
        return None;
    }
    let number = Number::of(row);
    if list::continues(view) {
        return None;
    }
    if number.is_none() && theorem::is_head(row) {
        return None;
    }
    if let Some(number) = &number {
        return view.looks.numbered(&look, number);
    }
    if view.untitled && look.size > 1.4 && !contents::is_name(row) {
        return Some(0);
    }
    if !look.is_strong() && !is_centred(view, &look) || continues_paragraph(view) {
        return None;
    }
    view.looks.unnumbered(&look).or_else(|| view.looks.other(&look))
}

/// Whether the line continues the paragraph above it, in the same size.
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

/// Whether the row is a centred heading in capitals. Some journals set such headings at the size of the text.
fn is_centred(view: &View<'_, '_>, look: &Look) -> bool {
    let (line, em, column) = (&view.row.line, view.body.size, view.column);
    let letters = line.marks.iter().filter(|mark| mark.is_letter()).count();
    view.is_centred()
        && line.bbox.x0 > column.left + 1.5 * em
        && line.bbox.x1 < column.right - 1.5 * em
        && letters > 3
        && look.size > 0.9
        && look.shape == Shape::Capitals
}

/// Adds a line to the heading above it or begins a heading of the level with the line.
pub(super) fn add<'a>(
    blocks: &mut Vec<Block<'a>>,
    level: usize,
    row: Row<'a>,
    goes_on: bool,
    view: (Body, &Looks, &Column),
) {
    let (body, looks, column) = view;
    match blocks.last_mut() {
        Some(Block::Heading(heading)) if goes_on => heading.rows.push(row),
        _ => blocks.push(Block::Heading(Heading {
            level,
            command: looks.command(level),
            in_capitals: Look::of(&row, body).is_some_and(|look| looks.in_capitals(&look)),
            rows: vec![row],
        })),
    }
    demote_long(blocks, column.left);
}

/// Turns the last block into a paragraph if it is a heading of many lines. If captions or notes are most of a page, its
/// text is large beside them, but headings have few lines.
fn demote_long(blocks: &mut Vec<Block<'_>>, margin: f32) {
    let is_text = |heading: &Heading<'_>| {
        let longest = if heading.rows.iter().any(is_bold_row) {
            LONGEST_BOLD
        } else {
            LONGEST
        };
        heading.level > 0 && heading.rows.len() > longest
    };
    match blocks.pop() {
        Some(Block::Heading(heading)) if is_text(&heading) => blocks.push(Block::paragraph(heading.rows, margin)),
        Some(block) => blocks.push(block),
        None => {}
    }
}

fn is_bold_row(row: &Row<'_>) -> bool {
    let letters = || row.line.marks.iter().filter(|mark| mark.is_letter());
    2 * letters().filter(|mark| mark.style.is_bold()).count() > letters().count()
}

impl Heading<'_> {
    /// Whether the row is another line of the heading: it follows closely and looks the same.
    pub(super) fn goes_on(&self, view: &View<'_, '_>) -> bool {
        let row = view.row;
        let follows = |last: &Row<'_>| {
            row.line.baseline - last.line.baseline < 1.6 * row.line.size
                && match (Look::of(last, view.body), Look::of(row, view.body)) {
                    (Some(a), Some(b)) => a.is_same(&b),
                    _ => false,
                }
        };
        Number::of(row).is_none() && (self.rows.last().is_some_and(follows) || self.is_title_of_number(view))
    }

    /// Whether the row is the title below a number that stands alone, such as `Chapter 3` (`\@makechapterhead`).
    fn is_title_of_number(&self, view: &View<'_, '_>) -> bool {
        let row = view.row;
        let is_alone = |only: &Row<'_>| Number::of(only).is_some_and(|number| number.words == only.segments.len());
        let [only] = self.rows.as_slice() else { return false };
        let is_near = row.line.baseline - only.line.baseline < FARTHEST_TITLE * row.line.size;
        let look = Look::of(row, view.body);
        is_alone(only) && is_near && look.is_some_and(|look| look.is_strong())
    }

    /// Returns the words of the heading, if they are printed as they were written.
    pub(crate) fn words_as_written(&self) -> Option<Vec<Piece>> {
        let lines = self.rows.iter().enumerate();
        let pieces = lines.flat_map(|(i, row)| text::pieces(words(row, i == 0), &row.line));
        (self.level > 0 && !self.in_capitals).then(|| pieces.collect())
    }

    /// Whether the heading is only the name that `\appendix` puts before the appendices.
    fn announces_appendices(&self) -> bool {
        let [row] = self.rows.as_slice() else { return false };
        let [word] = row.segments.as_slice() else { return false };
        matches!(word.symbols().to_lowercase().as_str(), "appendix" | "appendices")
    }

    /// Writes the heading with the label for its number.
    pub(crate) fn write(&self, document: &mut Document) {
        let lines = self
            .rows
            .iter()
            .enumerate()
            .map(|(i, row)| text::pieces(words(row, i == 0), &row.line));
        let mut pieces = text::join_lines(lines, &document.vocabulary);
        if self.in_capitals {
            without_capitals(&mut pieces, &document.vocabulary);
        }
        let mut style = main_style(&pieces);
        if style == Style::Italic {
            pieces.iter_mut().for_each(upright);
            style = Style::Roman;
        }
        let title = Title {
            command: self.command,
            number: self.rows.first().and_then(number),
            bbox: mark::bounds(self.rows.iter().map(|row| &row.line.bbox)),
            confidence: pieces.iter().map(|piece| piece.confidence).fold(1.0, f32::min),
            latex: styled(&pieces, style),
        };
        title.write(document);
    }
}

/// Rewrites words in capitals as their author would write them. The text after a colon begins like the title itself,
/// unless headings are written like sentences. Code has no capitals.
pub(super) fn without_capitals(pieces: &mut [Piece], vocabulary: &Vocabulary) {
    let mut is_first = true;
    for piece in pieces.iter_mut().filter(|piece| piece.kind == TokenKind::Text) {
        let word = match piece.style {
            Some(Style::Typewriter) => piece.latex.to_lowercase(),
            _ => vocabulary.without_capitals(&piece.latex, is_first),
        };
        is_first = word.ends_with(':') && !vocabulary.writes_sentences();
        piece.latex.rewrite(word);
    }
}

/// Exchanges upright and italic type. Emphasis in an italic heading is upright, so the heading needs no command for its
/// base style.
fn upright(piece: &mut Piece) {
    piece.style = match piece.style {
        Some(Style::Roman) if piece.latex.contains(char::is_alphabetic) => Some(Style::Italic),
        Some(Style::Italic) => Some(Style::Roman),
        style => style,
    };
}

/// Drops the name above the first appendix, since the appendices have numbers.
pub(super) fn drop_names(blocks: Vec<Block<'_>>) -> Vec<Block<'_>> {
    let mut kept: Vec<Block<'_>> = Vec::with_capacity(blocks.len());
    for block in blocks {
        let is_heading = matches!(block, Block::Heading(_));
        kept.pop_if(|last| matches!(last, Block::Heading(last) if is_heading && last.announces_appendices()));
        kept.push(block);
    }
    kept
}

/// The parts of a heading that are written.
pub(super) struct Title {
    pub(super) command: &'static str,
    /// The number as it is printed, with its glyphs.
    pub(super) number: Option<Latex>,
    pub(super) latex: Latex,
    pub(super) bbox: BBox,
    pub(super) confidence: f32,
}

impl Title {
    /// Writes the title with the label for its number.
    pub(super) fn write(self, document: &mut Document) {
        let writer = &mut document.writer;
        writer.next_block();
        writer.raw(self.command);
        writer.raw("{");
        writer.token(self.latex, TokenKind::Heading, self.bbox, self.confidence);
        writer.raw("}");
        if let Some(number) = &self.number {
            writer.label(&format!("sec:section_{}", number.as_str()), number.sources());
        }
        writer.next_block();
    }
}

/// Returns the number that a row begins with.
fn number(row: &Row<'_>) -> Option<Latex> {
    let number = Number::of(row)?;
    let printed = row.segments.iter().take(number.words).flat_map(|word| &word.cells);
    let marks = printed.flat_map(|cell| &cell.marks);
    Some(Latex::of(number.text, mark::sources(marks)))
}

/// Returns the words of a row of a heading, without the number in the first row.
fn words<'r, 'a>(row: &'r Row<'a>, is_first: bool) -> &'r [Segment<'a>] {
    let number = Number::of(row).map(|number| number.words);
    let skip = number.unwrap_or_else(|| usize::from(has_misread_number(row)));
    let skip = if is_first { skip } else { 0 };
    row.segments.get(skip..).unwrap_or_default()
}

/// Whether the row begins with one doubtful glyph that a quad sets off, as a quad sets off numbers (`\@seccntformat`).
fn has_misread_number(row: &Row<'_>) -> bool {
    let [first, second, ..] = row.segments.as_slice() else {
        return false;
    };
    let [cell] = first.cells.as_slice() else { return false };
    let is_unsure = cell.marks.iter().all(|mark| mark.confidence < SURE);
    is_unsure && second.bbox().x0 - first.bbox().x1 > LEAST_QUAD * row.line.size
}
