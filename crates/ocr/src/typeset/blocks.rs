//! Lines to blocks: headings, paragraphs, list items, displays.

use crate::page::{BBox, Style};

use super::lines::Line;
use super::mark::{Extent, Mark, bounds, mode, quantile};
use super::words::{Segment, segments};

/// A line and the words and formulas in it.
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) line: Line<'a>,
    pub(super) segments: Vec<Segment<'a>>,
}

/// A part of the page's text, from top to bottom.
#[derive(Debug)]
pub(super) enum Block<'a> {
    /// Level 0 is the title, 1 a section.
    Heading { level: usize, rows: Vec<Row<'a>> },
    Paragraph {
        rows: Vec<Row<'a>>,
        item: Option<Item>,
        continues: bool,
    },
    /// One formula, or several below each other.
    Display(Vec<Equation<'a>>),
}

/// What a list item begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    Bullet,
    Number,
}

/// A display without its number.
#[derive(Debug)]
pub(super) struct Equation<'a> {
    pub(super) line: Line<'a>,
    /// The printed number, without parentheses.
    pub(super) number: Option<String>,
}

/// What the page's running text is like.
#[derive(Debug, Clone, Copy)]
pub(super) struct Body {
    /// The em of most letters.
    pub(super) size: f32,
    /// Whether bold is what running text is set in.
    pub(super) is_bold: bool,
}

impl Body {
    pub(super) fn of(marks: &[Mark<'_>]) -> Self {
        let letters = || marks.iter().filter(|mark| mark.is_letter());
        let bold = letters().filter(|mark| is_bold(mark.style)).count();
        let size = quantile(letters().map(|mark| mark.size), 0.5);
        let size = if size > 0.0 {
            size
        } else {
            quantile(marks.iter().map(|mark| mark.size), 0.5)
        };
        Self {
            size,
            is_bold: 2 * bold > letters().count(),
        }
    }
}

/// Edges and line distance of one column.
#[derive(Debug, Clone, Copy)]
struct Column {
    left: f32,
    right: f32,
    leading: f32,
}

impl Column {
    fn of(lines: &[Line<'_>], body: Body) -> Self {
        let letters = |line: &Line<'_>| line.marks.iter().filter(|mark| mark.is_letter()).count() as f32;
        let many = quantile(lines.iter().map(letters), 0.8);
        let long = || lines.iter().filter(|line| letters(line) >= 0.6 * many);
        let steps = lines.windows(2).filter_map(|pair| match pair {
            [a, b] => Some(b.baseline - a.baseline),
            _ => None,
        });
        let steps: Vec<f32> = steps
            .filter(|step| *step > 0.8 * body.size && *step < 2.5 * body.size)
            .collect();
        let usual = 1.25 * body.size;
        let leading = if steps.len() < 4 {
            quantile(steps, 0.0).clamp(0.9 * body.size, usual)
        } else {
            mode(steps, 0.1 * body.size)
        };
        Self {
            left: mode(long().map(|line| line.bbox.x0), 0.4 * body.size),
            right: mode(long().map(|line| line.bbox.x1), 0.4 * body.size),
            leading,
        }
    }

    fn centre(&self) -> f32 {
        0.5 * (self.left + self.right)
    }
}

/// The blocks of one column. `is_first` says that nothing stands above it on the page.
pub(super) fn blocks<'a>(lines: Vec<Line<'a>>, body: Body, is_first: bool) -> Vec<Block<'a>> {
    let column = Column::of(&lines, body);
    let mut builder = Builder {
        body,
        column,
        blocks: Vec::new(),
        untitled: is_first,
        rank: 0,
        last: None,
    };
    let mut lines = lines.into_iter().peekable();
    while let Some(line) = lines.next() {
        let next = lines.peek().map(|next| (next.bbox, next.baseline));
        builder.add(line, next);
    }
    builder.blocks
}

struct Builder<'a> {
    body: Body,
    column: Column,
    blocks: Vec<Block<'a>>,
    /// Number of the last list item; 0 before the first.
    rank: usize,
    /// No title and no text has been seen.
    untitled: bool,
    /// Box, baseline and size of the line before.
    last: Option<(BBox, f32, f32)>,
}

