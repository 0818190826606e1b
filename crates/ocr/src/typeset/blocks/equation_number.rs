//! Equation numbers: upright and in parentheses at the right margin, or at the left margin with `leqno` (LaTeX's
//! `\@eqnnum`, amsmath's `\maketag@@@`).

use texlens_vocabulary::{BBox, Style};

use super::column::Column;
use crate::typeset::latex::{self, Latex, Source};
use crate::typeset::lines::Line;
use crate::typeset::mark::{self, Extent, Mark};
use crate::typeset::symbols;

/// Maximum number of glyphs in a number with its parentheses.
const MAX_GLYPHS: usize = 9;
/// Least distance of a formula from its number at the left margin, in em (`\multlinetaggap` is 10 pt).
const LEAST_TAG_GAP: f32 = 0.75;
/// Largest distance of a number from the left margin, in em. Labels of lists near the margin shift its measured place.
const AT_LEFT: f32 = 0.35;
/// Distance, in em, within which two edges are one.
const FLUSH: f32 = 0.05;
/// Symbols that may end a display.
pub(super) const PUNCTUATION: [&str; 3] = [".", ",", ";"];
/// Symbols that tags without a number consist of.
const SIGNS: [&str; 6] = ["\\ast", "\\star", "\\dagger", "\\ddagger", "\\sharp", "\\diamond"];

/// The number or tag in the parentheses.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Number {
    text: String,
    is_counter: bool,
    /// The printed glyphs, including the parentheses.
    printed: Vec<Source>,
    /// The punctuation that ends a display of several rows, beside the middle of which it stands.
    closing: Option<Latex>,
    pub(super) baseline: f32,
}

impl Number {
    /// Reads a line that consists of a number only, or of the punctuation of a display and its number.
    pub(super) fn of(line: &Line<'_>) -> Option<Self> {
        let closing = line.marks.first().filter(|mark| PUNCTUATION.contains(&mark.symbol));
        let rest = line.marks.iter().skip(usize::from(closing.is_some()));
        Some(Self {
            closing: closing.map(|mark| Latex::of(mark.symbol, mark.source())),
            ..Self::of_marks(rest, line.baseline)?
        })
    }

    /// Returns the punctuation that ends the display.
    pub(super) fn closing(&self) -> Latex {
        self.closing.clone().unwrap_or_default()
    }

    fn of_marks<'m, 'a: 'm>(marks: impl Iterator<Item = &'m Mark<'a>> + Clone, baseline: f32) -> Option<Self> {
        let text: String = marks.clone().map(|mark| mark.symbol).collect();
        Some(Self {
            printed: mark::sources(marks).collect(),
            ..Self::printed(&text, baseline)?
        })
    }

    /// Reads the number in `(2)` or `(2.1a)`, or the tag in `(*)`.
    fn printed(text: &str, baseline: f32) -> Option<Self> {
        let inner = text.strip_prefix('(')?.strip_suffix(')')?;
        let is_counter = (1..8).contains(&inner.len())
            && inner.bytes().any(|b| b.is_ascii_digit())
            && inner
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'.' || b == b'-');
        let is_tag = SIGNS
            .iter()
            .any(|sign| (1..=3).any(|count| inner == sign.repeat(count)));
        (is_counter || is_tag).then(|| Self {
            text: inner.to_owned(),
            is_counter,
            printed: Vec::new(),
            closing: None,
            baseline,
        })
    }

    /// Returns the number, if `\refstepcounter` made it.
    pub(super) fn counter(&self) -> Option<&str> {
        self.is_counter.then_some(self.text.as_str())
    }

    /// Returns the label by which other pages refer to the row, or the tag that the author wrote instead of a number.
    pub(super) fn latex(&self) -> Latex {
        let printed = self.printed.iter().copied();
        if self.is_counter {
            return latex::label(&format!("eq:equation_{}", self.text), printed);
        }
        let write = |text: String, sign: &&str| text.replace(*sign, symbols::math_latex(sign));
        let signs = SIGNS.iter().fold(self.text.clone(), write);
        Latex::of(format!("\\tag{{${signs}$}}"), printed)
    }
}

/// The number that was found in a line.
pub(super) struct Found {
    pub(super) number: Number,
    /// The indices of its marks in the line.
    pub(super) indices: Vec<usize>,
    /// Its left and right edges.
    extent: (f32, f32),
}

impl Found {
    /// Whether a box is part of the number.
    pub(super) fn covers(&self, bbox: &BBox) -> bool {
        let (left, right) = self.extent;
        bbox.centre() > left && bbox.centre() < right
    }
}

/// Finds the number at one of the margins.
pub(super) fn find(line: &Line<'_>, column: &Column) -> Option<Found> {
    at_end(line, column)
        .or_else(|| overprinted(line, column))
        .or_else(|| at_start(line, column))
}

fn found(line: &Line<'_>, indices: Vec<usize>) -> Option<Found> {
    let marks = || indices.iter().filter_map(|i| line.marks.get(*i));
    let number = Number::of_marks(marks(), marks().next()?.baseline)?;
    let extent = (marks().next()?.bbox.x0, marks().next_back()?.bbox.x1);
    Some(Found {
        number,
        indices,
        extent,
    })
}

