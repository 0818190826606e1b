//! Lists (`\list` of LaTeX). The label of an item stands left of its text, and all lines of the text hang to the right
//! of the label. A list in an item hangs further to the right.

use super::block::{Block, ItemLabel, List, ListKind, Paragraph};
use super::caption;
use super::label::{counted, has_bullet};
use super::paragraph;
use super::row::Row;
use super::theorem;
use super::view::View;
use crate::typeset::document::Document;
use crate::typeset::text;
use crate::typeset::words::Segment;

/// Maximum number of words in the label of a description.
const LONGEST_LABEL: usize = 6;
/// Maximum depth of lists in LaTeX.
const MAX_DEPTH: usize = 4;
/// Upper bound of the distance between left edges of one list, in em.
const SLACK: f32 = 0.5;
/// The same bound for the text of one item beside its label and below it, in em.
const ALIGNED: f32 = 0.15;
const ALIGNED_EXACTLY: f32 = 0.05;
/// Least space between a label that is set like the text and that text, in em.
const SET_OFF: f32 = 0.7;
const CLOSE_SET_OFF: f32 = 0.45;

/// Returns the label of the list item that the row begins.
pub(super) fn label(view: &View<'_, '_>) -> Option<ItemLabel> {
    let row = view.row;
    let label = counted(row).or_else(|| described(view))?;
    let em = row.line.size;
    let hangs = view.below().is_some_and(|next| {
        (next.line.bbox.x0 - label.text).abs() < SLACK * em && view.gap_below() < 1.6 * view.column.leading
    });
    let is_set_in = label.text > view.column.left + 1.2 * em;
    let follows = view
        .blocks
        .iter()
        .rev()
        .filter_map(item_label)
        .chain(view.open)
        .find(|last| (last.text - label.text).abs() < SLACK * em);
    let goes_on =
        follows.is_some_and(|last| last.kind == label.kind && (label.rank == 0 || label.rank == last.rank + 1));
    let is_first = || {
        view.rest.iter().filter_map(counted).next().is_some_and(|next| {
            let rank = if label.rank > 0 { label.rank + 1 } else { 0 };
            next.kind == label.kind && next.rank == rank && (next.text - label.text).abs() < SLACK * em
        })
    };
    let is_item = match label.kind {
        ListKind::Bullets if has_bullet(row) => true,
        ListKind::Bullets => is_set_in && (hangs || goes_on || is_first()),
        ListKind::Numbers => {
            goes_on || (hangs || is_set_in && label.rank == 1 && is_first()) && (label.rank == 1 || follows.is_none())
        }
        ListKind::Words => (hangs || goes_on) && !theorem::begins(row),
    };
    is_item.then_some(label)
}

/// Whether the row begins with the number that follows that of the last item, at the place of that item.
pub(super) fn continues(view: &View<'_, '_>) -> bool {
    let em = view.row.line.size;
    let above = || view.blocks.iter().rev().find_map(item_label).or(view.open);
    let follows = |label: ItemLabel| {
        above().is_some_and(|last| {
            last.kind == label.kind && last.rank + 1 == label.rank && (last.text - label.text).abs() < SLACK * em
        })
    };
    counted(view.row).is_some_and(|label| label.rank > 1 && follows(label))
}

