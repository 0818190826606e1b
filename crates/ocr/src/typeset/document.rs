//! Blocks to the page's LaTeX: paragraphs joined over columns, lists, footnotes at their marks.

use crate::page::{Kind, Recognition, Style};

use super::blocks::{self, Block, Body, Item, Row};
use super::display;
use super::latex::Latex;
use super::mark::{self, Extent};
use super::references::{self, Caption};
use super::text::{self, Piece, Vocabulary};
use super::writer::Writer;

/// Writes the blocks of a page in order.
pub(super) fn write(blocks: Vec<Block<'_>>, body: Body) -> Recognition {
    let (parts, notes, vocabulary) = compose(blocks, body);
    let mut document = Document {
        writer: Writer::default(),
        notes,
        list: None,
    };
    for part in parts {
        document.enter_list(match &part {
            Part::Paragraph(paragraph) => paragraph.item,
            _ => None,
        });
        match part {
            Part::Paragraph(paragraph) => document.paragraph(paragraph, &vocabulary),
            Part::Heading { level, rows } => document.heading(level, &rows, &vocabulary),
            Part::Display(equations) => {
                for display in display::displays(&equations, body.size) {
                    document.writer.next_line();
                    document
                        .writer
                        .token(display.latex, Kind::DisplayMath, display.bbox, display.confidence);
                    document.writer.next_line();
                }
            }
        }
    }
    document.enter_list(None);
    document.unmatched_notes(&vocabulary);
    document.writer.finish()
}

