//! Displays: one formula, or several aligned below each other, set off from the text by vertical space (The TeXbook,
//! chapter 19).

mod environment;

use texlens_vocabulary::BBox;

use super::block::{Block, Equation};
use super::column::Column;
use super::equation_number::{self, Number, PUNCTUATION};
use super::label;
use super::row::Row;
use super::view::View;
use crate::typeset::columns::Region;
use crate::typeset::lines::{Line, lines};
use crate::typeset::mark::{Extent, Mark, bounds};
use crate::typeset::symbols::{self, Class};
use crate::typeset::words::Segment;

pub(super) use environment::write;

/// `2\arraycolsep`, which is 10 pt, in em, less the width by which glyphs may stick out.
const COLUMN_GAP: std::ops::Range<f32> = 0.7..1.3;

/// Distance, in em, within which a display in an item is centred.
const NEAR: f32 = 0.25;

/// Symbols that `\qed` sets.
const BOXES: [&str; 3] = ["\\square", "\\Box", "\\blacksquare"];

/// Upper bound of the size of limits, relative to the row of their operator.
const LIMIT: f32 = 0.86;

/// Whether the row is a formula that stands alone and does not begin at the margin.
pub(super) fn is_display(view: &View<'_, '_>) -> bool {
    let (row, column, em) = (view.row, view.column, view.body.size);
    let number = equation_number::find(&row.line, &column);
    let is_core = |bbox: &BBox| number.as_ref().is_none_or(|number| !number.covers(bbox));
    let cells = |segment: &&Segment<'_>| segment.cells.iter().filter(|cell| is_core(&cell.bbox)).count();
    let total: usize = row.segments.iter().map(|segment| cells(&segment)).sum();
    let math: usize = row
        .segments
        .iter()
        .filter(|segment| segment.is_math)
        .map(|segment| cells(&segment))
        .sum();
    if total == 0 || math == 0 || label::has_bullet(row) {
        return false;
    }
    let after_display = matches!(view.blocks.last(), Some(Block::Display(_)));
    if after_display && is_left_out(row, is_core) {
        return true;
    }
    let share = math as f32 / total as f32;
    let extent = bounds(
        row.line
            .marks
            .iter()
            .map(|mark| &mark.bbox)
            .filter(|bbox| is_core(bbox)),
    );
    if row.line.bbox.height() > 2.5 * column.leading && share > 0.35 {
        return true;
    }
    // The lines of an item begin at one edge, and displays are centred between that edge and the margin.
    let item = open_item(view).filter(|_| label::counted(row).is_none());
    let is_set_in = item.is_some_and(|left| extent.x0 > left + em);
    let is_centred_in = item
        .is_some_and(|left| extent.x0 > left + 0.3 * em && is_near(extent.centre(), 0.5 * (left + column.right), em));
    let indented = is_centred_in || extent.x0 > column.left + em;
    let short = is_centred_in || extent.x1 < column.right - 0.8 * em || number.is_some();
    let centred = is_centred_in || (extent.centre() - column.centre()).abs() < 1.2 * em;
    let (gap_above, gap_below) = (view.gap_above(), view.gap_below());
    let apart = gap_above > 1.2 * column.leading && gap_below > 1.2 * column.leading;
    if number.is_some() {
        return share > 0.4;
    }
    // A row that begins with a relation or an operation belongs to the display above, and the row before it to a
    // display.
    if after_display && indented && (goes_on(row) || is_opened_up(gap_above / column.leading) && share > 0.15) {
        return true;
    }
    let leads = |below: &Row<'_>| goes_on(below) && below.line.bbox.x0 > column.left + em;
    let is_led = gap_above > 1.3 * column.leading && gap_below > 1.12 * column.leading;
    let begins =
        row.segments.first().is_some_and(|segment| segment.is_math) && is_opened_up(gap_below / column.leading);
    if indented && is_led && share > 0.2 && (begins || view.below().is_some_and(leads)) {
        return true;
    }
    if indented && has_column_of_relation(row) {
        return true;
    }
    indented
        && short
        && (share > 0.55 || share > 0.35 && apart && centred)
        && (centred || apart || after_display || gap_above > 1.3 * column.leading)
        || apart && share > 0.7 && (centred || share > 0.9)
        || is_set_in && share > 0.8
        || gap_above > 1.3 * column.leading && share > 0.98 && extent.x1 > column.right - em
}

/// Returns the left edge of the lines of the item that the row follows.
fn open_item(view: &View<'_, '_>) -> Option<f32> {
    let is_display = |block: &&Block<'_>| matches!(block, Block::Display(_));
    match view.blocks.iter().rev().find(|block| !is_display(block))? {
        Block::Paragraph(paragraph) => paragraph.label.map(|label| label.text),
        _ => None,
    }
}

fn is_near(a: f32, b: f32, em: f32) -> bool {
    (a - b).abs() < NEAR * em
}

/// Whether the row stands for rows that are left out: dots below each other, and at most the punctuation of the display.
fn is_left_out(row: &Row<'_>, is_core: impl Fn(&BBox) -> bool) -> bool {
    let marks = || row.line.marks.iter().filter(|mark| is_core(&mark.bbox));
    let is_dots = |mark: &Mark<'_>| matches!(mark.symbol, "\\vdots" | "\\ddots");
    marks().any(is_dots) && marks().all(|mark| is_dots(mark) || PUNCTUATION.contains(&mark.symbol))
}

fn goes_on(row: &Row<'_>) -> bool {
    let first = row.line.marks.first();
    first.is_some_and(|mark| matches!(symbols::class(mark.symbol), Class::Relation | Class::Binary))
}

