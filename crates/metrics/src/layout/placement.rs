//! Comparison of two layouts.

use std::collections::HashMap;

use texlens_vocabulary::Score;

use super::{Layout, MAX_MARKS, Mark, Shape};
use crate::appearance::NOT_TYPESET;
use crate::metric::Input;

/// The distance within which two marks stand at the same place, in em.
const SAME_PLACE: f64 = 0.001;
/// The difference of sizes that is only rounding, as a share.
const SAME_SIZE: f64 = 0.005;
/// The difference of vertical places that does not change the structure, as a share of the size of the mark.
const SAME_LEVEL: f64 = 0.12;
/// The difference of horizontal gaps that does not change the structure, as a share of the size of the mark.
const SAME_GAP: f64 = 0.5;

/// Returns both layouts, or the undefined score.
fn layouts<'a>(id: &'static str, input: &Input<'a>) -> Result<[&'a Layout; 2], Score> {
    let Some(pair) = input.evidence.layouts.as_ref() else {
        return Err(Score::undefined(id, NOT_TYPESET));
    };
    let side = |layout: &'a Result<Layout, String>, name: &str| match layout {
        Ok(layout) if layout.marks.len() > MAX_MARKS => {
            let count = layout.marks.len();
            Err(Score::undefined(
                id,
                format!("the {name} has {count} marks, and at most {MAX_MARKS} are compared"),
            ))
        }
        Ok(layout) => Ok(layout),
        Err(reason) => Err(Score::undefined(id, format!("the {name} does not compile: {reason}"))),
    };
    Ok([
        side(&pair.reference, "reference")?,
        side(&pair.prediction, "prediction")?,
    ])
}

/// Reports whether two layouts have the same marks at the same places, in any order.
pub(crate) fn same(id: &'static str, input: &Input<'_>) -> Result<bool, Score> {
    let [reference, prediction] = layouts(id, input)?;
    Ok(are_same(reference, prediction))
}

fn are_same(reference: &Layout, prediction: &Layout) -> bool {
    if reference.marks.len() != prediction.marks.len() {
        return false;
    }
    let mut unmatched: HashMap<Symbol<'_>, Vec<&Mark>> = HashMap::new();
    for mark in &prediction.marks {
        unmatched.entry(Symbol::of(mark)).or_default().push(mark);
    }
    let close = |a: f64, b: f64| (a - b).abs() <= SAME_PLACE;
    reference.marks.iter().all(|mark| {
        let Some(candidates) = unmatched.get_mut(&Symbol::of(mark)) else {
            return false;
        };
        let found = candidates.iter().position(|candidate| {
            let is_alike = match (&mark.shape, &candidate.shape) {
                (Shape::Glyph { size: a, .. }, Shape::Glyph { size: b, .. }) => close(*a, *b),
                (Shape::Rule { width: a, height: b }, Shape::Rule { width: c, height: d }) => {
                    close(*a, *c) && close(*b, *d)
                }
                _ => false,
            };
            is_alike && close(mark.x, candidate.x) && close(mark.y, candidate.y)
        });
        found.is_some_and(|at| {
            candidates.swap_remove(at);
            true
        })
    })
}

/// The marks of two layouts that are the same symbol in the same structural place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    /// Whether each mark of the reference is matched.
    pub reference: Vec<bool>,
    /// Whether each mark of the prediction is matched.
    pub prediction: Vec<bool>,
}

impl Placement {
    /// Compares two layouts. If they look the same, all marks are matched; if not, at least one is not. Takes time in
    /// proportion to the product of the numbers of marks. Layouts with more than [`MAX_MARKS`] are not compared.
    #[must_use]
    pub fn of(reference: &Layout, prediction: &Layout) -> Option<Self> {
        let is_small = |layout: &Layout| layout.marks.len() <= MAX_MARKS;
        (is_small(reference) && is_small(prediction)).then(|| place(reference, prediction))
    }

    /// Returns the number of matched pairs.
    pub(crate) fn matches(&self) -> usize {
        self.reference.iter().filter(|is_matched| **is_matched).count()
    }

