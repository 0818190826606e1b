//! Displays: one formula, or several aligned below each other, set off from the text by vertical space (The TeXbook,
//! chapter 19).

use crate::page::{BBox, Kind};

use super::column::Column;
use super::view::View;
use super::{Block, Row};
use crate::typeset::document::Document;
use crate::typeset::latex::Latex;
use crate::typeset::lines::Line;
use crate::typeset::mark::{Extent, Mark, bounds, quantile};
use crate::typeset::math;
use crate::typeset::symbols::{self, Class};
use crate::typeset::words::Segment;

/// A display without its number.
#[derive(Debug)]
pub(crate) struct Equation<'a> {
    line: Line<'a>,
    /// The printed number, without parentheses.
    pub(super) number: Option<String>,
}

/// Whether the row is mathematics that stands alone and does not begin at the margin.
pub(super) fn is_display(view: &View<'_, '_>) -> bool {
    let (row, column, em) = (view.row, view.column, view.body.size);
    let number = equation_number(row, &column);
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
    if row.line.bbox.height() > 2.5 * column.leading && share > 0.35 {
        return true;
    }
    let indented = extent.x0 > column.left + em;
    let short = extent.x1 < column.right - 0.8 * em || number.is_some();
    let centred = (extent.centre() - column.centre()).abs() < 1.2 * em;
    let after_display = matches!(view.blocks.last(), Some(Block::Display(_)));
    let (gap_above, gap_below) = (view.gap_above(), view.gap_below());
    let apart = gap_above > 1.2 * column.leading && gap_below > 1.2 * column.leading;
    if number.is_some() {
        return share > 0.4;
    }
    indented
        && short
        && (share > 0.55 || share > 0.35 && apart && centred)
        && (centred || apart || after_display || gap_above > 1.3 * column.leading)
        || apart && share > 0.7 && (centred || share > 0.9)
}

/// Adds a row to the display above it or begins one with it.
pub(super) fn add<'a>(blocks: &mut Vec<Block<'a>>, row: Row<'a>, column: &Column) {
    let equation = equation(row, column);
    match blocks.last_mut() {
        Some(Block::Display(equations)) => equations.push(equation),
        _ => blocks.push(Block::Display(vec![equation])),
    }
}

