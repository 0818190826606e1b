//! Words and formulas of a line of text. Gaps between glyphs separate words (The TeXbook, chapter 12: the space between
//! words is glue, that within them kerns). `cells` joins glyphs that move together, `roles` classifies each glyph as
//! text or mathematics, and `formulas` finds where formulas begin and end.

mod cell;
mod cells;
mod formulas;
mod roles;

use texlens_vocabulary::BBox;

use super::lines::Line;
use super::mark::{bounds, quantile};

pub(super) use cell::Cell;

/// A word or a formula of a line.
#[derive(Debug, Clone)]
pub(super) struct Segment<'a> {
    pub(super) cells: Vec<Cell<'a>>,
    pub(super) is_math: bool,
    /// Whether white space stands before the segment.
    pub(super) spaced: bool,
}

impl Segment<'_> {
    pub(super) fn bbox(&self) -> BBox {
        bounds(self.cells.iter().map(|cell| &cell.bbox))
    }

    /// Returns the symbols of the segment's glyphs, without accents.
    pub(super) fn symbols(&self) -> String {
        self.cells.iter().map(Cell::symbol).collect()
    }

    /// Reports whether the whole segment stands above or below the line.
    pub(super) fn is_script(&self) -> bool {
        self.is_math && self.cells.iter().all(|cell| cell.is_script)
    }

    pub(super) fn confidence(&self) -> f32 {
        self.cells
            .iter()
            .flat_map(|cell| &cell.marks)
            .map(|mark| mark.confidence)
            .fold(1.0, f32::min)
    }
}

/// Cuts a line into words and formulas. O(n log n + n r) for n marks and r rules, r bounded.
pub(super) fn segments<'a>(line: &Line<'a>) -> Vec<Segment<'a>> {
    let cells = cells::cells(line);
    let gaps = gaps(&cells, line.size);
    let space = word_space(&gaps, line.size);
    let math = formulas::formulas(&cells, &gaps, space, line);
    let mut segments: Vec<Segment<'a>> = Vec::new();
    for ((cell, gap), is_math) in cells.into_iter().zip(gaps).zip(math) {
        // The italic correction of a preceding formula is no space.
        let spaced = gap > space && !(cell.is(".,;:!?)") && gap < 0.3 * line.size);
        let continues = segments
            .last()
            .is_some_and(|last| last.is_math == is_math.is_some() && (!spaced || is_math == Some(true)));
        match segments.last_mut() {
            Some(last) if continues && is_math != Some(false) => last.cells.push(cell),
            _ => segments.push(Segment {
                cells: vec![cell],
                is_math: is_math.is_some(),
                spaced,
            }),
        }
    }
    segments
}

/// Returns the white space before each cell; 0 before the first.
fn gaps(cells: &[Cell<'_>], em: f32) -> Vec<f32> {
    let mut right = f32::INFINITY;
    cells
        .iter()
        .map(|cell| {
            let gap = if right.is_finite() {
                cell.bbox.x0 - cell.lead(em) - right
            } else {
                0.0
            };
            let end = cell.bbox.x1 + cell.trail(em);
            right = if right.is_finite() { right.max(end) } else { end };
            gap
        })
        .collect()
}

/// Returns the gap above which words are separate: about half of the line's usual space, within the limits of TeX's
/// fonts. The space after the number of a heading is wider than any between words.
fn word_space(gaps: &[f32], em: f32) -> f32 {
    let usual = quantile(
        gaps.iter().copied().filter(|gap| *gap > 0.12 * em && *gap < 0.6 * em),
        0.5,
    );
    if usual > 0.0 {
        (0.58 * usual).clamp(0.12 * em, 0.22 * em)
    } else {
        0.18 * em
    }
}