    /// Returns the harmonic mean of precision and recall; 1 for two formulas without marks.
    pub(crate) fn f1(&self) -> f64 {
        match self.reference.len() + self.prediction.len() {
            0 => 1.0,
            all => 2.0 * self.matches() as f64 / all as f64,
        }
    }
}

/// Returns the marks that are the same symbol in the same structural place, or the undefined score.
pub(crate) fn placement(id: &'static str, input: &Input<'_>) -> Result<Placement, Score> {
    let [reference, prediction] = layouts(id, input)?;
    Ok(place(reference, prediction))
}

fn place(reference: &Layout, prediction: &Layout) -> Placement {
    let is_same = are_same(reference, prediction);
    let mut placement = Placement {
        reference: vec![is_same; reference.marks.len()],
        prediction: vec![is_same; prediction.marks.len()],
    };
    if is_same {
        return placement;
    }
    let mut placed: Vec<Aligned<'_>> = Vec::new();
    let mut before: Option<Aligned<'_>> = None;
    for (row, column) in aligned(&reference.marks, &prediction.marks) {
        let (Some(a), Some(b)) = (reference.marks.get(row), prediction.marks.get(column)) else {
            continue;
        };
        let pair = Aligned { row, column, a, b };
        if before.is_none_or(|before| pair.is_placed_after(before)) {
            placed.push(pair);
        }
        before = Some(pair);
    }
    if placed.len() == reference.marks.len() && placed.len() == prediction.marks.len() {
        // What looks different is never perfect: the mark that is furthest from its place is not matched.
        let furthest = (0..placed.len()).max_by(|one, other| {
            let shift = |at: &usize| placed.get(*at).map_or(0.0, Aligned::shift);
            shift(one).total_cmp(&shift(other))
        });
        furthest.map(|at| placed.swap_remove(at));
    }
    for pair in placed {
        for (side, at) in [
            (&mut placement.reference, pair.row),
            (&mut placement.prediction, pair.column),
        ] {
            if let Some(is_matched) = side.get_mut(at) {
                *is_matched = true;
            }
        }
    }
    placement
}

/// A mark of the reference and the same symbol in the prediction.
#[derive(Clone, Copy)]
struct Aligned<'a> {
    row: usize,
    column: usize,
    a: &'a Mark,
    b: &'a Mark,
}

impl Aligned<'_> {
    /// Reports whether both marks stand at the same structural place, as seen from the pair before them.
    fn is_placed_after(self, before: Self) -> bool {
        let is_neighbour = before.row + 1 == self.row && before.column + 1 == self.column;
        let (a, b, c, d) = (self.a, self.b, before.a, before.b);
        let size = a.size().max(c.size());
        let is_level = ((a.y - c.y) - (b.y - d.y)).abs() <= SAME_LEVEL * size;
        let is_near = ((a.x - c.x) - (b.x - d.x)).abs() <= SAME_GAP * size;
        is_level && (is_near || !is_neighbour)
    }

    /// Returns the distance between the places of both marks, in em.
    fn shift(&self) -> f64 {
        (self.a.x - self.b.x).abs() + (self.a.y - self.b.y).abs()
    }
}

/// Returns the pairs of a longest common subsequence of the symbols with their sizes. Takes time in proportion to the
/// product of the numbers of marks.
fn aligned(reference: &[Mark], prediction: &[Mark]) -> Vec<(usize, usize)> {
    let (rows, columns) = (reference.len(), prediction.len());
    let width = columns + 1;
    // The length of the longest common subsequence of the rest of both, by the first index of each rest.
    let mut lengths = vec![0_u16; (rows + 1) * width];
    let at =
        |lengths: &[u16], row: usize, column: usize| lengths.get(row * width + column).copied().unwrap_or_default();
    for (row, a) in reference.iter().enumerate().rev() {
        for (column, b) in prediction.iter().enumerate().rev() {
            let length = if a.is_like(b) {
                at(&lengths, row + 1, column + 1) + 1
            } else {
                at(&lengths, row + 1, column).max(at(&lengths, row, column + 1))
            };
            if let Some(place) = lengths.get_mut(row * width + column) {
                *place = length;
            }
        }
    }
    let mut pairs = Vec::new();
    let (mut row, mut column) = (0, 0);
    while let (Some(a), Some(b)) = (reference.get(row), prediction.get(column)) {
        if a.is_like(b) {
            pairs.push((row, column));
            (row, column) = (row + 1, column + 1);
        } else if at(&lengths, row + 1, column) >= at(&lengths, row, column + 1) {
            row += 1;
        } else {
            column += 1;
        }
    }
    pairs
}