/// Gives the last display the number that found no room beside it and stands below it; tells whether the row is one.
pub(super) fn take_number(blocks: &mut [Block<'_>], row: &Row<'_>, column: &Column, em: f32) -> bool {
    let text: String = row.segments.iter().map(Segment::symbols).collect();
    let at_margin = (row.line.bbox.x1 - column.right).abs() < em;
    let Some(Block::Display(equations)) = blocks.last_mut() else {
        return false;
    };
    let Some(last) = equations.last_mut().filter(|last| last.number.is_none()) else {
        return false;
    };
    last.number = printed_number(&text).filter(|_| at_margin);
    last.number.is_some()
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
    let text: String = row.segments.get(start..)?.iter().map(Segment::symbols).collect();
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
    let text: String = row.segments.iter().skip(start).map(Segment::symbols).collect();
    let Line { marks, rules, .. } = row.line;
    Equation {
        line: Line::new(marks.into_iter().filter(|mark| mark.bbox.x0 < edge).collect(), rules),
        number: printed_number(&text),
    }
}

/// Writes equations that follow each other without text between.
pub(crate) fn write(equations: &[Equation<'_>], document: &mut Document) {
    for display in displays(equations, document.body.size) {
        document.writer.next_line();
        document
            .writer
            .token(display.latex, Kind::DisplayMath, display.bbox, display.confidence);
        document.writer.next_line();
    }
}

/// LaTeX of a display, with where it stands and how sure its glyphs are.
#[derive(Debug)]
struct Display {
    latex: Latex,
    bbox: BBox,
    confidence: f32,
}

/// Lines that follow each other without text between are one display if they are aligned at a relation, otherwise
/// displays of their own.
fn displays(equations: &[Equation<'_>], em: f32) -> Vec<Display> {
    let mut out = Vec::new();
    let mut start = 0;
    while let Some(first) = equations.get(start) {
        let mut end = start + 1;
        let column = relation(first, None).map(|mark| mark.bbox.x0);
        while let (Some(x), Some(previous), Some(next)) = (column, equations.get(end - 1), equations.get(end)) {
            let aligned = relation(next, Some(x)).is_some() || next.line.bbox.x0 > x;
            if !aligned || next.line.bbox.y0 - previous.line.bbox.y1 > 1.2 * em {
                break;
            }
            end += 1;
        }
        let group = equations.get(start..end).unwrap_or_default();
        match (group, column) {
            ([single], _) => out.push(display(single, em)),
            (group, Some(x)) => out.push(aligned(group, x, em)),
            _ => {}
        }
        start = end;
    }
    out
}

/// The first relation outside brackets, or the one at `x`.
fn relation<'e, 'a>(equation: &'e Equation<'a>, x: Option<f32>) -> Option<&'e Mark<'a>> {
    let line = &equation.line;
    line.marks.iter().find(|mark| {
        let is_relation = symbols::class(mark.symbol) == Class::Relation
            && (mark.baseline - line.baseline).abs() < 0.25 * line.size
            && mark.size > 0.86 * line.size;
        is_relation && x.is_none_or(|x| (mark.bbox.x0 - x).abs() < 0.3 * line.size)
    })
}

fn latex(marks: &[Mark<'_>], rules: &[BBox], em: f32) -> Latex {
    math::latex(marks, rules, em).trimmed()
}

fn display(equation: &Equation<'_>, em: f32) -> Display {
    let body = latex(&equation.line.marks, &equation.line.rules, em);
    let latex = match &equation.number {
        Some(number) => Latex::from("\\begin{equation}\n") + body + "\n" + label(number).as_str() + "\n\\end{equation}",
        None => Latex::from("\\[\n") + body + "\n\\]",
    };
    Display {
        latex,
        bbox: equation.line.bbox,
        confidence: confidence(std::slice::from_ref(equation)),
    }
}

/// What other pages refer to the display by.
fn label(number: &str) -> String {
    format!("\\label{{eq:equation_{number}}}")
}

/// Rows with `&` before the relations at `x`.
fn aligned(group: &[Equation<'_>], x: f32, em: f32) -> Display {
    let rows: Vec<Latex> = group
        .iter()
        .map(|equation| {
            let at = relation(equation, Some(x)).map_or(x.min(equation.line.bbox.x0), |mark| mark.bbox.x0) - 0.05 * em;
            let (left, right): (Vec<Mark<'_>>, Vec<Mark<'_>>) =
                equation.line.marks.iter().partition(|mark| mark.bbox.x0 < at);
            let (left_rules, right_rules): (Vec<BBox>, Vec<BBox>) =
                equation.line.rules.iter().partition(|rule| rule.centre() < at);
            let left = latex(&left, &left_rules, em);
            let space = if left.is_empty() { "" } else { " " };
            left + space + "&" + latex(&right, &right_rules, em)
        })
        .collect();
    let labels: Vec<String> = group
        .iter()
        .filter_map(|row| row.number.as_deref().map(label))
        .collect();
    let rows_of = |rows: Vec<Latex>| Latex::join(rows, " \\\\\n");
    let latex = match labels.as_slice() {
        [] => Latex::from("\\begin{align*}\n") + rows_of(rows) + "\n\\end{align*}",
        [one] => {
            let rows = Latex::from("\\begin{equation}\n\\begin{aligned}\n") + rows_of(rows);
            rows + "\n\\end{aligned}\n" + one.as_str() + "\n\\end{equation}"
        }
        _ => {
            let with_label = |(row, equation): (Latex, &Equation<'_>)| match &equation.number {
                Some(number) => row + " " + label(number).as_str(),
                None => row + " \\nonumber",
            };
            let rows = rows.into_iter().zip(group).map(with_label).collect();
            Latex::from("\\begin{align}\n") + rows_of(rows) + "\n\\end{align}"
        }
    };
    Display {
        latex,
        bbox: bounds(group.iter().map(|equation| &equation.line.bbox)),
        confidence: confidence(group),
    }
}

fn confidence(group: &[Equation<'_>]) -> f32 {
    quantile(
        group
            .iter()
            .flat_map(|equation| &equation.line.marks)
            .map(|mark| mark.confidence),
        0.0,
    )
}
