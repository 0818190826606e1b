//! Displays: one formula, or several aligned below each other.

use crate::page::BBox;

use super::blocks::Equation;
use super::latex::Latex;
use super::mark::{Extent, Mark, bounds, quantile};
use super::math;
use super::symbols::{self, Class};

/// LaTeX of a display, with where it stands and how sure its glyphs are.
#[derive(Debug)]
pub(super) struct Display {
    pub(super) latex: Latex,
    pub(super) bbox: BBox,
    pub(super) confidence: f32,
}

/// Lines that follow each other without text between are one display if they are aligned at a relation, otherwise
/// displays of their own.
pub(super) fn displays(equations: &[Equation<'_>], em: f32) -> Vec<Display> {
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