impl<'a> Builder<'a> {
    fn add(&mut self, line: Line<'a>, next: Option<(BBox, f32)>) {
        let place = (line.bbox, line.baseline, line.size);
        let row = Row {
            segments: segments(&line),
            line,
        };
        if let Some(level) = self.heading_level(&row, next) {
            self.add_heading(level, row);
        } else if self.is_display(&row, next) {
            let equation = equation(row, &self.column);
            match self.blocks.last_mut() {
                Some(Block::Display(equations)) => equations.push(equation),
                _ => self.blocks.push(Block::Display(vec![equation])),
            }
        } else {
            self.untitled &= row.line.bbox.width() < 0.8 * (self.column.right - self.column.left);
            if !self.take_number(&row) {
                self.add_text(row, next);
            }
        }
        self.last = Some(place);
    }

    /// An equation number that found no room beside its display stands below it.
    fn take_number(&mut self, row: &Row<'_>) -> bool {
        let text: String = row.segments.iter().map(symbols_of).collect();
        let at_margin = (row.line.bbox.x1 - self.column.right).abs() < self.body.size;
        let Some(Block::Display(equations)) = self.blocks.last_mut() else {
            return false;
        };
        let Some(last) = equations.last_mut().filter(|last| last.number.is_none()) else {
            return false;
        };
        last.number = printed_number(&text).filter(|_| at_margin);
        last.number.is_some()
    }

    fn add_heading(&mut self, level: usize, row: Row<'a>) {
        let gap = self
            .last
            .map_or(f32::INFINITY, |(_, baseline, _)| row.line.baseline - baseline);
        match self.blocks.last_mut() {
            Some(Block::Heading { rows, .. })
                if heading_number(&row).is_none()
                    && gap < 1.6 * row.line.size
                    && rows
                        .last()
                        .is_some_and(|last| (last.line.size / row.line.size).ln().abs() < 0.1) =>
            {
                rows.push(row);
            }
            _ => self.blocks.push(Block::Heading { level, rows: vec![row] }),
        }
        self.demote_long_heading();
    }

    /// Where captions or notes are most of a page, its text is large beside them: headings have few lines.
    fn demote_long_heading(&mut self) {
        let Some(Block::Heading { level, rows }) = self.blocks.last_mut() else {
            return;
        };
        if *level > 0 && rows.len() > LONGEST_HEADING && !rows.iter().any(is_bold_row) {
            let rows = std::mem::take(rows);
            self.blocks.pop();
            self.blocks.push(Block::Paragraph {
                rows,
                item: None,
                continues: false,
            });
        }
    }