/// Whether baselines this many lines apart are those of rows that are opened up by `\jot`, a quarter of a line.
/// Paragraphs keep a larger distance from displays.
fn is_opened_up(lines: f32) -> bool {
    (1.15..1.4).contains(&lines)
}

/// Whether a relation has the spaces of a separate column on both sides, which text never has.
fn has_column_of_relation(row: &Row<'_>) -> bool {
    let (marks, em) = (&row.line.marks, row.line.size);
    let gap = |left: &Mark<'_>, right: &Mark<'_>| (right.bbox.x0 - left.bbox.x1) / em;
    // Long arrows consist of two glyphs.
    let parts: Vec<&[Mark<'_>]> = marks.chunk_by(|a, b| gap(a, b) < COLUMN_GAP.start).collect();
    let is_near = |left: &[Mark<'_>], right: &[Mark<'_>]| {
        let ends = left.last().zip(right.first());
        ends.is_some_and(|(left, right)| gap(left, right) < COLUMN_GAP.end)
    };
    let is_relation = |part: &[Mark<'_>]| {
        let is_line = |mark: &Mark<'_>| matches!(mark.symbol, "\\minus" | "-" | "=" | "\\mapstochar");
        let class = part.last().map(|mark| symbols::class(mark.symbol));
        class == Some(Class::Relation) && part.iter().rev().skip(1).all(is_line)
    };
    parts.windows(3).any(|three| match three {
        [left, part, right] => is_relation(part) && is_near(left, part) && is_near(part, right),
        _ => false,
    })
}

/// Adds a row to the display above it or begins one with the row.
pub(super) fn add<'a>(blocks: &mut Vec<Block<'a>>, row: Row<'a>, column: &Column) {
    let rows = equations(row.line, column);
    match blocks.last_mut() {
        Some(Block::Display(equations)) => rows.into_iter().for_each(|row| push(equations, row)),
        _ => blocks.push(Block::Display(rows)),
    }
}

/// Adds a row below others. Limits that stand beside the number of several rows formed a line with that number; they
/// are joined to the row of their operator here.
fn push<'a>(equations: &mut Vec<Equation<'a>>, row: Equation<'a>) {
    let is_limit = |a: &Line<'_>, b: &Line<'_>| a.size < LIMIT * b.size;
    let whole = equations
        .last()
        .filter(|last| is_limit(&row.line, &last.line) || is_limit(&last.line, &row.line))
        .and_then(|last| joined(&last.line, &row.line));
    match (equations.last_mut(), whole) {
        (Some(last), Some(line)) => {
            last.line = line;
            last.number = last.number.take().or(row.number);
        }
        _ => equations.push(row),
    }
}

/// Joins two lines, if together they are one line.
fn joined<'a>(above: &Line<'a>, below: &Line<'a>) -> Option<Line<'a>> {
    let mut whole = lines(Region {
        marks: above.marks.iter().chain(&below.marks).copied().collect(),
        rules: above.rules.iter().chain(&below.rules).copied().collect(),
    });
    let line = whole.pop()?;
    whole.is_empty().then_some(line)
}

/// Whether the last row ends with the box that `\qedhere` sets.
pub(super) fn ends_with_box(rows: &[Equation<'_>]) -> bool {
    let last = rows.last().and_then(|row| row.line.marks.last());
    last.is_some_and(|mark| BOXES.contains(&mark.symbol))
}

/// Removes the box at the end of the last row: the environment of the proof sets it.
pub(super) fn take_box(rows: &mut Vec<Equation<'_>>) {
    let Some(last) = rows.last_mut().filter(|row| ends_with_box(std::slice::from_ref(row))) else {
        return;
    };
    let mut marks = std::mem::take(&mut last.line.marks);
    marks.pop();
    if marks.is_empty() && rows.len() > 1 {
        rows.pop();
    } else if let Some(last) = rows.last_mut().filter(|_| !marks.is_empty()) {
        last.line = Line::new(marks, std::mem::take(&mut last.line.rules));
    }
}

/// Gives the last display a number that found no room beside it, so that it stands below it or between two of its rows.
/// Returns whether the row is such a number.
pub(super) fn take_number(blocks: &mut [Block<'_>], row: &Row<'_>, column: &Column, em: f32) -> bool {
    let at_margin = (row.line.bbox.x1 - column.right).abs() < em;
    let Some(Block::Display(equations)) = blocks.last_mut() else {
        return false;
    };
    let Some(last) = equations.last_mut().filter(|last| last.number.is_none()) else {
        return false;
    };
    last.number = Number::of(&row.line).filter(|_| at_margin);
    last.number.is_some()
}

/// Returns the rows of a line. The number of several rows stands beside their middle and connects them; without it,
/// they are separate lines.
fn equations<'a>(line: Line<'a>, column: &Column) -> Vec<Equation<'a>> {
    let margins = (column.left, column.right);
    let Some(found) = equation_number::find(&line, column) else {
        return vec![Equation {
            line,
            number: None,
            margins,
        }];
    };
    let Line { marks, rules, .. } = line;
    let mut index = 0..marks.len();
    let others = marks
        .into_iter()
        .filter(|_| index.next().is_some_and(|i| !found.indices.contains(&i)));
    let rows = lines(Region {
        marks: others.collect(),
        rules,
    });
    let middle = found.number.baseline;
    let off = |row: &Line<'_>| (row.baseline - middle).abs();
    let nearest = (0..rows.len()).min_by(|a, b| off(&rows[*a]).total_cmp(&off(&rows[*b])));
    let mut number = Some(found.number);
    let equation = |(i, line): (usize, Line<'a>)| Equation {
        line,
        number: number.take_if(|_| Some(i) == nearest),
        margins,
    };
    rows.into_iter().enumerate().map(equation).collect()
}