/// A block whose words have become LaTeX.
enum Part<'a> {
    Heading { level: usize, rows: Vec<Row<'a>> },
    Paragraph(Paragraph),
    Display(Vec<blocks::Equation<'a>>),
}

struct Paragraph {
    lines: Vec<Vec<Piece>>,
    item: Option<Item>,
    /// Whether it goes on after what stands above it.
    continues: bool,
}

/// A footnote and the mark that stands for it in the text.
struct Note {
    mark: Latex,
    lines: Vec<Vec<Piece>>,
}

/// Makes pieces of words, joins paragraphs that were cut by the end of a column, sets footnotes aside.
fn compose(blocks: Vec<Block<'_>>, body: Body) -> (Vec<Part<'_>>, Vec<Note>, Vocabulary) {
    let mut vocabulary = Vocabulary::default();
    let mut parts: Vec<Part<'_>> = Vec::new();
    let mut notes: Vec<Note> = Vec::new();
    for block in blocks {
        let (rows, item, continues) = match block {
            Block::Heading { level, rows } => {
                parts.push(Part::Heading { level, rows });
                continue;
            }
            Block::Display(equations) => {
                parts.push(Part::Display(equations));
                continue;
            }
            Block::Paragraph { rows, item, continues } => (rows, item, continues),
        };
        let mut lines: Vec<Vec<Piece>> = rows.iter().map(|row| text::pieces(&row.segments, &row.line)).collect();
        lines.iter().for_each(|line| vocabulary.learn(line));
        if is_note(&rows, body) {
            notes.extend(note(lines));
            continue;
        }
        if item.is_some() {
            drop_marker(&rows, &mut lines);
        }
        match parts.last_mut() {
            Some(Part::Paragraph(above)) if continues && item.is_none() && above.is_unfinished() => {
                above.lines.extend(lines)
            }
            _ => parts.push(Part::Paragraph(Paragraph { lines, item, continues })),
        }
    }
    (parts, notes, vocabulary)
}

/// Footnotes are smaller than the text and begin with a raised mark.
fn is_note(rows: &[Row<'_>], body: Body) -> bool {
    rows.first().is_some_and(|row| {
        row.line.size < 0.93 * body.size
            && row.segments.len() > 1
            && row.segments.first().is_some_and(|first| first.is_script())
    })
}

fn note(mut lines: Vec<Vec<Piece>>) -> Option<Note> {
    let first = lines.first_mut().filter(|line| !line.is_empty())?;
    let mark = first.remove(0).latex;
    Some(Note { mark, lines })
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

impl Paragraph {
    /// Whether no sentence ends with it.
    fn is_unfinished(&self) -> bool {
        self.lines
            .last()
            .and_then(|line| line.last())
            .is_some_and(|piece| !piece.latex.ends_with(['.', '!', '?', ':']))
    }
}

struct Document {
    writer: Writer,
    /// Those whose mark has not been met.
    notes: Vec<Note>,
    list: Option<Item>,
}

impl Document {
    /// Opens and closes list environments so that the next block stands in a list of the given kind, or in none.
    fn enter_list(&mut self, item: Option<Item>) {
        if item == self.list {
            return;
        }
        if let Some(list) = self.list.take() {
            self.writer.next_line();
            self.writer.raw(&format!("\\end{{{}}}\n", environment(list)));
        }
        if let Some(list) = item {
            self.writer.next_block();
            self.writer.raw(&format!("\\begin{{{}}}\n", environment(list)));
        }
        self.list = item;
    }

    fn paragraph(&mut self, paragraph: Paragraph, vocabulary: &Vocabulary) {
        let pieces = text::join_lines(paragraph.lines, vocabulary);
        let base = base_style(&pieces);
        let pieces = self.with_notes(pieces, vocabulary);
        if let Some(caption) = references::caption(&pieces).filter(|_| paragraph.item.is_none()) {
            self.float(&caption, pieces);
            return;
        }
        let pieces = references::link(pieces);
        if paragraph.item.is_some() {
            self.writer.next_line();
            self.writer.raw("\\item ");
        } else if paragraph.continues {
            self.writer.next_line();
        } else {
            self.writer.next_block();
        }
        self.writer.text(&pieces, base);
    }

    /// A figure or table that only its caption is known of.
    fn float(&mut self, caption: &Caption, pieces: Vec<Piece>) {
        let text: Vec<Piece> = pieces.into_iter().skip(caption.pieces).collect();
        let base = base_style(&text);
        let number = &caption.number;
        let (environment, label) = if caption.is_table {
            ("table", "tab:table")
        } else {
            ("figure", "fig:figure")
        };
        self.writer.next_block();
        self.writer.raw(&format!("\\begin{{{environment}}}\n\\centering\n"));
        if !caption.is_table {
            self.writer.raw(&format!("\\includegraphics{{figure_{number}}}\n"));
        }
        self.writer.raw("\\caption{");
        self.writer.text(&references::link(text), base);
        self.writer
            .raw(&format!("}}\n\\label{{{label}_{number}}}\n\\end{{{environment}}}"));
        self.writer.next_block();
    }

    /// Puts footnotes in the place of their marks.
    fn with_notes(&mut self, pieces: Vec<Piece>, vocabulary: &Vocabulary) -> Vec<Piece> {
        let mut out: Vec<Piece> = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let found = match piece.kind {
                Kind::InlineMath => self.notes.iter().position(|note| note.mark == piece.latex),
                _ => None,
            };
            match found {
                Some(at) => {
                    let mut note = text::join_lines(self.notes.remove(at).lines, vocabulary);
                    if let Some(first) = note.first_mut() {
                        first.around.0 = "\\footnote{";
                        first.spaced = piece.spaced;
                    }
                    if let Some(last) = note.last_mut() {
                        last.around.1 = "}";
                    }
                    out.extend(note);
                }
                None => out.push(piece),
            }
        }
        out
    }

    /// Footnotes whose mark was not found stand at the end.
    fn unmatched_notes(&mut self, vocabulary: &Vocabulary) {
        for note in std::mem::take(&mut self.notes) {
            let pieces = text::join_lines(note.lines, vocabulary);
            self.writer.next_block();
            self.writer.raw("\\footnotetext{");
            self.writer.text(&pieces, Style::Roman);
            self.writer.raw("}");
        }
    }

    fn heading(&mut self, level: usize, rows: &[Row<'_>], vocabulary: &Vocabulary) {
        let lines = rows
            .iter()
            .enumerate()
            .map(|(i, row)| text::pieces(blocks::heading_words(row, i == 0), &row.line));
        let pieces = text::join_lines(lines.collect::<Vec<_>>(), vocabulary);
        let mut title = Latex::default();
        for piece in &pieces {
            if piece.spaced && !title.is_empty() {
                title += " ";
            }
            title += piece.latex.clone();
        }
        let commands = ["\\title", "\\section", "\\subsection", "\\subsubsection"];
        self.writer.next_block();
        self.writer
            .raw(commands.get(level).copied().unwrap_or("\\subsubsection"));
        self.writer.raw("{");
        let bbox = mark::bounds(rows.iter().map(|row| &row.line.bbox));
        let confidence = pieces.iter().map(|piece| piece.confidence).fold(1.0, f32::min);
        self.writer.token(title, Kind::Heading, bbox, confidence);
        self.writer.raw("}");
        if let Some(number) = rows.first().and_then(blocks::printed_heading_number) {
            self.writer.raw(&format!("\\label{{sec:section_{number}}}"));
        }
        self.writer.next_block();
    }
}

fn environment(item: Item) -> &'static str {
    match item {
        Item::Bullet => "itemize",
        Item::Number => "enumerate",
    }
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