    /// Whether the line goes on with the paragraph above it, in its size.
    fn continues_paragraph(&self, row: &Row<'_>) -> bool {
        let Some(Block::Paragraph { rows, .. }) = self.blocks.last() else {
            return false;
        };
        let is_close = |last: &Row<'a>| {
            row.line.baseline - last.line.baseline < 1.5 * self.column.leading
                && (row.line.size / last.line.size).ln().abs() < 0.06
        };
        rows.last().is_some_and(is_close)
    }

    /// Size, weight and number make a heading.
    fn heading_level(&self, row: &Row<'_>, next: Option<(BBox, f32)>) -> Option<usize> {
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
        let number = heading_number(row);
        if self.is_centred_heading(row, &letters, next) {
            return Some(number.map_or(1, |number| number.level));
        }
        let bold = letters.iter().filter(|mark| is_bold(mark.style)).count() as f32 / letters.len() as f32;
        let ratio = row.line.size / self.body.size;
        let is_bold = bold > 0.85 && !self.body.is_bold;
        if !is_bold && (letters.len() > 60 || number.is_none() && self.continues_paragraph(row)) {
            return None;
        }
        if !is_bold && ratio < 1.15 || letters.len() < 2 || ratio < 0.87 {
            return None;
        }

        let apart =
            self.is_apart(row, next) || next.is_some_and(|(bbox, _)| bbox.x0 > row.line.bbox.x0 + self.body.size);
        match number {
            Some(number) => Some(number.level),
            None if self.untitled && ratio > 1.5 => Some(0),
            None if ratio > 1.3 => Some(1),
            None if ratio > 1.12 => Some(2),
            None if apart && row.line.bbox.x1 < self.column.right - self.body.size => Some(3),
            None => None,
        }
    }

    /// Whether there is more space above or below than between lines.
    fn is_apart(&self, row: &Row<'_>, next: Option<(BBox, f32)>) -> bool {
        let extra = |gap: f32| gap > 1.2 * self.column.leading;
        next.is_none_or(|(_, baseline)| extra(baseline - row.line.baseline))
            || self
                .last
                .is_none_or(|(_, baseline, _)| extra(row.line.baseline - baseline))
    }

    /// Some journals set headings centred, in capitals or italics, at the size of the text.
    fn is_centred_heading(&self, row: &Row<'_>, letters: &[&Mark<'_>], next: Option<(BBox, f32)>) -> bool {
        let (line, em) = (&row.line, self.body.size);
        let centred = (line.bbox.centre() - self.column.centre()).abs() < em
            && line.bbox.x0 > self.column.left + 1.5 * em
            && line.bbox.x1 < self.column.right - 1.5 * em;
        let share = |fits: &dyn Fn(&Mark<'_>) -> bool| {
            letters.iter().filter(|mark| fits(mark)).count() as f32 > 0.85 * letters.len() as f32
        };
        let capitals = share(&|mark| mark.style == Style::SmallCaps || mark.char().is_some_and(char::is_uppercase));
        let italics = share(&|mark| matches!(mark.style, Style::Italic | Style::Slanted));
        let numbered = heading_number(row).is_some();
        centred
            && letters.len() > 3
            && self.is_apart(row, next)
            && line.size > 0.9 * em
            && (capitals || italics && numbered)
    }

    /// Mathematics that stands alone and does not begin at the margin.
    fn is_display(&self, row: &Row<'_>, next: Option<(BBox, f32)>) -> bool {
        let em = self.body.size;
        let number = equation_number(row, &self.column);
        let core = row
            .segments
            .get(..number.unwrap_or(row.segments.len()))
            .unwrap_or_default();
        let total: usize = core.iter().map(|segment| segment.cells.len()).sum();
        let math: usize = core
            .iter()
            .filter(|segment| segment.is_math)
            .map(|segment| segment.cells.len())
            .sum();
        if total == 0 || math == 0 {
            return false;
        }
        let share = math as f32 / total as f32;
        let extent = bounds(core.iter().map(Segment::bbox).collect::<Vec<_>>().iter());
        if row.line.bbox.height() > 2.5 * self.column.leading && share > 0.35 {
            return true;
        }
        let indented = extent.x0 > self.column.left + em;
        let short = extent.x1 < self.column.right - 0.8 * em || number.is_some();
        let centred = (extent.centre() - self.column.centre()).abs() < 1.2 * em;
        let after_display = matches!(self.blocks.last(), Some(Block::Display(_)));
        let gap_above = self
            .last
            .map_or(f32::INFINITY, |(_, baseline, _)| row.line.baseline - baseline);
        let gap_below = next.map_or(f32::INFINITY, |(_, baseline)| baseline - row.line.baseline);
        let apart = gap_above > 1.2 * self.column.leading && gap_below > 1.2 * self.column.leading;
        if number.is_some() {
            return share > 0.4;
        }
        indented
            && short
            && (share > 0.55 || share > 0.35 && apart && centred)
            && (centred || apart || after_display || gap_above > 1.3 * self.column.leading)
            || apart && share > 0.7 && (centred || share > 0.9)
    }

    fn add_text(&mut self, row: Row<'a>, next: Option<(BBox, f32)>) {
        let item = self.item(&row, next);
        let starts = item.is_some() || self.starts_paragraph(&row, next);
        let continues = !starts && matches!(self.blocks.last(), Some(Block::Display(_)))
            || self.last.is_none() && row.line.bbox.x0 < self.column.left + 0.4 * self.body.size && item.is_none();
        match self.blocks.last_mut() {
            Some(Block::Paragraph { rows, .. }) if !starts => rows.push(row),
            _ => self.blocks.push(Block::Paragraph {
                rows: vec![row],
                item,
                continues,
            }),
        }
    }

    /// The marker of a list item: text that begins with a bullet or a number and hangs to its right, or with the number
    /// after that of the last item.
    fn item(&mut self, row: &Row<'_>, next: Option<(BBox, f32)>) -> Option<Item> {
        let em = row.line.size;
        let [first, second, ..] = row.segments.as_slice() else {
            return None;
        };
        let text = symbols_of(first);
        let hangs = next.is_some_and(|(bbox, baseline)| {
            (bbox.x0 - second.bbox().x0).abs() < 0.5 * em && baseline - row.line.baseline < 1.5 * self.column.leading
        });
        if BULLETS.contains(&text.as_str()) && first.cells.len() == 1 {
            return Some(Item::Bullet);
        }
        if matches!(text.as_str(), "--" | "-" | "\\ast" | "*")
            && row.line.bbox.x0 > self.column.left + 0.4 * em
            && hangs
        {
            return Some(Item::Bullet);
        }
        let gap = second.bbox().x0 - first.bbox().x1;
        let rank = rank(&text).filter(|_| gap > 0.25 * em)?;
        if hangs || self.rank > 0 && rank == self.rank + 1 {
            self.rank = rank;
            return Some(Item::Number);
        }
        None
    }

    fn starts_paragraph(&self, row: &Row<'_>, next: Option<(BBox, f32)>) -> bool {
        let em = self.body.size;
        let Some((last, baseline, size)) = self.last else {
            return true;
        };
        let line = &row.line;
        let box_gap = line.bbox.y0 - last.y1;
        if line.baseline - baseline > 1.35 * self.column.leading && box_gap > 0.55 * self.column.leading {
            return !matches!(self.blocks.last(), Some(Block::Display(_)));
        }
        if (line.size / size).ln().abs() > 0.13 || row.segments.first().is_some_and(Segment::is_script) {
            return true;
        }
        let block_left = match self.blocks.last() {
            Some(Block::Paragraph { rows, .. }) => rows
                .get(1..)
                .and_then(|rest| rest.iter().map(|row| row.line.bbox.x0).reduce(f32::min)),
            _ => None,
        };
        let left = block_left.unwrap_or(last.x0.min(self.column.left + 4.0 * em));
        let indented = line.bbox.x0 > left + 0.6 * em && line.bbox.x0 < left + 4.0 * em;
        let next_is_left = next.is_none_or(|(bbox, _)| {
            bbox.x0 < line.bbox.x0 - 0.5 * em || bbox.y0 > line.bbox.y1 + 0.6 * self.column.leading
        });
        if indented && next_is_left {
            return true;
        }
        if line.bbox.x0 < left - 0.6 * em && block_left.is_some() {
            return true;
        }
        // TeX would have set the first word of this line on the line before, had there been room in the paragraph.
        let word = row.segments.first().map_or(0.0, |first| first.bbox().width());
        last.x1 + word + em < self.column.right
            && matches!(self.blocks.last(), Some(Block::Paragraph { .. }))
            && last.x1 < self.column.right - 2.5 * em
    }
}