/// What a mark shows, whatever its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Symbol<'a> {
    Glyph(&'a str, u32),
    Rule,
}

impl<'a> Symbol<'a> {
    fn of(mark: &'a Mark) -> Self {
        match &mark.shape {
            Shape::Glyph { font, code, .. } => Self::Glyph(font, *code),
            Shape::Rule { .. } => Self::Rule,
        }
    }
}

impl Mark {
    /// Reports whether another mark is the same symbol at the same size. Rules are alike whatever their lengths, which
    /// follow from what stands above and below them.
    fn is_like(&self, other: &Self) -> bool {
        let is_same_size = (self.size() - other.size()).abs() <= SAME_SIZE * self.size();
        Symbol::of(self) == Symbol::of(other) && is_same_size
    }

    /// Returns the size of the font; 1 for a rule.
    fn size(&self) -> f64 {
        match self.shape {
            Shape::Glyph { size, .. } => size,
            Shape::Rule { .. } => 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(marks: &[(char, f64, f64, f64)]) -> Layout {
        let mark = |&(symbol, x, y, size): &(char, f64, f64, f64)| Mark {
            shape: Shape::Glyph {
                font: "cmr".to_owned(),
                code: symbol.into(),
                size,
            },
            x,
            y,
        };
        Layout {
            marks: marks.iter().map(mark).collect(),
        }
    }

    #[test]
    fn scripts_and_plain_symbols_differ() {
        let raised = layout(&[('2', 0.0, 0.81, 1.0), ('2', 0.5, 0.45, 0.7)]);
        let lowered = layout(&[('2', 0.0, 0.64, 1.0), ('2', 0.5, 0.79, 0.7)]);
        let plain = layout(&[('2', 0.0, 0.64, 1.0), ('2', 0.5, 0.64, 1.0)]);
        for (a, b) in [(&raised, &lowered), (&raised, &plain), (&lowered, &plain)] {
            assert!(!are_same(a, b));
            assert_eq!(place(a, b).f1(), 0.5);
        }
        for same in [&raised, &lowered, &plain] {
            assert!(are_same(same, same));
            assert_eq!(place(same, same).f1(), 1.0);
        }
    }

    #[test]
    fn order_and_rounding_do_not_matter_for_the_same_look() {
        let one = layout(&[('a', 0.0, 0.5, 1.0), ('b', 0.5, 0.5, 1.0)]);
        let other = layout(&[('b', 0.5004, 0.5, 1.0), ('a', 0.0, 0.4996, 1.0)]);
        assert!(are_same(&one, &other));
        assert_eq!(place(&one, &other).f1(), 1.0);
    }

    #[test]
    fn a_small_shift_is_not_perfect() {
        let one = layout(&[('a', 0.0, 0.5, 1.0), ('b', 0.5, 0.5, 1.0)]);
        let other = layout(&[('a', 0.0, 0.5, 1.0), ('b', 0.6, 0.5, 1.0)]);
        assert!(!are_same(&one, &other));
        assert!(place(&one, &other).f1() < 1.0);
    }

    #[test]
    fn a_lost_symbol_costs_only_itself() {
        let one = layout(&[('a', 0.0, 0.5, 1.0), ('b', 0.5, 0.5, 1.0), ('c', 1.0, 0.5, 1.0)]);
        let other = layout(&[('a', 0.0, 0.5, 1.0), ('c', 0.5, 0.5, 1.0)]);
        assert_eq!(place(&one, &other).f1(), 0.8);
        assert_eq!(place(&one, &Layout::default()).f1(), 0.0);
        assert_eq!(place(&Layout::default(), &Layout::default()).f1(), 1.0);
    }
}