/// Finds a number at the right margin. LaTeX keeps it at least half an em from the formula.
fn at_end(line: &Line<'_>, column: &Column) -> Option<Found> {
    let (marks, em) = (&line.marks, line.size);
    let last = marks.last()?;
    if last.symbol != ")" || last.size < 0.86 * em {
        return None;
    }
    // The search starts at the right: a number is short, and nothing else stands above, below or close to it.
    let start = (0..marks.len())
        .rev()
        .take(MAX_GLYPHS)
        .find(|i| marks[*i].symbol == "(" && is_beside(&marks[*i], last, em))?;
    if !marks.iter().skip(start).all(|mark| is_beside(mark, last, em)) {
        return None;
    }
    let found = found(line, (start..marks.len()).collect())?;
    let before = marks.iter().take(start);
    let reach = before.map(|mark| mark.bbox.x1).fold(f32::NEG_INFINITY, f32::max);
    let gap = (found.extent.0 - reach) / em;
    let at_margin = last.bbox.x1 > column.right - 0.6 * em;
    // `eqnarray` sets the number right behind a formula that fills the line.
    let is_flush = (last.bbox.x1 - column.right).abs() < FLUSH * em && found.number.counter().is_some();
    let least = match (at_margin, is_flush) {
        (_, true) => -FLUSH,
        (true, false) => 0.45,
        (false, false) => 2.5,
    };
    (gap.is_finite() && gap > least).then_some(found)
}

/// Finds a number that is printed over the formula: `eqnarray` sets the number at the margin even if the formula
/// reaches that far, and at the end of a formula that is longer than the line.
fn overprinted(line: &Line<'_>, column: &Column) -> Option<Found> {
    let em = line.size;
    let is_end =
        |x: f32| (x - column.right).abs() < 0.1 * em || x > column.right && (x - line.bbox.x1).abs() < FLUSH * em;
    let ends = |mark: &Mark<'_>| mark.symbol == ")" && mark.style == Style::Roman && is_end(mark.bbox.x1);
    let last = line.marks.iter().rposition(ends)?;
    let found = found(line, chain(&line.marks, last, em)?)?;
    let (left, right) = found.extent;
    let crosses = |(i, mark): (usize, &Mark<'_>)| {
        let is_here = mark.bbox.x1 > left + 0.1 * em && mark.bbox.x0 < right - 0.1 * em;
        let is_level = (mark.baseline - found.number.baseline).abs() < 0.6 * em;
        is_here && is_level && !found.indices.contains(&i)
    };
    line.marks.iter().enumerate().any(crosses).then_some(found)
}

/// Returns the touching upright glyphs from the opening parenthesis to the closing one, `last`.
fn chain(marks: &[Mark<'_>], last: usize, em: f32) -> Option<Vec<usize>> {
    let mut indices = vec![last];
    let mut next = marks.get(last)?;
    while indices.len() < MAX_GLYPHS {
        let touches = |mark: &Mark<'_>| {
            mark.style == Style::Roman && (mark.bbox.x1 - next.bbox.x0).abs() < 0.1 * em && is_beside(mark, next, em)
        };
        let before = marks.iter().position(touches)?;
        indices.push(before);
        next = marks.get(before)?;
        if next.symbol == "(" {
            indices.reverse();
            return Some(indices);
        }
    }
    None
}

/// Finds a number at the left margin. It is far from the formula, which is centred.
fn at_start(line: &Line<'_>, column: &Column) -> Option<Found> {
    let (marks, em) = (&line.marks, line.size);
    let first = marks.first()?;
    if first.symbol != "(" || first.bbox.x0 > column.left + AT_LEFT * em {
        return None;
    }
    let end = marks.iter().take(MAX_GLYPHS).position(|mark| mark.symbol == ")")?;
    let (number, rest) = marks.split_at_checked(end + 1)?;
    if !number.iter().all(|mark| is_beside(mark, first, em)) {
        return None;
    }
    let found = found(line, (0..=end).collect())?;
    let left = rest.iter().map(|mark| mark.bbox.x0).fold(f32::INFINITY, f32::min);
    let right = rest.iter().map(|mark| mark.bbox.x1).fold(f32::NEG_INFINITY, f32::max);
    let is_centred = (0.5 * (left + right) - column.centre()).abs() < 1.2 * em;
    // Rows of `align` and `multline` are not centred, but they are formulas.
    let words = rest
        .iter()
        .filter(|mark| mark.is_letter() && mark.style == Style::Roman)
        .count();
    let is_formula = || found.number.counter().is_some() && 3 * words < rest.len();
    let gap = (left - found.extent.1) / em;
    (gap > 1.0 && is_centred || gap > LEAST_TAG_GAP && is_formula()).then_some(found)
}

fn is_beside(mark: &Mark<'_>, other: &Mark<'_>, em: f32) -> bool {
    (mark.baseline - other.baseline).abs() < 0.1 * em
}

#[cfg(test)]
mod tests {
    use super::*;

    fn latex(printed: &str) -> Option<String> {
        Number::printed(printed, 0.0).map(|number| number.latex().to_string())
    }

    #[test]
    fn numbers_have_labels_and_signs_are_tags() {
        assert_eq!(latex("(2.1a)").as_deref(), Some("\\label{eq:equation_2.1a}"));
        assert_eq!(latex("(\\star\\star)").as_deref(), Some("\\tag{$\\star\\star$}"));
        assert_eq!(latex("(x)"), None);
        assert_eq!(latex("()"), None);
    }
}