fn is_bold(style: Style) -> bool {
    matches!(style, Style::Bold | Style::BoldItalic | Style::SansBold)
}

/// Lines of the longest heading.
const LONGEST_HEADING: usize = 3;

fn is_bold_row(row: &Row<'_>) -> bool {
    let letters = || row.line.marks.iter().filter(|mark| mark.is_letter());
    2 * letters().filter(|mark| is_bold(mark.style)).count() > letters().count()
}

struct Number {
    level: usize,
    text: String,
}

/// The number a heading begins with, such as `2.1` or `IV.`; its level is the count of its parts.
fn heading_number(row: &Row<'_>) -> Option<Number> {
    let [first, second, ..] = row.segments.as_slice() else {
        return None;
    };
    let text: String = symbols_of(first);
    let gap = second.bbox().x0 - first.bbox().x1;
    let parts: Vec<&str> = text.trim_end_matches('.').split('.').collect();
    let is_part = |part: &str| {
        !part.is_empty()
            && (part.bytes().all(|b| b.is_ascii_digit())
                || part.len() == 1 && part.bytes().all(|b| b.is_ascii_uppercase()))
    };
    let is_roman =
        parts.len() == 1 && text.ends_with('.') && text.trim_end_matches('.').bytes().all(|b| b"IVX".contains(&b));
    let is_number = parts.iter().all(|part| is_part(part)) && parts.iter().skip(1).all(|part| part.len() < 3);
    let stands_apart = gap > 0.45 * row.line.size || text.ends_with('.');
    let is_letter = parts.len() == 1
        && !is_roman
        && text.ends_with('.')
        && parts.iter().all(|part| part.bytes().all(|b| b.is_ascii_uppercase()));
    // "B." comes below "IV." where both are used.
    let level = if is_letter { 2 } else { parts.len().min(3) };
    let text = parts.join(".");
    (stands_apart && (is_number || is_roman)).then_some(Number { level, text })
}

