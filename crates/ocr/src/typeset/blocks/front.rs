//! The front of a document: title, authors and date as `\maketitle` sets them, then the abstract.

use texlens_vocabulary::TokenKind;

use super::base_style::main_style;
use super::block::{Abstract, Block, Front};
use super::heading;
use super::number::Number;
use super::paragraph;
use super::row::Row;
use crate::typeset::calendar;
use crate::typeset::document::Document;
use crate::typeset::mark::{Extent, bounds};
use crate::typeset::text::{self, Piece};
use crate::typeset::words::Segment;

/// Maximum number of blocks searched for a front.
const MAX_BLOCKS: usize = 40;
/// Least size of a title, relative to the size of the text.
const LARGE: f32 = 1.15;
/// Least length of the lines of a paragraph, relative to the longest line.
const LONG: f32 = 0.75;
/// Least distance between authors that stand side by side in separate `tabular`s, in em.
const APART: f32 = 1.5;
/// Number of letters that a line in capitals has more of; fewer may be an acronym.
const LEAST_CAPITALS: usize = 7;
/// Maximum number of paragraphs in an abstract without a heading.
const MAX_UNNAMED: usize = 3;

/// Assembles the front, if the first page of a document has one. `em` is the size of the text.
pub(super) fn gather(blocks: Vec<Block<'_>>, em: f32) -> Vec<Block<'_>> {
    let ends = |at: &usize| {
        let next = blocks.get(at + 1);
        blocks
            .get(*at)
            .is_none_or(|block| ends_front(block, em) || begins_text(block, next, em))
    };
    let end = (0..MAX_BLOCKS).find(ends).unwrap_or(MAX_BLOCKS);
    let size = |block: &Block<'_>| block.rows().iter().map(|row| row.line.size).fold(0.0, f32::max) / em;
    let largest = blocks
        .iter()
        .take(end)
        .enumerate()
        .max_by(|(i, a), (j, b)| size(a).total_cmp(&size(b)).then(j.cmp(i)));
    let has_abstract = blocks
        .get(end)
        .and_then(|block| block.rows().first())
        .is_some_and(is_abstract);
    let is_title = |block: &Block<'_>| size(block) > LARGE || has_abstract;
    let Some(at) = largest.filter(|(_, block)| is_title(block)).map(|(at, _)| at) else {
        return blocks;
    };
    let mut before = blocks;
    let rest = before.split_off(end);
    let (pictures, front): (Vec<Block<'_>>, Vec<Block<'_>>) = before
        .split_off(at)
        .into_iter()
        .partition(|block| matches!(block, Block::Float(_)));
    let mut front = front.into_iter();
    let title = front.next().map(Block::into_rows).unwrap_or_default();
    let (mut authors, mut date) = (Vec::new(), None);
    for mut rows in front.map(Block::into_rows).filter(|rows| !rows.is_empty()) {
        date = rows.pop_if(|row| is_date(row)).or(date);
        authors.extend(rows);
    }
    let front = Block::Front(Front { title, authors, date });
    before
        .into_iter()
        .chain(pictures)
        .chain([front])
        .chain(gather_named_abstract(rest, em))
        .collect()
}

/// Assembles the abstract. Blocks of the front that look like text may stand above it.
fn gather_named_abstract(mut blocks: Vec<Block<'_>>, em: f32) -> Vec<Block<'_>> {
    let is_name = |block: &Block<'_>| {
        let first = block.rows().first();
        first.is_some_and(|row| is_abstract(row) && row.line.size < LARGE * em)
    };
    let is_section = |block: &Block<'_>| block.rows().first().is_some_and(|row| Number::of(row).is_some());
    let until = blocks
        .iter()
        .take(MAX_BLOCKS)
        .position(is_section)
        .unwrap_or(MAX_BLOCKS);
    let at = blocks.iter().take(until).position(is_name).unwrap_or(0);
    let rest = blocks.split_off(at);
    blocks.into_iter().chain(gather_abstract(rest, em)).collect()
}

/// Whether the text begins: with a section, the abstract, or lines of full width.
fn ends_front(block: &Block<'_>, em: f32) -> bool {
    match block {
        Block::Heading(heading) => {
            let first = heading.rows.first();
            first.is_some_and(|row| Number::of(row).is_some() || is_abstract(row))
        }
        Block::Paragraph(paragraph) => {
            paragraph.label.is_some()
                || is_running(&paragraph.rows, em)
                || paragraph.rows.first().is_some_and(is_abstract)
        }
        Block::Note(_) => false,
        // An unnamed picture may be a logo.
        Block::Float(float) => !float.is_unnamed_picture(),
        _ => true,
    }
}

/// Whether the block is a heading, no larger than those of sections, with a paragraph below it.
fn begins_text(block: &Block<'_>, next: Option<&Block<'_>>, em: f32) -> bool {
    let Block::Heading(heading) = block else { return false };
    let is_small = heading.rows.iter().all(|row| row.line.size < LARGE * em);
    is_small && next.is_some_and(|next| matches!(next, Block::Paragraph(paragraph) if is_running(&paragraph.rows, em)))
}

/// Whether the rows form a paragraph of running text, which a title does not: all rows but the first begin at one
/// place, and all but the last are long.
fn is_running(rows: &[Row<'_>], em: f32) -> bool {
    let mut left: Vec<f32> = rows.iter().skip(1).map(|row| row.line.bbox.x0).collect();
    left.sort_by(f32::total_cmp);
    let is_flush = left
        .first()
        .zip(left.last())
        .is_some_and(|(first, last)| last - first < 0.5 * em);
    let width = |row: &Row<'_>| row.line.bbox.width();
    let widest = rows.iter().map(width).fold(0.0, f32::max);
    let are_long = rows
        .iter()
        .take(rows.len().saturating_sub(1))
        .all(|row| width(row) > LONG * widest);
    let is_large = rows.first().is_some_and(|row| row.line.size > LARGE * em);
    rows.len() > 2 && is_flush && are_long && !is_large
}

/// Whether the row is the name of the abstract or begins with it.
fn is_abstract(row: &Row<'_>) -> bool {
    row.segments
        .first()
        .is_some_and(|first| split_name(&first.symbols()).is_some())
}

/// Returns the text after the name of the abstract in a word such as `Abstract.` or `Abstract---We`.
fn split_name(word: &str) -> Option<&str> {
    let name = word.get(.."abstract".len())?;
    let rest = word.get("abstract".len()..).unwrap_or_default();
    let is_end = rest.is_empty() || rest.starts_with(['.', ':', '-', '—', '–']);
    (name.eq_ignore_ascii_case("abstract") && is_end).then(|| rest.trim_start_matches(['.', ':', '-', '—', '–']))
}

fn is_date(row: &Row<'_>) -> bool {
    let words: Vec<String> = row.segments.iter().map(Segment::symbols).collect();
    let is_month = |word: &String| word.split(|c: char| !c.is_alphabetic()).any(calendar::is_month);
    let is_year = |word: &String| {
        let digits = word.trim_end_matches('.');
        digits.len() == 4
            && (digits.starts_with("19") || digits.starts_with("20"))
            && digits.bytes().all(|b| b.is_ascii_digit())
    };
    words.len() < 6 && words.iter().any(is_month) && words.iter().any(is_year)
}

/// Assembles the abstract, if the blocks begin with one.
fn gather_abstract(mut blocks: Vec<Block<'_>>, em: f32) -> Vec<Block<'_>> {
    let first = blocks
        .first()
        .and_then(|block| block.rows().first())
        .filter(|row| is_abstract(row));
    let (is_named, has_heading) = (first.is_some(), first.is_some_and(|row| row.segments.len() == 1));
    let start = usize::from(has_heading);
    let Some(Block::Paragraph(first)) = blocks.get(start) else {
        return blocks;
    };
    let look = Place::of(&first.rows);
    let goes_on = |block: &Block<'_>| match block {
        Block::Paragraph(paragraph) => Place::of(&paragraph.rows).is_in(&look, em) && !is_keywords(&paragraph.rows),
        Block::Display(_) => true,
        _ => false,
    };
    let count = 1 + blocks.iter().skip(start + 1).take_while(|block| goes_on(block)).count();
    let after = blocks.get(start + count);
    let is_unnamed = || {
        let is_section = after.is_some_and(|block| matches!(block, Block::Heading(_)));
        count <= MAX_UNNAMED
            && (is_section && look.size < 0.97 * em
                || after
                    .and_then(Block::text_rows)
                    .is_some_and(|rows| look.is_inside(&Place::of(rows), em)))
    };
    if !is_named && !is_unnamed() {
        return blocks;
    }
    let rest = blocks.split_off(start + count);
    let inner = blocks.split_off(start);
    std::iter::once(Block::Abstract(Abstract { blocks: inner }))
        .chain(rest)
        .collect()
}

fn is_keywords(rows: &[Row<'_>]) -> bool {
    let first = rows.first().and_then(|row| row.segments.first()).map(Segment::symbols);
    let first = first.unwrap_or_default().to_lowercase();
    ["keywords", "keyword", "index", "subject", "pacs", "key"].contains(&first.trim_end_matches([':', '.', '—', '-']))
}

/// Size and edges of a paragraph.
#[derive(Debug, Clone, Copy)]
struct Place {
    size: f32,
    left: f32,
    right: f32,
    /// Whether the paragraph is one line, which says little about its edges.
    is_short: bool,
}

impl Place {
    fn of(rows: &[Row<'_>]) -> Self {
        let edge = |side: fn(&Row<'_>) -> f32, of: fn(f32, f32) -> f32| rows.iter().map(side).reduce(of).unwrap_or(0.0);
        Self {
            size: edge(|row| row.line.size, f32::max),
            left: edge(|row| row.line.bbox.x0, f32::min),
            right: edge(|row| row.line.bbox.x1, f32::max),
            is_short: rows.len() < 2,
        }
    }

    /// Whether the paragraph has the size of the other one and lies inside its edges. The edges of a single line do not
    /// count.
    fn is_in(&self, other: &Self, em: f32) -> bool {
        let is_below = self.left > other.left - 2.0 * em && self.right < other.right + em;
        (self.size / other.size).ln().abs() < 0.04 && (is_below || other.is_short)
    }

    /// Whether the paragraph has wider margins than the other one on both sides.
    fn is_inside(&self, other: &Self, em: f32) -> bool {
        self.left > other.left + em && self.right < other.right - em
    }
}

impl Front<'_> {
    pub(super) fn write(&self, document: &mut Document) {
        let title = self.title.iter().map(Row::pieces);
        let mut title = text::join_lines(title, &document.vocabulary);
        if are_capitals(&title) {
            heading::without_capitals(&mut title, &document.vocabulary);
        }
        document.writer.next_block();
        document.writer.raw("\\title{");
        document.writer.text(&title, main_style(&title));
        document.writer.raw("}");
        document.writer.next_line();
        self.write_authors(document);
        if let Some(date) = &self.date {
            document.writer.raw("\\date{");
            let pieces = date.pieces();
            document.writer.text(&pieces, main_style(&pieces));
            document.writer.raw("}");
            document.writer.next_line();
        }
        document.writer.raw("\\maketitle");
        document.writer.next_block();
    }
}

impl Front<'_> {
    fn write_authors(&self, document: &mut Document) {
        let authors = side_by_side(&self.authors);
        // A row may have no text to write.
        if authors.is_empty() {
            return;
        }
        for (i, lines) in authors.into_iter().enumerate() {
            document.writer.raw(if i > 0 { " \\and " } else { "\\author{" });
            for (j, mut line) in lines.into_iter().enumerate() {
                if are_capitals(&line) {
                    names(&mut line);
                }
                document.writer.raw(if j > 0 { " \\\\\n" } else { "" });
                document.writer.text(&line, main_style(&line));
            }
        }
        document.writer.raw("}");
        document.writer.next_line();
    }
}

/// Whether a class set the words in capitals (`\MakeUppercase`): at least two words, all without small letters.
fn are_capitals(pieces: &[Piece]) -> bool {
    let letters = || {
        pieces
            .iter()
            .flat_map(|piece| piece.latex.chars())
            .filter(|c| c.is_alphabetic())
    };
    let is_plain = |piece: &Piece| piece.kind == TokenKind::Text && !piece.latex.contains('\\');
    pieces.len() > 1
        && letters().count() > LEAST_CAPITALS
        && letters().all(char::is_uppercase)
        && pieces.iter().all(is_plain)
}

/// Rewrites names in capitals. The class puts commas and an "and" between the authors.
fn names(pieces: &mut [Piece]) {
    for piece in pieces {
        if piece.latex.as_str() == "AND" {
            piece.latex.rewrite("\\and");
            continue;
        }
        let mut begins = true;
        let capitalised = piece.latex.chars().flat_map(|c| {
            let first = std::mem::replace(&mut begins, !c.is_alphabetic());
            let small: Vec<char> = if first { vec![c] } else { c.to_lowercase().collect() };
            small
        });
        let name: String = capitalised.collect();
        piece.latex.rewrite(name);
    }
}

/// Returns the lines of each author. Wide gaps separate authors that stand side by side, and parts below each other
/// belong together.
fn side_by_side(rows: &[Row<'_>]) -> Vec<Vec<Vec<Piece>>> {
    let cut = |row: &Row<'_>| {
        let wide = |a: &Segment<'_>, b: &Segment<'_>| b.bbox().x0 - a.bbox().x1 < APART * row.line.size;
        let parts = row.segments.chunk_by(wide);
        let part = |part: &[Segment<'_>]| {
            let bbox = bounds(part.iter().map(Segment::bbox).collect::<Vec<_>>().iter());
            (bbox.centre(), text::pieces(part, &row.line))
        };
        parts.map(part).collect::<Vec<_>>()
    };
    let cut: Vec<Vec<(f32, Vec<Piece>)>> = rows.iter().map(cut).collect();
    let Some(widest) = cut.iter().max_by_key(|parts| parts.len()) else {
        return Vec::new();
    };
    let centres: Vec<f32> = widest.iter().map(|(centre, _)| *centre).collect();
    let mut authors: Vec<Vec<Vec<Piece>>> = centres.iter().map(|_| Vec::new()).collect();
    for (centre, pieces) in cut.into_iter().flatten() {
        let distance = |i: &usize| centres.get(*i).map_or(f32::INFINITY, |other| (other - centre).abs());
        let nearest = (0..centres.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)));
        if let Some(author) = nearest.and_then(|i| authors.get_mut(i)) {
            author.push(pieces);
        }
    }
    authors
}

impl Abstract<'_> {
    pub(super) fn write(&self, document: &mut Document) {
        document.writer.next_block();
        document.writer.raw("\\begin{abstract}");
        document.writer.next_line();
        for (i, block) in self.blocks.iter().enumerate() {
            match block {
                Block::Paragraph(paragraph) if i == 0 => {
                    let pieces = without_name(paragraph.pieces(document));
                    // IEEEtran sets the abstract in bold.
                    let style = main_style(&pieces);
                    paragraph::write_in(pieces, style, document);
                }
                block => block.write(document),
            }
        }
        document.writer.next_line();
        document.writer.raw("\\end{abstract}");
        document.writer.next_block();
    }
}

/// Removes the name of the abstract from the beginning, since the environment sets it.
fn without_name(mut pieces: Vec<Piece>) -> Vec<Piece> {
    let rest = pieces
        .first()
        .filter(|first| first.kind == TokenKind::Text)
        .and_then(|first| split_name(&first.latex).map(str::len));
    if let (Some(rest), Some(first)) = (rest, pieces.first_mut()) {
        let length = first.latex.len();
        first.latex = std::mem::take(&mut first.latex).slice(length - rest..length);
        pieces.retain(|piece| !piece.latex.is_empty());
        // The punctuation between the name and the text may be in the style of the text.
        if let Some(next) = pieces.first_mut().filter(|next| !next.spaced || next.latex.len() < 4) {
            let stops = next.latex.len() - next.latex.trim_start_matches(['.', ':', '-']).len();
            let end = next.latex.len();
            next.latex = std::mem::take(&mut next.latex).slice(stops..end);
        }
        pieces.retain(|piece| !piece.latex.is_empty());
    }
    pieces
}
