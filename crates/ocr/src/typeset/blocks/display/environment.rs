//! Environments for the rows of a display, chosen as amsmath's guide recommends: `equation` for one row, `align` for
//! aligned rows, `split` inside `equation` for aligned rows that share a number, `gather` for centred rows, `multline`
//! for one broken formula. LaTeX's `eqnarray`, which sets wider spaces, is also recognised.

use texlens_vocabulary::{BBox, TokenKind};

use crate::typeset::blocks::block::Equation;
use crate::typeset::blocks::equation_number::Number;
use crate::typeset::document::Document;
use crate::typeset::latex::Latex;
use crate::typeset::mark::{Extent, bounds, quantile};
use crate::typeset::math::{self, Cells};
use crate::typeset::symbols::AXIS;

/// Maximum number of rows in one display.
const MAX_ROWS: usize = 60;
/// Distance of baselines, in em, from which on lines are opened up by `\jot`: lines are 1.2 em apart, and `\jot` is 0.3
/// em.
const OPENED_UP: f32 = 1.38;
/// `\multlinegap`, 10 pt, in em of 9 pt to 12 pt.
const MULTLINE_GAP: std::ops::Range<f32> = 0.8..1.15;

/// Writes equations that follow each other without text between them.
pub(in crate::typeset::blocks) fn write(equations: &[Equation<'_>], document: &mut Document) {
    let em = document.body.size;
    let mut rest = equations;
    while !rest.is_empty() {
        let run = together(rest, em);
        let (run, others) = rest.split_at(run);
        for display in displays(run, em) {
            document.writer.next_line();
            document
                .writer
                .token(display.latex, TokenKind::DisplayMath, display.bbox, display.confidence);
            document.writer.next_line();
        }
        rest = others;
    }
}

/// The LaTeX of a display, with its bounding box and the lowest confidence of its glyphs.
#[derive(Debug)]
struct Display {
    latex: Latex,
    bbox: BBox,
    confidence: f32,
}

impl Display {
    fn new(group: &[Equation<'_>], latex: Latex) -> Self {
        let marks = group.iter().flat_map(|equation| &equation.line.marks);
        Self {
            latex,
            bbox: bounds(group.iter().map(|equation| &equation.line.bbox)),
            confidence: quantile(marks.map(|mark| mark.confidence), 0.0),
        }
    }
}

/// Returns how many of the first rows are as close as those of one display. Two displays have their skips between them.
fn together(equations: &[Equation<'_>], em: f32) -> usize {
    let near = |pair: &&[Equation<'_>]| match pair {
        [above, below] => below.line.bbox.y0 - above.line.bbox.y1 < 1.2 * em,
        _ => false,
    };
    let count = 1 + equations.windows(2).take_while(near).count();
    count.min(MAX_ROWS).min(equations.len())
}

/// The way in which rows belong together.
enum Arrangement {
    Aligned(Cells),
    Eqnarray(Cells),
    Gathered,
    Broken,
    Matrix(Latex),
    Single,
}

fn displays(run: &[Equation<'_>], em: f32) -> Vec<Display> {
    let lines = run.iter().map(|equation| &equation.line);
    let rows: Vec<math::Row<'_>> = lines.map(|line| math::Row::new(&line.marks, &line.rules, em)).collect();
    let mut out = Vec::new();
    let mut done = 0;
    while let (Some(equations), Some(rows)) = (run.get(done..), rows.get(done..)) {
        if equations.is_empty() {
            break;
        }
        let (count, arrangement) = arrangement(equations, rows, em);
        let group = equations.get(..count).unwrap_or(equations);
        let latex = latex(group, rows, arrangement, em);
        out.extend(latex.map(|latex| Display::new(group, latex)));
        done += count.max(1);
    }
    out
}

/// Returns how many of the first rows belong together, and their arrangement.
fn arrangement(equations: &[Equation<'_>], rows: &[math::Row<'_>], em: f32) -> (usize, Arrangement) {
    let broken = |equations: &[Equation<'_>]| {
        (2..=equations.len())
            .rev()
            .find(|count| is_broken(&equations[..*count], em))
    };
    if let Some(count) = broken(equations) {
        return (count, Arrangement::Broken);
    }
    // Rows of a broken formula below belong to that formula only.
    let stop = (1..equations.len()).find(|at| broken(&equations[*at..]).is_some());
    let stop = stop.unwrap_or(equations.len());
    let (equations, rows) = (&equations[..stop], rows.get(..stop).unwrap_or(rows));
    let aligned = math::align(rows);
    let met = aligned.as_ref().map_or(0, |cells| cells.rows.len());
    let tight = tight(equations, em);
    if let Some(matrix) = rows.get(..tight).filter(|rows| rows.len() > 1).and_then(math::matrix) {
        return (tight, Arrangement::Matrix(matrix));
    }
    if let Some(cells) = math::eqnarray(rows) {
        return (cells.rows.len(), Arrangement::Eqnarray(cells));
    }
    let centred = centred(equations, em);
    let is_gathered = centred > 1 && centred >= met && aligned.as_ref().is_none_or(|cells| !cells.is_exact);
    match aligned {
        Some(cells) if !is_gathered => (cells.rows.len(), Arrangement::Aligned(cells)),
        _ if is_gathered => (centred, Arrangement::Gathered),
        _ => (1, Arrangement::Single),
    }
}

/// Returns how many of the first rows are as close as lines of text. Rows of an array are that close; rows of displays
/// are opened up by `\jot` and may have numbers.
fn tight(equations: &[Equation<'_>], em: f32) -> usize {
    let is_low = |row: &Equation<'_>| row.line.bbox.height() < OPENED_UP * em;
    let is_tight = |pair: &&[Equation<'_>]| match pair {
        [above, below] => {
            let step = below.line.baseline - above.line.baseline;
            step < OPENED_UP * em && is_low(above) && is_low(below) && below.number.is_none()
        }
        _ => false,
    };
    let count = equations.windows(2).take_while(is_tight).count() + 1;
    count.min(equations.len())
}

/// Returns how many of the first rows have the same centre.
fn centred(equations: &[Equation<'_>], em: f32) -> usize {
    let Some(first) = equations.first() else { return 0 };
    let is_centred =
        |equation: &&Equation<'_>| (equation.line.bbox.centre() - first.line.bbox.centre()).abs() < 0.3 * em;
    equations.iter().take_while(is_centred).count()
}

/// Whether the first row begins at the left margin and the last row ends at the right margin or at its number, as in
/// `multline`.
fn is_broken(equations: &[Equation<'_>], em: f32) -> bool {
    let [first, inner @ .., last] = equations else {
        return false;
    };
    let left = (first.line.bbox.x0 - first.margins.0) / em;
    let right = (last.margins.1 - last.line.bbox.x1) / em;
    let ends = MULTLINE_GAP.contains(&right) || last.number.is_some() && (0.8..5.0).contains(&right);
    let has_number = |equation: &Equation<'_>| equation.number.is_some();
    MULTLINE_GAP.contains(&left) && ends && !inner.iter().any(has_number) && !has_number(first)
}

/// Returns the LaTeX of rows; `None` if nothing is written for them, for example for an accent without a letter.
fn latex(group: &[Equation<'_>], rows: &[math::Row<'_>], arrangement: Arrangement, em: f32) -> Option<Latex> {
    let plain = || rows.iter().take(group.len()).map(math::Row::latex);
    match arrangement {
        Arrangement::Single => single(plain().next().unwrap_or_default(), group.first()),
        Arrangement::Gathered => match shared_number(group) {
            Some(number) => equation("gathered", stacked(plain()), number),
            None => numbered("gather", plain(), group),
        },
        Arrangement::Broken => {
            let number = group.iter().find_map(|equation| equation.number.as_ref());
            let star = if number.is_some() { "" } else { "*" };
            let label = number.map_or_else(Latex::default, |number| Latex::from(" ") + number.latex());
            environment(&format!("multline{star}"), stacked(plain()) + label)
        }
        Arrangement::Matrix(matrix) => single(matrix, group.iter().find(|row| row.number.is_some())),
        Arrangement::Eqnarray(cells) => {
            let row = |mut cells: Vec<Latex>| {
                cells.resize(3, Latex::default());
                Latex::join(cells, " & ")
            };
            numbered("eqnarray", cells.rows.into_iter().map(row), group)
        }
        Arrangement::Aligned(cells) => aligned(cells, group, em),
    }
}

fn aligned(cells: Cells, group: &[Equation<'_>], em: f32) -> Option<Latex> {
    let left = group.iter().map(|row| row.line.bbox.x0).fold(f32::INFINITY, f32::min);
    let margin = group.first().map_or(0.0, |row| (left - row.margins.0) / em);
    let is_narrow = |gap: &f32| *gap < 1.3 && margin - gap > 1.0;
    let has_columns = !cells.gaps.is_empty();
    let is_tight = has_columns && cells.gaps.iter().all(is_narrow);
    let rows = || cells.rows.iter().cloned().map(row);
    match shared_number(group) {
        Some(number) if has_columns => equation("aligned", stacked(rows()), number),
        Some(number) => equation("split", stacked(rows()), number),
        None if is_tight && !group.iter().any(|row| row.number.is_some()) => {
            single(environment("aligned", stacked(rows()))?, None)
        }
        None => numbered("align", rows(), group),
    }
}

/// Joins cells to a row such as `a &=b & c &=d`.
fn row(cells: Vec<Latex>) -> Latex {
    let mut row = Latex::default();
    for (i, cell) in cells.into_iter().enumerate() {
        let space = if row.is_empty() { "" } else { " " };
        row = match i {
            0 => cell,
            _ if i % 2 == 1 => row + space + "&" + cell,
            _ => row + space + "& " + cell,
        };
    }
    row
}

/// Returns the only number of several rows, if it stands beside their middle and not beside the first or the last row.
fn shared_number<'g>(group: &'g [Equation<'_>]) -> Option<&'g Number> {
    let mut numbers = group.iter().filter_map(|row| row.number.as_ref());
    let (Some(number), None) = (numbers.next(), numbers.next()) else {
        return None;
    };
    let (first, last) = (group.first()?, group.last()?);
    let em = first.line.size;
    let middle = 0.5 * (first.line.bbox.y0 + last.line.bbox.y1);
    let off = |y: f32| (number.baseline - AXIS * em - y).abs();
    let axes = [first, last].map(|row| off(row.line.baseline - AXIS * em));
    (off(middle) < axes[0] && off(middle) < axes[1]).then_some(number)
}

fn single(body: Latex, row: Option<&Equation<'_>>) -> Option<Latex> {
    match row.and_then(|row| row.number.as_ref()) {
        Some(number) => equation_of(body, number),
        None => enclosed("\\[", body, "\\]"),
    }
}

fn equation(inner: &str, body: Latex, number: &Number) -> Option<Latex> {
    equation_of(environment(inner, body)? + number.closing(), number)
}

fn equation_of(body: Latex, number: &Number) -> Option<Latex> {
    environment("equation", body + "\n" + number.latex())
}

/// Returns rows in an environment that numbers all of them.
fn numbered(name: &str, rows: impl Iterator<Item = Latex>, group: &[Equation<'_>]) -> Option<Latex> {
    let has_number = group.iter().any(|row| row.number.is_some());
    let number = |(row, equation): (Latex, &Equation<'_>)| match &equation.number {
        Some(number) => row + " " + number.latex(),
        None if has_number && !is_blank(&row) => row + " \\nonumber",
        None => row,
    };
    let star = if has_number { "" } else { "*" };
    environment(&format!("{name}{star}"), stacked(rows.zip(group).map(number)))
}

/// Returns rows below each other. TeX allows no blank line in a display.
fn stacked(rows: impl Iterator<Item = Latex>) -> Latex {
    Latex::join(rows.filter(|row| !is_blank(row)), " \\\\\n")
}

fn environment(name: &str, body: Latex) -> Option<Latex> {
    enclosed(&format!("\\begin{{{name}}}"), body, &format!("\\end{{{name}}}"))
}

fn enclosed(begin: &str, body: Latex, end: &str) -> Option<Latex> {
    let is_blank = is_blank(&body);
    (!is_blank).then(|| Latex::from(format!("{begin}\n")) + body + format!("\n{end}").as_str())
}

fn is_blank(latex: &Latex) -> bool {
    latex.as_str().trim().is_empty()
}
