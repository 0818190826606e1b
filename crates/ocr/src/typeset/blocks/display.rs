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
    let edge = number.as_ref().map_or(f32::INFINITY, |(left, _)| *left);
    let core: Vec<&Segment<'_>> = row.segments.iter().filter(|segment| segment.bbox().x0 < edge).collect();
    let cells = |segment: &&&Segment<'_>| segment.cells.iter().filter(|cell| cell.bbox.x0 < edge).count();
    let total: usize = core.iter().map(|segment| cells(&segment)).sum();
    let math: usize = core
        .iter()
        .filter(|segment| segment.is_math)
        .map(|segment| cells(&segment))
        .sum();
    if total == 0 || math == 0 {
        return false;
    }
    let share = math as f32 / total as f32;
    let extent = bounds(
        row.line
            .marks
            .iter()
            .filter(|mark| mark.bbox.x0 < edge)
            .map(|mark| &mark.bbox),
    );
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
    // A row that goes on with a relation or an operation belongs to the display above.
    let goes_on = row
        .line
        .marks
        .first()
        .is_some_and(|mark| matches!(symbols::class(mark.symbol), Class::Relation | Class::Binary));
    if after_display && goes_on && indented && share > 0.55 {
        return true;
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

/// The number at the right margin: where it begins, and what is printed in its parentheses.
///
/// LaTeX sets it in upright letters at the margin, and keeps it half an em or more from the formula.
fn equation_number(row: &Row<'_>, column: &Column) -> Option<(f32, String)> {
    let (marks, em) = (&row.line.marks, row.line.size);
    let last = marks.last()?;
    if last.symbol != ")" || last.size < 0.86 * em {
        return None;
    }
    // From the right: a number is short, and nothing else stands above, below or close to it.
    let start = (0..marks.len())
        .rev()
        .take(MAX_NUMBER)
        .find(|i| marks[*i].symbol == "(" && (marks[*i].baseline - last.baseline).abs() < 0.1 * em)?;
    let (before, number) = marks.split_at(start);
    let left = number.first()?.bbox.x0;
    let reach = before.iter().map(|mark| mark.bbox.x1).fold(f32::NEG_INFINITY, f32::max);
    let gap = (left - reach) / em;
    let at_margin = last.bbox.x1 > column.right - 0.6 * em;
    let printed = printed_number(&number.iter().map(|mark| mark.symbol).collect::<String>())?;
    let is_apart = gap.is_finite() && gap > if at_margin { 0.45 } else { 2.5 };
    is_apart.then_some((left, printed))
}

/// Most glyphs of a number with its parentheses.
const MAX_NUMBER: usize = 9;

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
    let Some((left, number)) = equation_number(&row, column) else {
        return Equation {
            line: row.line,
            number: None,
        };
    };
    let Line { marks, rules, .. } = row.line;
    Equation {
        line: Line::new(marks.into_iter().filter(|mark| mark.bbox.x0 < left).collect(), rules),
        number: Some(number),
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
    let mut rest = equations;
    while let Some(first) = rest.first() {
        let (mut count, mut column) = alignment(rest, em);
        if count == 1 {
            (count, column) = flush(rest, em).map_or((1, column), |(count, x)| (count, Some(x)));
        }
        let centred = if count == 1 { gathered_lines(rest, em) } else { 1 };
        let (group, others) = rest.split_at(count.max(centred).min(rest.len()));
        match column {
            _ if centred > 1 => out.push(gathered(group, em)),
            Some(x) if group.len() > 1 || is_eqnarray(first, x) => out.push(aligned(group, x, em)),
            _ => out.extend(group.iter().map(|equation| display(equation, em))),
        }
        rest = others;
    }
    out
}

/// How many lines from the first on are aligned, and where: at the relation of the first or second that most lines share.
fn alignment(equations: &[Equation<'_>], em: f32) -> (usize, Option<f32>) {
    let lines = together(equations, em);
    let reach = |x: f32| {
        let fits = |equation: &&Equation<'_>| at(equation, x).is_some() || equation.line.bbox.x0 > x;
        lines.iter().take_while(fits).count()
    };
    let shared = |x: f32| lines.iter().filter(|equation| at(equation, x).is_some()).count();
    let columns = lines.iter().take(2).flat_map(relations).map(|mark| mark.bbox.x0);
    let best = columns
        .map(|x| (reach(x), shared(x), x))
        .filter(|(reach, ..)| *reach > 0)
        .reduce(|a, b| if (b.0, b.1) > (a.0, a.1) { b } else { a });
    best.map_or((1, None), |(reach, _, x)| (reach, Some(x)))
}

/// The first lines that are as close as those of one display are: two displays have their skips between them.
fn together<'e, 'a>(equations: &'e [Equation<'a>], em: f32) -> &'e [Equation<'a>] {
    let near = |pair: &&[Equation<'_>]| match pair {
        [above, below] => below.line.bbox.y0 - above.line.bbox.y1 < 1.2 * em,
        _ => false,
    };
    let count = 1 + equations.windows(2).take_while(near).count();
    equations.get(..count).unwrap_or(equations)
}