/// The number printed before a heading.
pub(super) fn printed_heading_number(row: &Row<'_>) -> Option<String> {
    heading_number(row).map(|number| number.text)
}

/// The words of a heading without its number.
pub(super) fn heading_words<'r, 'a>(row: &'r Row<'a>, is_first: bool) -> &'r [Segment<'a>] {
    let skip = usize::from(is_first && heading_number(row).is_some());
    row.segments.get(skip..).unwrap_or_default()
}

fn symbols_of(segment: &Segment<'_>) -> String {
    segment
        .cells
        .iter()
        .filter_map(|cell| cell.base())
        .map(|mark| mark.symbol)
        .collect()
}

/// Where the equation number at the right margin begins: an index into the row's segments.
fn equation_number(row: &Row<'_>, column: &Column) -> Option<usize> {
    let last = row.segments.last()?;
    let em = row.line.size;
    if (last.bbox().x1 - column.right).abs() > 0.6 * em && last.bbox().x1 < column.right {
        return None;
    }
    // The number is one word, or several without a space.
    let mut start = row.segments.len() - 1;
    while start > 0 && row.segments.get(start).is_some_and(|segment| !segment.spaced) {
        start -= 1;
    }
    let text: String = row.segments.get(start..)?.iter().map(symbols_of).collect();
    let before = row.segments.get(..start)?.last()?.bbox().x1;
    let gap = row.segments.get(start)?.bbox().x0 - before;
    (printed_number(&text).is_some() && gap > 0.8 * em).then_some(start)
}

/// The number in `(2)`, `(2.1a)`.
fn printed_number(text: &str) -> Option<String> {
    let inner = text.strip_prefix('(')?.strip_suffix(')')?;
    let is_number = (1..8).contains(&inner.len())
        && inner.bytes().any(|b| b.is_ascii_digit())
        && inner
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'.' || b == b'-');
    is_number.then(|| inner.to_owned())
}

fn equation<'a>(row: Row<'a>, column: &Column) -> Equation<'a> {
    let Some(start) = equation_number(&row, column) else {
        return Equation {
            line: row.line,
            number: None,
        };
    };
    let edge = row
        .segments
        .get(start)
        .map_or(f32::INFINITY, |segment| segment.bbox().x0)
        - 1.0;
    let text: String = row.segments.iter().skip(start).map(symbols_of).collect();
    let Line { marks, rules, .. } = row.line;
    Equation {
        line: Line::new(marks.into_iter().filter(|mark| mark.bbox.x0 < edge).collect(), rules),
        number: printed_number(&text),
    }
}

/// What bulleted lists begin with.
const BULLETS: &[&str] = &["\\bullet", "\\textbullet", "\\circ", "\\diamond", "\\triangleright"];

/// The number that an item's label stands for: `3.`, `(c)`, `iii)`.
fn rank(label: &str) -> Option<usize> {
    let inner = label.trim_start_matches('(').trim_end_matches([')', '.', ':']);
    if inner.len() == label.len() || inner.len() > 4 {
        return None;
    }
    const ROMAN: &[&str] = &["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];
    if let Some(at) = ROMAN.iter().position(|roman| *roman == inner) {
        return Some(at + 1);
    }
    match inner.as_bytes() {
        [letter] if letter.is_ascii_lowercase() => Some(usize::from(letter - b'a') + 1),
        digits if digits.len() < 3 && digits.iter().all(u8::is_ascii_digit) => inner.parse().ok(),
        _ => None,
    }
}