/// Returns the label of the item in which the blocks end, if they end in a list. The left edge of its text is relative
/// to that of the column.
pub(super) fn open(blocks: &[Block<'_>]) -> Option<ItemLabel> {
    let paragraphs = blocks.iter().rev().flat_map(|block| block.leaves().into_iter().rev());
    for block in paragraphs {
        match block {
            Block::Paragraph(paragraph) => {
                let is_inside = || {
                    let em = paragraph.rows.first().map_or(0.0, |row| row.line.size);
                    paragraph.left() - paragraph.margin > SLACK * em
                };
                match paragraph.label {
                    Some(label) => {
                        return Some(ItemLabel {
                            text: label.text - paragraph.margin,
                            ..label
                        });
                    }
                    None if is_inside() || caption::is_float(block) => {}
                    None => return None,
                }
            }
            Block::Note(_) | Block::Float(_) | Block::Display(_) | Block::Code(_) => {}
            _ => return None,
        }
    }
    None
}

fn item_label(block: &Block<'_>) -> Option<ItemLabel> {
    match block {
        Block::Paragraph(paragraph) => paragraph.label,
        _ => None,
    }
}

/// Returns the label of a description: bold words, if the line below hangs or the item above has such a label, or words
/// in any style with a gap behind them, if the line below begins where the text beside the label does.
fn described(view: &View<'_, '_>) -> Option<ItemLabel> {
    let row = view.row;
    let is_bold = |segment: &Segment<'_>| {
        !segment.is_math
            && segment
                .cells
                .iter()
                .filter_map(|cell| cell.base())
                .all(|mark| mark.style.is_bold())
    };
    let first = row.segments.first()?.bbox().x0;
    let em = row.line.size;
    let label = |segments: usize, text: f32| {
        let is_label = (1..=LONGEST_LABEL).contains(&segments) && segments < row.segments.len();
        is_label.then_some(ItemLabel {
            kind: ListKind::Words,
            segments,
            text,
            rank: 0,
        })
    };
    let below = view.below().map(|below| below.line.bbox.x0);
    let hanging = below.filter(|below| *below > first + em);
    let above = || {
        let above = view
            .blocks
            .last()
            .and_then(words_above)
            .filter(|_| paragraph::starts(view));
        above.filter(|(left, _)| (left - first).abs() < 0.2 * em)
    };
    let bold = row.segments.iter().take_while(|segment| is_bold(segment)).count();
    if bold > 0 && !view.body.is_bold {
        // `\labelsep` is half an em; a space between words is narrower.
        let ends = |segments: usize| gap_before(row, segments) > 0.4 * em;
        let above = above().filter(|_| ends(bold));
        let text = hanging.or(above.map(|(_, text)| text));
        return label(bold, text?);
    }
    // Below an item whose text is set off, a shorter space is enough, and a single line has to be aligned exactly.
    let above = above().map(|(_, text)| text);
    let least = if above.is_some() { CLOSE_SET_OFF } else { SET_OFF };
    let aligned = if hanging.is_some() { ALIGNED } else { ALIGNED_EXACTLY };
    let text = hanging.or(above)?;
    let is_beside = |at: &usize| {
        let starts = row.segments.get(*at).map(|segment| segment.bbox().x0);
        starts.is_some_and(|starts| (starts - text).abs() < aligned * em)
    };
    let count = (1..=LONGEST_LABEL).find(is_beside)?;
    let has_space = |at: usize| gap_before(row, at) < SET_OFF * em;
    let is_set_off = gap_before(row, count) > least * em && (1..count).all(has_space);
    label(count, text).filter(|_| is_set_off)
}

/// Returns the space before a segment.
fn gap_before(row: &Row<'_>, at: usize) -> f32 {
    let before = at.checked_sub(1).and_then(|before| row.segments.get(before));
    let ends = before.zip(row.segments.get(at));
    ends.map_or(0.0, |(before, segment)| segment.bbox().x0 - before.bbox().x1)
}

/// Returns the left edges of the label and the text of an item of a description.
fn words_above(block: &Block<'_>) -> Option<(f32, f32)> {
    let Block::Paragraph(paragraph) = block else {
        return None;
    };
    let label = paragraph.label.filter(|label| label.kind == ListKind::Words)?;
    Some((paragraph.rows.first()?.line.bbox.x0, label.text))
}

/// A list whose end has not yet been found.
struct Open<'a> {
    list: List<'a>,
    text: f32,
}

/// The open lists, and the blocks outside of them.
#[derive(Default)]
struct Gatherer<'a> {
    out: Vec<Block<'a>>,
    open: Vec<Open<'a>>,
    /// Blocks after the last paragraph. They are part of the item if the next paragraph is.
    pending: Vec<Block<'a>>,
}