/// How many of the first lines begin at one place, and where, if several do.
fn flush(equations: &[Equation<'_>], em: f32) -> Option<(usize, f32)> {
    let x = equations.first()?.line.bbox.x0;
    let lines = together(equations, em).iter();
    let count = lines
        .take_while(|equation| (equation.line.bbox.x0 - x).abs() < 0.15 * em)
        .count();
    (count > 1).then_some((count, x))
}

/// How many of the first lines have one middle.
fn gathered_lines(equations: &[Equation<'_>], em: f32) -> usize {
    let Some(first) = equations.first() else { return 0 };
    let is_centred =
        |equation: &&Equation<'_>| (equation.line.bbox.centre() - first.line.bbox.centre()).abs() < 0.3 * em;
    together(equations, em).iter().take_while(is_centred).count().max(1)
}

/// Relations of the line itself, not of its scripts, fractions or roots; those outside brackets if there are any.
fn relations<'e, 'a>(equation: &'e Equation<'a>) -> Vec<&'e Mark<'a>> {
    let line = &equation.line;
    let size = line.marks.iter().map(|mark| mark.size).fold(0.0, f32::max);
    let is_free = |mark: &&Mark<'_>| {
        let under = |rule: &BBox| mark.bbox.centre() > rule.x0 && mark.bbox.centre() < rule.x1;
        symbols::class(mark.symbol) == Class::Relation && mark.size > 0.86 * size && !line.rules.iter().any(under)
    };
    let mut depth = 0_i32;
    let (mut outside, mut inside) = (Vec::new(), Vec::new());
    for mark in &line.marks {
        match symbols::class(mark.symbol) {
            Class::Opening => depth += 1,
            Class::Closing => depth -= 1,
            _ if is_free(&mark) && depth <= 0 => outside.push(mark),
            _ if is_free(&mark) => inside.push(mark),
            _ => {}
        }
    }
    if outside.is_empty() { inside } else { outside }
}

/// The relation at `x`.
fn at<'e, 'a>(equation: &'e Equation<'a>, x: f32) -> Option<&'e Mark<'a>> {
    let off = |mark: &&Mark<'_>| (mark.bbox.x0 - x).abs() < 0.15 * mark.size;
    relations(equation).into_iter().find(off)
}

/// Whether the relation stands in a column of its own, as `eqnarray` has it: with `2\arraycolsep` on both sides, which
/// are 10 pt.
fn is_eqnarray(equation: &Equation<'_>, x: f32) -> bool {
    let Some(relation) = at(equation, x) else { return false };
    let marks = &equation.line.marks;
    let beside = |mark: &&Mark<'_>| mark.bbox.y1 > relation.bbox.y0 - 0.5 * relation.size;
    let ends = marks
        .iter()
        .filter(beside)
        .map(|mark| mark.bbox.x1)
        .filter(|x1| *x1 < relation.bbox.centre());
    let starts = marks
        .iter()
        .filter(beside)
        .map(|mark| mark.bbox.x0)
        .filter(|x0| *x0 > relation.bbox.centre());
    let before = relation.bbox.x0 - ends.fold(f32::NEG_INFINITY, f32::max);
    let after = starts.fold(f32::INFINITY, f32::min) - relation.bbox.x1;
    let is_wide = |gap: f32| (0.78..1.22).contains(&(gap / relation.size));
    is_wide(after) && (is_wide(before) || before.is_infinite())
}

fn latex(marks: &[Mark<'_>], rules: &[BBox], em: f32) -> Latex {
    math::displayed(marks, rules, em).trimmed()
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
    let mut with_relation = group.iter().filter(|equation| at(equation, x).is_some()).peekable();
    if with_relation.peek().is_some() && with_relation.all(|equation| is_eqnarray(equation, x)) {
        return eqnarray(group, x, em);
    }
    let rows: Vec<Latex> = group
        .iter()
        .map(|equation| {
            let edge = at(equation, x).map_or(x.min(equation.line.bbox.x0), |mark| mark.bbox.x0) - 0.05 * em;
            let left = between(equation, f32::NEG_INFINITY, edge, em);
            let space = if left.is_empty() { "" } else { " " };
            left + space + "&" + between(equation, edge, f32::INFINITY, em)
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

/// The part of a line that begins between two places.
fn between(equation: &Equation<'_>, from: f32, to: f32, em: f32) -> Latex {
    let within = |x: f32| x >= from && x < to;
    let marks: Vec<Mark<'_>> = equation
        .line
        .marks
        .iter()
        .filter(|mark| within(mark.bbox.x0))
        .copied()
        .collect();
    let rules: Vec<BBox> = equation
        .line
        .rules
        .iter()
        .filter(|rule| within(rule.centre()))
        .copied()
        .collect();
    latex(&marks, &rules, em)
}

/// Lines of their own, one below the other.
fn gathered(group: &[Equation<'_>], em: f32) -> Display {
    let has_number = group.iter().any(|equation| equation.number.is_some());
    let row = |equation: &Equation<'_>| {
        let body = latex(&equation.line.marks, &equation.line.rules, em);
        match &equation.number {
            Some(number) => body + " " + label(number).as_str(),
            None if has_number => body + " \\nonumber",
            None => body,
        }
    };
    let star = if has_number { "" } else { "*" };
    let rows = Latex::join(group.iter().map(row), " \\\\\n");
    Display {
        latex: Latex::from(format!("\\begin{{gather{star}}}\n")) + rows + format!("\n\\end{{gather{star}}}").as_str(),
        bbox: bounds(group.iter().map(|equation| &equation.line.bbox)),
        confidence: confidence(group),
    }
}

/// Rows with the relations at `x` in a column of their own.
fn eqnarray(group: &[Equation<'_>], x: f32, em: f32) -> Display {
    let has_number = group.iter().any(|equation| equation.number.is_some());
    let row = |equation: &Equation<'_>| {
        let relation = at(equation, x).map(|mark| mark.bbox);
        let (from, to) = relation.map_or((x, x), |bbox| (bbox.x0, bbox.x1));
        let slack = 0.05 * em;
        let cells = [
            between(equation, f32::NEG_INFINITY, from - slack, em),
            between(equation, from - slack, to - slack, em),
            between(equation, to - slack, f32::INFINITY, em),
        ];
        let row = Latex::join(cells, " & ");
        match &equation.number {
            Some(number) => row + " " + label(number).as_str(),
            None if has_number => row + " \\nonumber",
            None => row,
        }
    };
    let star = if has_number { "" } else { "*" };
    let rows = Latex::join(group.iter().map(row), " \\\\\n");
    Display {
        latex: Latex::from(format!("\\begin{{eqnarray{star}}}\n"))
            + rows
            + format!("\n\\end{{eqnarray{star}}}").as_str(),
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
