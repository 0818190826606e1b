//! Glyphs to LaTeX: an inverse of what TeX does with a page.
//!
//! Regions in reading order (`columns`), lines (`lines`), words and formulas (`words`), blocks (`blocks`), then LaTeX
//! (`text`, `display`, `math`), written with the place of every word and formula (`writer`). All lengths are relative to
//! the em of the line, and positions may be off by a twentieth of it: detected glyphs are not exact.

mod blocks;
mod columns;
mod display;
mod furniture;
mod lines;
mod mark;
mod math;
mod pieces;
mod symbols;
mod text;
mod words;
mod writer;

use crate::page::{Kind, PageGlyphs, Recognition, Style};

use blocks::{Block, Body, Item, Row};
use mark::Extent;
use text::{Piece, Vocabulary};
use writer::Writer;

/// Writes the LaTeX that would set the given glyphs: the body of the page, without running heads and page numbers.
///
/// Each paragraph is one line; blocks are separated by blank lines. Tokens come in the order of the output, their
/// ranges do not overlap; a formula's token includes its delimiters (`$`, `\[`, `\begin{equation}`), a heading is one
/// token, and a word broken over two lines is two. Takes any input: glyphs with unusable geometry are left out, and
/// what cannot be structured is written in the order it stands. O(n log n) for a page of n glyphs; formulas are
/// quadratic up to a fixed size.
pub fn typeset(page: &PageGlyphs) -> Recognition {
    let (marks, rules) = mark::usable(page);
    let marks = pieces::assemble(furniture::remove(marks, page.height));
    let body = Body::of(&marks);
    let mut blocks: Vec<Block<'_>> = Vec::new();
    for region in columns::reading_order(marks, rules) {
        let is_first = blocks.is_empty();
        blocks.extend(blocks::blocks(lines::lines(region), body, is_first));
    }
    write(blocks, body)
}

/// A block with its text as LaTeX.
enum Written<'a> {
    Block(Block<'a>),
    Paragraph {
        lines: Vec<Vec<Piece>>,
        item: Option<Item>,
        continues: bool,
    },
}

fn write(blocks: Vec<Block<'_>>, body: Body) -> Recognition {
    let mut vocabulary = Vocabulary::default();
    let mut written: Vec<Written<'_>> = Vec::new();
    for block in blocks {
        let Block::Paragraph { rows, item, continues } = block else {
            written.push(Written::Block(block));
            continue;
        };
        let mut lines = text::rows_to_pieces(&rows);
        lines.iter().for_each(|line| vocabulary.learn(line));
        if item.is_some() {
            drop_marker(&rows, &mut lines);
        }
        match written.last_mut() {
            Some(Written::Paragraph { lines: above, .. }) if continues && item.is_none() && is_unfinished(above) => {
                above.extend(lines)
            }
            _ => written.push(Written::Paragraph { lines, item, continues }),
        }
    }
    let mut writer = Writer::default();
    let mut list: Option<Item> = None;
    for block in written {
        let item = match &block {
            Written::Paragraph { item, .. } => *item,
            Written::Block(_) => None,
        };
        if item != list {
            close_list(&mut writer, list);
            open_list(&mut writer, item);
            list = item;
        }
        match block {
            Written::Paragraph { lines, item, continues } => {
                let pieces = text::join_lines(lines, &vocabulary);
                if item.is_some() {
                    writer.next_line();
                    writer.raw("\\item ");
                } else if continues {
                    writer.next_line();
                } else {
                    writer.next_block();
                }
                writer.text(&pieces, base_style(&pieces));
            }
            Written::Block(Block::Heading { level, rows }) => heading(&mut writer, level, &rows, &vocabulary),
            Written::Block(Block::Display(equations)) => {
                for display in display::displays(&equations, body.size) {
                    writer.next_line();
                    writer.token(&display.latex, Kind::DisplayMath, display.bbox, display.confidence);
                    writer.next_line();
                }
            }
            Written::Block(Block::Paragraph { .. }) => {}
        }
    }
    close_list(&mut writer, list);
    writer.finish()
}

fn environment(item: Item) -> &'static str {
    match item {
        Item::Bullet => "itemize",
        Item::Number => "enumerate",
    }
}

fn open_list(writer: &mut Writer, item: Option<Item>) {
    if let Some(item) = item {
        writer.next_block();
        writer.raw(&format!("\\begin{{{}}}\n", environment(item)));
    }
}

fn close_list(writer: &mut Writer, item: Option<Item>) {
    if let Some(item) = item {
        writer.next_line();
        writer.raw(&format!("\\end{{{}}}\n", environment(item)));
    }
}

/// Removes the pieces of an item's bullet or number.
fn drop_marker(rows: &[Row<'_>], lines: &mut [Vec<Piece>]) {
    let marker = rows
        .first()
        .and_then(|row| row.segments.first())
        .map(|segment| segment.bbox().x1);
    if let (Some(edge), Some(line)) = (marker, lines.first_mut()) {
        line.retain(|piece| piece.bbox.centre() > edge);
    }
}

/// Whether a paragraph goes on in the next column: no sentence ends with it.
fn is_unfinished(lines: &[Vec<Piece>]) -> bool {
    lines
        .last()
        .and_then(|line| line.last())
        .is_some_and(|piece| !piece.latex.ends_with(['.', '!', '?', ':']))
}

/// Italic where most of a paragraph is, as in theorems: there it is not emphasis.
fn base_style(pieces: &[Piece]) -> Style {
    let text = || pieces.iter().filter(|piece| piece.style.is_some());
    let count = |style: Style| text().filter(|piece| piece.style == Some(style)).count();
    [Style::Italic, Style::Slanted, Style::Sans]
        .into_iter()
        .find(|style| pieces.len() > 12 && 10 * count(*style) > 6 * text().count())
        .unwrap_or(Style::Roman)
}

fn heading(writer: &mut Writer, level: usize, rows: &[Row<'_>], vocabulary: &Vocabulary) {
    let lines = rows
        .iter()
        .enumerate()
        .map(|(i, row)| text::pieces(blocks::heading_words(row, i == 0), &row.line));
    let pieces = text::join_lines(lines.collect::<Vec<_>>(), vocabulary);
    let mut title = String::new();
    for piece in &pieces {
        if piece.spaced && !title.is_empty() {
            title.push(' ');
        }
        title.push_str(&piece.latex);
    }
    let command = ["\\title", "\\section", "\\subsection", "\\subsubsection"]
        .get(level)
        .copied()
        .unwrap_or("\\subsubsection");
    writer.next_block();
    writer.raw(command);
    writer.raw("{");
    let bbox = mark::bounds(rows.iter().map(|row| &row.line.bbox));
    writer.token(
        &title,
        Kind::Heading,
        bbox,
        pieces.iter().map(|piece| piece.confidence).fold(1.0, f32::min),
    );
    writer.raw("}");
    writer.next_block();
}