/// Gathers the items of a column into lists. `em` is the size of the text.
pub(super) fn gather(blocks: Vec<Block<'_>>, em: f32) -> Vec<Block<'_>> {
    let mut gatherer = Gatherer::default();
    for block in blocks {
        gatherer.add(block, em);
    }
    gatherer.close_from(0);
    gatherer.out
}

impl<'a> Gatherer<'a> {
    fn add(&mut self, block: Block<'a>, em: f32) {
        match &block {
            Block::Paragraph(paragraph) => {
                // Columns have separate margins, and a list may continue in the next column.
                let shift = |label: ItemLabel| ItemLabel {
                    text: label.text - paragraph.margin,
                    ..label
                };
                let (label, left) = (paragraph.label.map(shift), paragraph.left() - paragraph.margin);
                // A paragraph that hangs less far to the right is outside of the list.
                let depth = self
                    .open
                    .iter()
                    .take_while(|open| left > open.text - SLACK * em)
                    .count();
                self.close_from(depth);
                self.settle();
                match label {
                    Some(label) => self.begin_item(label, em),
                    None if self.open.is_empty() => return self.out.push(block),
                    None => {}
                }
                self.push(block);
            }
            Block::Heading(_) | Block::Bibliography(_) | Block::Front(_) | Block::Abstract(_) => {
                self.close_from(0);
                self.out.push(block);
            }
            _ => self.pending.push(block),
        }
    }

    /// Begins an item of the innermost list, or a list in the last item of that list.
    fn begin_item(&mut self, label: ItemLabel, em: f32) {
        let is_deepest = self.open.len() == MAX_DEPTH;
        match self.open.last_mut() {
            Some(open) if (open.text - label.text).abs() > SLACK * em && !is_deepest => self.begin_list(label),
            Some(open) if open.list.kind == label.kind => open.list.items.push(Vec::new()),
            Some(_) => {
                self.close_from(self.open.len().saturating_sub(1));
                self.begin_list(label);
            }
            None => self.begin_list(label),
        }
    }

    fn begin_list(&mut self, label: ItemLabel) {
        self.open.push(Open {
            list: List {
                kind: label.kind,
                items: vec![Vec::new()],
            },
            text: label.text,
        });
    }

    /// Adds a block to the last item.
    fn push(&mut self, block: Block<'a>) {
        match self.open.last_mut().and_then(|open| open.list.items.last_mut()) {
            Some(item) => item.push(block),
            None => self.out.push(block),
        }
    }

    fn settle(&mut self) {
        for block in std::mem::take(&mut self.pending) {
            self.push(block);
        }
    }

    /// Closes lists until `depth` of them are open.
    fn close_from(&mut self, depth: usize) {
        while self.open.len() > depth
            && let Some(open) = self.open.pop()
        {
            self.push(Block::List(open.list));
        }
        if depth == 0 {
            self.settle();
        }
    }
}

impl<'a> List<'a> {
    /// Returns the last block of the last item.
    pub(super) fn last_mut(&mut self) -> Option<&mut Block<'a>> {
        self.items.last_mut()?.last_mut()
    }

    pub(super) fn write(&self, document: &mut Document) {
        document.writer.next_block();
        document.writer.raw(&format!("\\begin{{{}}}", self.environment()));
        for item in &self.items {
            document.writer.next_line();
            document.writer.raw("\\item");
            for (i, block) in item.iter().enumerate() {
                match block {
                    Block::Paragraph(paragraph) if i == 0 => {
                        write_item(paragraph, document, self.kind == ListKind::Words)
                    }
                    block => block.write(document),
                }
            }
        }
        document.writer.next_line();
        document.writer.raw(&format!("\\end{{{}}}", self.environment()));
        document.writer.next_block();
    }

    fn environment(&self) -> &'static str {
        match self.kind {
            ListKind::Bullets => "itemize",
            ListKind::Numbers => "enumerate",
            ListKind::Words => "description",
        }
    }
}

/// Writes the text of an item after `\item`, with the label before it if the label consists of words.
fn write_item(paragraph: &Paragraph<'_>, document: &mut Document, with_label: bool) {
    if let (Some(label), Some(row)) = (paragraph.label.filter(|_| with_label), paragraph.rows.first()) {
        write_label(row, &label, document);
    }
    document.writer.raw(" ");
    paragraph.write_first(document);
}

/// Writes the label of a description.
fn write_label(row: &Row<'_>, label: &ItemLabel, document: &mut Document) {
    let segments = row.segments.get(..label.segments).unwrap_or_default();
    let pieces = text::pieces(segments, &row.line);
    document.writer.optional(&pieces, texlens_vocabulary::Style::Bold);
}
